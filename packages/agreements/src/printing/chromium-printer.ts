import { createHash } from 'node:crypto';
import { OUTPUT_BYTES, OUTPUT_PAGES, RENDER_SECONDS } from '../limits.ts';
import { boundsRefusal } from './bounds.ts';
import { killBrowser } from './chromium/browser.ts';
import { finishChromiumPdf } from './chromium/finish-pdf.ts';
import { escaped, htmlOf } from './chromium/html.ts';
import { pageStyles } from './chromium/page-styles.ts';
import { IMAGE_ORIGIN, printHtml } from './chromium/print-html.ts';
import { coverageFindings } from './coverage.ts';
import { familyOrder } from './fonts.ts';
import { placeOfPage } from './place-of-page.ts';
import { printableBlocks } from './printable.ts';
import type { Printed, Printer, PrintJob, PrintRefusal } from './printer.ts';
import { runningTitle } from './running-title.ts';
import { textsOf } from './texts-of.ts';

/** Prints with Chromium: larger and slower, with PDFs tagged for screen readers. */
export const chromiumPrinter = chromiumWithin(RENDER_SECONDS);

/** Its processes do not tell how long they compute, so the limit is one of the clock. */
export function chromiumWithin(seconds: number): Printer {
  return { name: 'chromium', print: (job) => print(job, seconds) };
}

let last: Promise<unknown> = Promise.resolve();

/** One job at a time: killing the browser would abort concurrent jobs. */
function print(job: PrintJob, seconds: number): Promise<Printed | PrintRefusal> {
  const turn = last.then(() => printNow(job, seconds));
  last = turn.catch(() => undefined);
  return turn;
}

async function printNow(job: PrintJob, seconds: number): Promise<Printed | PrintRefusal> {
  const bounds = boundsRefusal(job);
  if (bounds) return bounds;
  const findings = coverageFindings(job.tree);
  if (findings.length > 0) return { code: 'uncovered_characters', findings };

  const host = `https://${fingerprint(job)}.invalid/`;
  const pdf = await inTime(
    printHtml(
      documentHtml(job, (mark) => host + mark),
      job.images,
    ),
    seconds,
  );
  if (pdf === 'too_long') return { code: 'too_long_to_print' };
  const markOf = (href: string) => (href.startsWith(host) ? href.slice(host.length) : undefined);
  const printed = await finishChromiumPdf(pdf, markOf);
  if (printed.pages.length > OUTPUT_PAGES)
    return { code: 'too_many_pages', at: await placeOfPage(OUTPUT_PAGES + 1, job) };
  if (printed.pdf.length > OUTPUT_BYTES) return { code: 'output_too_large' };
  return printed;
}

/** A host that no link of the document can name, because a document cannot contain its own hash. */
const fingerprint = (job: PrintJob) => createHash('sha256').update(JSON.stringify(job)).digest('hex').slice(0, 40);

/** The HTML to print. It may not load or run anything. */
export function documentHtml(
  { tree, pageSize, title, language = 'und' }: PrintJob,
  linkOf: (mark: string) => string,
): string {
  const families = familyOrder([...textsOf(tree.blocks)].map(({ text }) => text).join(' '));
  const { text: header } = runningTitle(title, pageSize);
  return `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${IMAGE_ORIGIN}">
<title>${escaped(title.toWellFormed())}</title><style>${pageStyles(pageSize, families, header)}</style></head>
<body>${htmlOf(printableBlocks(tree, pageSize), linkOf)}</body></html>`;
}

async function inTime(printing: Promise<Uint8Array>, seconds: number): Promise<Uint8Array | 'too_long'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'too_long'>((resolve) => {
    timer = setTimeout(() => resolve('too_long'), seconds * 1000);
  });
  // Errors of a killed browser are irrelevant.
  printing.catch(() => undefined);
  const outcome = await Promise.race([printing, timeout]).finally(() => clearTimeout(timer));
  if (outcome === 'too_long') await killBrowser();
  return outcome;
}
