import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

/** Far more than a tree of that many pages needs, and few enough to walk quickly. */
const BRANCHES_PER_PAGE = 4;

/**
 * Counts the pages without trusting the file's own count: a branch that contains itself, or is
 * referenced twice and so doubles at every level, would never end.
 */
export function countPages(document: PDFDocument, limit: number): number | 'broken' | 'too_many' {
  const seen = new Set<PDFRef>();
  const open: unknown[] = [document.catalog.get(PDFName.of('Pages'))];
  let pages = 0;

  while (open.length > 0) {
    const reference = open.pop();
    const node = reference instanceof PDFRef ? document.context.lookup(reference) : undefined;
    if (!(reference instanceof PDFRef) || !(node instanceof PDFDict)) return 'broken';
    if (seen.has(reference)) return 'broken';
    seen.add(reference);
    if (seen.size > limit * BRANCHES_PER_PAGE) return 'too_many';

    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) open.push(...kids.asArray().slice(0, limit + 1));
    else pages += 1;
    if (pages > limit) return 'too_many';
  }
  return pages;
}
