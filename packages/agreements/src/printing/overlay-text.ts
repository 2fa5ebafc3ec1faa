/** Height of capitals and line distance in font sizes, and the left padding in points. */
export const CAPITALS = 0.714;
export const OVERLAY_PITCH = 1.2;
export const OVERLAY_PADDING = 4;

/** A value and its box, in points from the top left of the page. */
export interface OverlayText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  fontSize: number;
  multiline: boolean;
  /** Only for a field of the PDF's own form that declares an alignment other than left. */
  alignment?: 'center' | 'right';
  /** `#rrggbb`, only for a field of the PDF's own form; otherwise black. */
  color?: string;
  /** How far the text is turned counterclockwise, only for a field of the PDF's own form. */
  turn?: Turn;
}

export type Turn = 90 | 180 | 270;

export interface OverlayPage {
  width: number;
  height: number;
  texts: readonly OverlayText[];
}
