import { OUTPUT_BYTES, OUTPUT_PAGES } from '../limits.ts';
import { boundsRefusal } from './bounds.ts';
import { coverageFindings } from './coverage.ts';
import { FAMILIES, familyOrder } from './fonts.ts';
import { PAGES } from './page.ts';
import { printableBlocks } from './printable.ts';
import type { Printed, Printer, PrintJob, PrintRefusal } from './printer.ts';
import { textsOf } from './texts-of.ts';
import { DOCUMENT_PROGRAM } from './typst/document-program.ts';
import { signaturePlaces } from './typst/signature-places.ts';
import { typeset } from './typst/typesetting.ts';

/** Prints with Typst: small, quick, and without anything that could be reached. */
export const typstPrinter: Printer = { name: 'typst', print };

async function print(job: PrintJob): Promise<Printed | PrintRefusal> {
  const bounds = boundsRefusal(job);
  if (bounds) return bounds;
  const findings = coverageFindings(job.tree);
  if (findings.length > 0) return { code: 'uncovered_characters', findings };

  const document = await typeset({
    program: DOCUMENT_PROGRAM,
    data: dataOf(job),
    mostPages: OUTPUT_PAGES,
  });
  if (document === 'too_long') return { code: 'too_long_to_print' };
  if (document.pageCount > OUTPUT_PAGES) return { code: 'too_many_pages' };
  if (document.pdf.length > OUTPUT_BYTES) return { code: 'output_too_large' };
  return {
    pdf: document.pdf,
    pages: Array.from({ length: document.pageCount }, () => PAGES[job.pageSize]),
    signatures: signaturePlaces(document.marks),
  };
}

function dataOf({ tree, pageSize, title }: PrintJob): string {
  const families = familyOrder([...textsOf(tree.blocks)].map(({ text }) => text).join(' '));
  const names = families.map((key) => FAMILIES[key].name);
  return JSON.stringify({
    title: title.toWellFormed(),
    page: PAGES[pageSize],
    families: names,
    codeFamilies: [FAMILIES.code.name, ...names],
    blocks: printableBlocks(tree, pageSize),
  });
}
