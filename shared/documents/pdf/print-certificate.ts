import type { PageSize, Printer } from '../printing/printer.ts';
import { type CompletionFacts, certificateTrees } from './certificate-of-completion.ts';

const TITLE = 'Certificate of completion';

/** The certificate as PDFs, to be put behind the document one after the other. */
export async function printCertificate(
  facts: CompletionFacts,
  print: Printer['print'],
  pageSize: PageSize,
): Promise<Uint8Array[]> {
  const pdfs: Uint8Array[] = [];
  for (const tree of certificateTrees(facts)) {
    const printed = await print({ tree, pageSize, title: TITLE });
    if (!('pdf' in printed))
      throw new Error(`The certificate of completion was not printed: ${printed.code}.`);
    pdfs.push(printed.pdf);
  }
  return pdfs;
}
