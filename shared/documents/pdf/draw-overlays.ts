import { drawObject, type PDFDocument } from '@cantoo/pdf-lib';
import { drawAsSeen } from './draw-on-page.ts';
import type { PlacedDrawing } from './drawing.ts';
import { loadPdf } from './load-pdf.ts';
import type { OverlayText, PrintOverlay } from './overlay.ts';
import { geometryOf, seenSize } from './page-geometry.ts';

/**
 * Texts are printed onto transparent pages, one for each page that has any, and these are laid over:
 * only the printer knows how the letters of every script join.
 */
export async function drawOverlays(
  document: PDFDocument,
  drawings: readonly PlacedDrawing[],
  printOverlay: PrintOverlay,
): Promise<void> {
  const texts = new Map<number, OverlayText[]>();
  for (const { pageNumber, drawing } of drawings)
    if (drawing.kind === 'text')
      texts.set(pageNumber, [...(texts.get(pageNumber) ?? []), drawing.text]);
  if (texts.size === 0) return;

  const pageNumbers = [...texts.keys()];
  const printed = await printOverlay(
    pageNumbers.map((pageNumber) => ({
      ...seenSize(geometryOf(document.getPage(pageNumber - 1))),
      texts: texts.get(pageNumber) ?? [],
    })),
  );
  const overlay = await loadPdf(printed);
  const layers = await document.embedPages(overlay.getPages());
  for (const [index, layer] of layers.entries()) {
    const page = document.getPage((pageNumbers[index] ?? 0) - 1);
    drawAsSeen(page, [drawObject(page.node.newXObject('Values', layer.ref))]);
  }
}
