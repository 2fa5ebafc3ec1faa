import { drawObject, type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { instructionsOf } from './draw-on-page.ts';
import { drawTagged } from './draw-tagged.ts';
import type { PlacedDrawing } from './drawing.ts';
import { loadPdf } from './load-pdf.ts';
import type { OverlayText, PrintOverlay } from './overlay.ts';
import { geometryOf, seenSize } from './page-geometry.ts';

/**
 * Texts are printed onto transparent pages, one per page that has any, and drawn over the original:
 * only the printer can shape every script.
 */
export async function drawOverlays(
  document: PDFDocument,
  drawings: readonly PlacedDrawing[],
  printOverlay: PrintOverlay,
): Promise<void> {
  const texts = new Map<number, OverlayText[]>();
  for (const { pageNumber, drawing } of drawings)
    if (drawing.kind === 'text') texts.set(pageNumber, [...(texts.get(pageNumber) ?? []), drawing.text]);
  if (texts.size === 0) return;

  const pageNumbers = [...texts.keys()];
  const printed = await printOverlay(
    pageNumbers.map((pageNumber) => ({
      ...seenSize(geometryOf(document.getPage(pageNumber - 1))),
      texts: texts.get(pageNumber) ?? [],
    })),
  );
  const overlay = await loadPdf(printed);
  for (const page of overlay.getPages()) withoutMarks(page);
  const layers = await document.embedPages(overlay.getPages());
  for (const [index, layer] of layers.entries()) {
    const page = document.getPage((pageNumbers[index] ?? 0) - 1);
    drawTagged(page, { role: 'P' }, [drawObject(page.node.newXObject('Values', layer.ref))]);
  }
}

/**
 * Marked-content ids of the overlay would be taken for those of the page, which uses the same
 * numbers.
 */
function withoutMarks(page: PDFPage): void {
  const { context } = page.doc;
  const content = instructionsOf(page).replaceAll(/(<<[^<>]*)\/MCID \d+([^<>]*>>\s*BDC)/g, '$1$2');
  const stream = context.flateStream(Buffer.from(content, 'latin1'));
  page.node.set(PDFName.of('Contents'), context.register(stream));
}
