import type { PDFPageProxy } from 'pdfjs-dist';
import type { OpenPdf } from '../pdf/open-pdf.ts';

/**
 * Makes pdf.js draw a page without the widgets of these form fields: the form layer draws them with
 * the signers' values, and the form's own values must not show through.
 */
export async function hideWidgets({ file }: OpenPdf, page: PDFPageProxy, names: ReadonlySet<string>): Promise<void> {
  if (names.size === 0) return;
  for (const { id, fieldName } of await page.getAnnotations())
    if (typeof fieldName === 'string' && names.has(fieldName)) file.annotationStorage.setValue(id, { noView: true });
}
