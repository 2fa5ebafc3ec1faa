import { OUTPUT_BYTES, OUTPUT_PAGES } from '../limits.ts';
import { boundsRefusal } from './bounds.ts';
import { coverageFindings } from './coverage.ts';
import { PAGES } from './page.ts';
import { placeOfPage } from './place-of-page.ts';
import type { Printed, Printer, PrintJob, PrintRefusal } from './printer.ts';
import { readable } from './text-layer/readable.ts';
import { boxPlaces } from './typst/box-places.ts';
import { DOCUMENT_PROGRAM } from './typst/document-program.ts';
import { typeset } from './typst/typesetting.ts';
import { typstInput } from './typst-input.ts';

/** Prints with Typst: small, fast, and without network or file access. */
export const typstPrinter: Printer = { name: 'typst', print };

async function print(job: PrintJob): Promise<Printed | PrintRefusal> {
  const bounds = boundsRefusal(job);
  if (bounds) return bounds;
  const findings = coverageFindings(job.tree);
  if (findings.length > 0) return { code: 'uncovered_characters', findings };

  const { data, fonts, text, files } = typstInput(job);
  const document = await typeset({ program: DOCUMENT_PROGRAM, data, fonts, files, mostPages: OUTPUT_PAGES });
  if (document === 'too_long') return { code: 'too_long_to_print' };
  if (document.pageCount > OUTPUT_PAGES)
    return { code: 'too_many_pages', at: await placeOfPage(OUTPUT_PAGES + 1, job) };
  const pdf = await readable(document.pdf, text);
  if (pdf.length > OUTPUT_BYTES) return { code: 'output_too_large' };
  return {
    pdf,
    pages: Array.from({ length: document.pageCount }, () => PAGES[job.pageSize]),
    ...boxPlaces(document.marks),
  };
}
