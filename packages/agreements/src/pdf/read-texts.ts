import { MOST_POINTS } from './page-geometry.ts';
import { openInViewer } from './viewer.ts';

/** A visible piece of text: where its baseline begins, in points from the top left. */
export interface TextPiece {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Whether the line ends after it. */
  isLineEnd: boolean;
}

/** More than any real contract has; a file may claim millions. */
const MOST_PIECES = 200_000;

/** The text of each page, in file order. */
export async function readTexts(pdf: Uint8Array): Promise<TextPiece[][]> {
  const viewer = await openInViewer(pdf);
  try {
    const pages: TextPiece[][] = [];
    let count = 0;
    for (let pageNumber = 1; pageNumber <= viewer.document.numPages; pageNumber += 1) {
      const page = await viewer.document.getPage(pageNumber);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const pieces: TextPiece[] = [];
      for (const item of items) {
        if (!('str' in item) || count >= MOST_PIECES) continue;
        count += 1;
        const [x, y] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
        if (!(Math.abs(x) <= MOST_POINTS && Math.abs(y) <= MOST_POINTS)) continue;
        pieces.push({ text: item.str, x, y, width: item.width, isLineEnd: item.hasEOL });
      }
      pages.push(pieces);
      page.cleanup();
    }
    return pages;
  } finally {
    await viewer.close();
  }
}
