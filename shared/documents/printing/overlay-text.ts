/** Height of capitals and distance of baselines, in font sizes, and the padding at the left, in points. */
export const CAPITALS = 0.714;
export const OVERLAY_PITCH = 1.2;
export const OVERLAY_PADDING = 4;

/** A value and the box it goes into, in points from the top left of its page. */
export interface OverlayText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  fontSize: number;
  multiline: boolean;
  /** Given only for a field of the PDF's own form that declares another one than left. */
  alignment?: 'center' | 'right';
  /** `#rrggbb`, under the same condition; else black. */
  color?: string;
}

export interface OverlayPage {
  width: number;
  height: number;
  texts: readonly OverlayText[];
}
