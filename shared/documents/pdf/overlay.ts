/**
 * A value drawn by the printer, which shapes every script. The box is in points from the top left of
 * the page as it is seen: text is left-aligned with 4 pt of padding and vertically centred, or wrapped
 * from the top where it is multiline.
 */
export interface OverlayText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  fontSize: number;
  multiline: boolean;
  /** Given only for a field of the PDF's own form that declares another one. */
  alignment?: 'center' | 'right';
  /** `#rrggbb`, under the same condition. */
  color?: string;
}

export interface OverlayPage {
  width: number;
  height: number;
  texts: readonly OverlayText[];
}

/** One transparent page of exactly the given size for each of these. */
export type PrintOverlay = (pages: readonly OverlayPage[]) => Promise<Uint8Array>;
