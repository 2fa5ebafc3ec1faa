import { OUTPUT_BYTES, OUTPUT_PAGES } from '../limits.ts';
import { boundsRefusal } from './bounds.ts';
import { coverageFindings } from './coverage.ts';
import type { FamilyKey } from './fonts.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import { PAGES } from './page.ts';
import { printableBlocks } from './printable.ts';
import type { Printed, Printer, PrintJob, PrintRefusal } from './printer.ts';
import { runningTitle } from './running-title.ts';
import { readable } from './text-layer/readable.ts';
import { textsOf } from './texts-of.ts';
import { boxPlaces } from './typst/box-places.ts';
import { DOCUMENT_PROGRAM } from './typst/document-program.ts';
import { typeset } from './typst/typesetting.ts';

/** Prints with Typst: small, quick, and without anything that could be reached. */
export const typstPrinter: Printer = { name: 'typst', print };

async function print(job: PrintJob): Promise<Printed | PrintRefusal> {
  const bounds = boundsRefusal(job);
  if (bounds) return bounds;
  const findings = coverageFindings(job.tree);
  if (findings.length > 0) return { code: 'uncovered_characters', findings };

  const { data, fonts, text } = inputOf(job);
  const document = await typeset({
    ...{ program: DOCUMENT_PROGRAM, data, fonts },
    mostPages: OUTPUT_PAGES,
  });
  if (document === 'too_long') return { code: 'too_long_to_print' };
  if (document.pageCount > OUTPUT_PAGES) return { code: 'too_many_pages' };
  const pdf = await readable(document.pdf, text);
  if (pdf.length > OUTPUT_BYTES) return { code: 'output_too_large' };
  return {
    pdf,
    pages: Array.from({ length: document.pageCount }, () => PAGES[job.pageSize]),
    ...boxPlaces(document.marks),
  };
}

/** What the program is given, the fonts it needs for that, and all that will be seen. */
function inputOf({ tree, pageSize, title, language }: PrintJob) {
  const header = runningTitle(title, pageSize);
  const texts = [...textsOf(tree.blocks)].map((one) => one.text);
  const text = [header.text, ...texts, OURS].join(' ');
  const families = neededFamilies(text);
  const codeFamilies = [...new Set<FamilyKey>(['code', ...families])];
  const data = JSON.stringify({
    title: title.toWellFormed(),
    header,
    ...languageOf(language),
    page: PAGES[pageSize],
    families: namesOf(families),
    rtlFamilies: namesOf(rightToLeftOrder(families)),
    codeFamilies: namesOf(codeFamilies),
    blocks: printableBlocks(tree, pageSize),
  });
  return { data, text, fonts: filesOf(codeFamilies) };
}

/** What is seen though no text holds it: markers of lists, page numbers. */
const OURS = '• 0123456789 /';

/** Typst takes a language and a region; it knows no others than those of two or three letters. */
function languageOf(tag: string | undefined) {
  const locale = tag === undefined ? undefined : new Intl.Locale(tag);
  const region = locale?.region ?? '';
  return { language: locale?.language ?? 'und', region: /^[A-Z]{2}$/.test(region) ? region : null };
}
