import { openInViewer } from '../../src/pdf/viewer.ts';

export interface PlacedText {
  text: string;
  pageNumber: number;
  /** Where its baseline begins, from the top left of the page as it is seen. */
  x: number;
  y: number;
}

/** Every text of a file with its visible position, and whether a form is left. */
export async function readPdf(pdf: Uint8Array) {
  const viewer = await openInViewer(pdf);
  try {
    const texts: PlacedText[] = [];
    let widgetCount = 0;
    for (let pageNumber = 1; pageNumber <= viewer.document.numPages; pageNumber += 1) {
      const page = await viewer.document.getPage(pageNumber);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [x, y] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
        texts.push({ text: item.str, pageNumber, x, y });
      }
      const annotations = await page.getAnnotations();
      widgetCount += annotations.filter(({ subtype }) => subtype === 'Widget').length;
    }
    return { texts, widgetCount, pageCount: viewer.document.numPages };
  } finally {
    await viewer.close();
  }
}
