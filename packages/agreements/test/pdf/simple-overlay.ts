import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PrintOverlay } from '../../src/pdf/overlay.ts';

/** A simple printer for Latin text without wrapping, enough to check positions. */
export const simpleOverlay: PrintOverlay = async (pages) => {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { width, height, texts } of pages) {
    const page = document.addPage([width, height]);
    page.pushOperators();
    for (const { text, x, y, height: boxHeight, fontSize } of texts)
      page.drawText(text, {
        x: x + 4,
        y: height - y - boxHeight / 2 - fontSize / 3,
        size: fontSize,
        font,
        color: rgb(0, 0, 0),
      });
  }
  return document.save();
};
