import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

/**
 * Whether a signature field has been signed. An empty one does not prevent signing. Both the form
 * and the pages are searched, because either may lack fields.
 */
export function isSigned(document: PDFDocument): boolean {
  const { context, catalog } = document;
  const permissions = catalog.lookup(PDFName.of('Perms'));
  if (permissions instanceof PDFDict && permissions.has(PDFName.of('DocMDP'))) return true;

  const form = catalog.lookup(PDFName.of('AcroForm'));
  const open: unknown[] = document.getPages().map(({ node }) => node.get(PDFName.of('Annots')));
  if (form instanceof PDFDict) open.push(form.get(PDFName.of('Fields')));
  const seen = new Set<PDFRef>();
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) {
      if (seen.has(next)) continue;
      seen.add(next);
    }
    const found = next instanceof PDFRef ? context.lookup(next) : next;
    if (found instanceof PDFArray) for (const one of found.asArray()) open.push(one);
    if (!(found instanceof PDFDict)) continue;
    if (isSignedField(found)) return true;
    open.push(found.get(PDFName.of('Kids')), found.get(PDFName.of('Parent')));
  }
  return false;
}

const isSignedField = (field: PDFDict) =>
  field.lookup(PDFName.of('FT')) === PDFName.of('Sig') && field.lookup(PDFName.of('V')) instanceof PDFDict;
