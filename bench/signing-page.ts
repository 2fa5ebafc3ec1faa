import type { Browser } from 'playwright-core';
import type { Block, Inline } from '#packages/agreements/src/markdown/tree.ts';
import { drawFirstPage } from '#packages/agreements/src/pdf/draw-first-page.ts';
import { printerOf } from '#packages/agreements/src/printing/choose-printer.ts';
import { aField, aState } from '#packages/signing-page/test/stub-document.ts';
import { type StubFiles, startStub } from '#test/documents/page/stub-service.ts';
import { chromiumPath, launchChromium } from '#test/support/chromium.ts';
import { report } from './support/engines.ts';
import { isSmall, sized, skip } from './support/size.ts';

/**
 * How long a signer waits on a phone with slow 3G: until the first page can be read, and until the whole document is
 * drawn and can be signed. Once with the preview of the first page and once without it, in one run. Chromium delays
 * every request by the latency and shares the bandwidth among them; it does not count the handshakes of TCP and TLS.
 */
const SLOW_3G = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const NETWORK = sized(SLOW_3G, { latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const TARGET_SECONDS = 5;
const PAGES = sized(5, 1);
const A4 = { width: 595.28, height: 841.89 };

const at = { line: 1, column: 1 };
const text = (words: string): Inline => ({ kind: 'text', text: words, at });
const paragraph = (words: string): Block => ({ kind: 'paragraph', children: [text(words)] });
const CLAUSE =
  'The Supplier shall deliver the goods and services described in Annex A within thirty days of the Effective Date, and the Customer shall pay the charges without set-off or deduction. ';

const pageOf = (number: number): Block[] => [
  { kind: 'heading', level: 2, children: [text(`${number}. Terms of delivery`)] },
  ...Array.from({ length: 7 }, () => paragraph(CLAUSE.repeat(3))),
  { kind: 'page-break' },
];

async function printAgreement(): Promise<Uint8Array> {
  const blocks = Array.from({ length: PAGES }, (_, page) => pageOf(page + 1)).flat();
  const printed = await printerOf('typst').print({
    pageSize: 'A4',
    title: 'Agreement',
    tree: { blocks: blocks.slice(0, -1) },
  });
  if ('code' in printed) throw new Error(printed.code);
  return printed.pdf;
}

interface Visit {
  firstPageSeconds: number;
  documentSeconds: number;
  /** Bytes over the network until the first page was shown, and in total. */
  firstPageBytes: number;
  bytes: number;
}

async function visit(browser: Browser, files: StubFiles): Promise<Visit> {
  const signature = aField({ fieldType: 'signature', label: 'Signature', yPosition: 700 });
  const state = aState([signature]);
  state.document.pages = Array.from({ length: PAGES }, () => A4);
  const stub = await startStub(state, files);
  const context = await browser.newContext({ locale: 'en-GB', ...PHONE });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });

  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1000;
  const patience = { timeout: 120_000 };
  await page.goto(stub.pageUrl, { waitUntil: 'commit' });
  await page.locator('.sheet:is(.previewed, .drawn)').first().waitFor(patience);
  const firstPage = { firstPageSeconds: secondsSince(), firstPageBytes: bytes };
  await page.locator('.sheet.drawn').first().waitFor(patience);
  const whole = { documentSeconds: secondsSince(), bytes };
  await context.close();
  await stub.stop();
  return { ...firstPage, ...whole };
}

if (!chromiumPath) skip('Chromium is missing.');
const pdf = await printAgreement();
const preview = await drawFirstPage(pdf);
if (!preview) throw new Error('The first page cannot be drawn.');
report({ name: `PDF of ${PAGES} pages`, value: pdf.length / 1000, unit: 'kB' });
report({ name: 'preview of its first page', value: preview.length / 1000, unit: 'kB' });

const browser = await launchChromium();
for (const [name, files] of Object.entries({
  'without a preview': { pdf, preview: null },
  'with a preview': { pdf, preview },
})) {
  const seen = await visit(browser, files);
  const target = { against: `${TARGET_SECONDS} s`, ratio: seen.firstPageSeconds / TARGET_SECONDS };
  report({ name: `first page, ${name}`, value: seen.firstPageSeconds, unit: 's', ...target });
  report({ name: `  transferred by then`, value: seen.firstPageBytes / 1000, unit: 'kB' });
  report({ name: `whole document, ${name}`, value: seen.documentSeconds, unit: 's' });
  report({ name: `  transferred by then`, value: seen.bytes / 1000, unit: 'kB' });
  if (!isSmall && files.preview && seen.firstPageSeconds > TARGET_SECONDS) process.exitCode = 1;
}
await browser.close();
process.exit();
