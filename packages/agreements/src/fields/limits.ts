/** Limits of the field rules, chosen so that checking takes bounded time. */

/** Editors round coordinates; half a point (0.18 mm) beyond the page edge is tolerated. */
export const BOX_TOLERANCE_POINTS = 0.5;

/**
 * `.{0,500}` compiles to 1,002 instructions. The longest value against the worst allowed pattern
 * takes at most one second.
 */
export const PATTERN_INSTRUCTIONS = 1_250;

/** The longest date that a browser writes without a known format. */
export const FREE_DATE_CHARACTERS = 40;
