/** Numbers of the field rules that the specification leaves open. */

/** Editors round coordinates; half a point (0.18 mm) over the edge of a page is nobody's mistake. */
export const BOX_TOLERANCE_POINTS = 0.5;

/** `.{0,500}` takes 1,002 of these. The longest value against the worst such pattern takes a second at most. */
export const PATTERN_INSTRUCTIONS = 1_250;

/** The longest way a browser writes a date of which no format is known. */
export const FREE_DATE_CHARACTERS = 40;
