import type { PageSize } from './printer.ts';

/** Page layout shared by all printers. All lengths are points. */
const POINTS_PER_MILLIMETRE = 72 / 25.4;

export const PAGES: Record<PageSize, { width: number; height: number }> = {
  A4: { width: 210 * POINTS_PER_MILLIMETRE, height: 297 * POINTS_PER_MILLIMETRE },
  Letter: { width: 612, height: 792 },
};

export const MARGIN = 62;
export const textWidthOf = (pageSize: PageSize) => PAGES[pageSize].width - 2 * MARGIN;
export const textHeightOf = (pageSize: PageSize) => PAGES[pageSize].height - 2 * MARGIN;

export const TEXT_SIZE = 10.5;
export const CODE_SIZE = 9;
/** Distance between lines, in font sizes. */
export const LINE_PITCH = 1.45;
/** From the last baseline of a paragraph to the capitals of the next, in font sizes. */
export const PARAGRAPH_GAP = 1.2;
export const CODE_PADDING = 8;
export const QUOTE_INDENT = 14;
export const LIST_INDENT = 18;

/** Lists and quotes nested deeper are not indented further. */
export const INDENTED_LEVELS = 8;

/** Default size of a signature, drawn above a line. */
export const SIGNATURE_WIDTH = 200;
export const SIGNATURE_HEIGHT = 50;
export const SIGNATURE_GAP = 36;
export const LABEL_SIZE = 9;
/** Lines below a signature: a caption, and next to it a text or the box of a field. */
export const CAPTION_WIDTH = 52;
export const CAPTION_GAP = 6;
export const LINE_HEIGHT = 17.5;
export const LINE_GAP = 4;
/** Of the title in the header and the page number in the footer. */
export const HEADER_SIZE = 8;

/** The most of a page or of a row that an image may fill. */
export const IMAGE_HEIGHT = 600;
export const IMAGE_HEIGHT_IN_CELLS = 300;

/** Height of capitals, in font sizes. */
export const CAPITALS = 0.714;
/**
 * How far a box extends below the baseline of its line, so that its value stands on that baseline.
 */
export const depthOf = (height: number) => (height - Math.min(12, height * 0.6) * CAPITALS) / 2;
/** Between boxes in adjacent lines of text. */
export const FIELD_MARGIN = 1;
