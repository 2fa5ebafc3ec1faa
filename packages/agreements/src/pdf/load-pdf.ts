import { PDFDocument } from '@cantoo/pdf-lib';

/** The password of files that are encrypted but can be opened by anyone. */
const NO_PASSWORD = '';

/** Loads a file without changing its dates or form. Throws if it cannot be parsed. */
export async function loadPdf(pdf: Uint8Array): Promise<PDFDocument> {
  const options = {
    updateMetadata: false,
    preserveXFA: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  };
  const document = await PDFDocument.load(pdf, { ...options, ignoreEncryption: true });
  if (!document.isEncrypted) return document;
  return PDFDocument.load(pdf, { ...options, password: NO_PASSWORD });
}
