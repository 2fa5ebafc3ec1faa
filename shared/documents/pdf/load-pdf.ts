import { PDFDocument } from '@cantoo/pdf-lib';

/** The password of files that are encrypted and yet open to everybody. */
const NO_PASSWORD = '';

/** A file as it is: opening it changes no date and no form in it. Throws where it cannot be read. */
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
