import type { PageSize, Printer } from '../printing/printer.ts';
import { type CompletionFacts, certificateTrees } from './certificate-of-completion.ts';

const TITLE = 'Certificate of completion';

/** With names as people have them, a third of the pages that a printer prints at once. */
const ENTRIES_PER_TREE = 500;

/**
 * The certificate as PDFs, to be put behind the document one after the other. Whoever signs last must not be
 * refused for how much there is to certify: what turns out to be too many pages at once is printed in
 * smaller parts.
 */
export async function printCertificate(
  facts: CompletionFacts,
  print: Printer['print'],
  pageSize: PageSize,
  entriesPerTree = ENTRIES_PER_TREE,
): Promise<Uint8Array[]> {
  const pdfs: Uint8Array[] = [];
  for (const tree of certificateTrees(facts, entriesPerTree)) {
    const printed = await print({ tree, pageSize, title: TITLE });
    if ('pdf' in printed) pdfs.push(printed.pdf);
    else if (printed.code === 'too_many_pages' && entriesPerTree > 1)
      return printCertificate(facts, print, pageSize, Math.ceil(entriesPerTree / 2));
    else throw new Error(`The certificate of completion was not printed: ${printed.code}.`);
  }
  return pdfs;
}
