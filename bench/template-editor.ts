import type { Page } from 'playwright-core';
import { documentRoutes } from '#shared/documents/routes.ts';
import { answers } from '#test/console/filled.ts';
import { ID } from '#test/console/screens.ts';
import { type Forwarding, startStub } from '#test/console/stub-service.ts';
import { call } from '#test/support/api.ts';
import { chromiumPath, launchChromium } from '#test/support/chromium.ts';
import { aSigningWorld, done, type SigningWorld } from '#test/support/signing-world.ts';
import { median, report, timeOf, withEngines } from './support/engines.ts';
import { isSmall, sized, skip } from './support/size.ts';

/**
 * From a key in the template editor to the page that shows it: the rest after the last key, the check and the print by
 * the functions of the service, and the drawing in Chromium, all on this machine and without the way over the network.
 */
const PRESSES = sized(60, 3);
const PAGES = sized([1, 5], [1]);
const TARGET_MS = 300;
const PERCENTILE = 0.95;

if (!chromiumPath) skip('Chromium is missing.');

const CLAUSE =
  'The Supplier shall deliver the goods described in Annex A within {{ days }} days, and the Customer shall pay the charges. ';
const pageOf = (number: number) =>
  `## ${number}. Terms of delivery\n\n${Array.from({ length: 6 }, () => `${CLAUSE.repeat(3)}\n`).join('\n')}`;
const sourceOf = (pages: number) =>
  `Written here:\n\n${Array.from({ length: pages }, (_, page) => pageOf(page + 1)).join('\n')}\n` +
  '::signature{role=buyer, label=Buyer}\n';
const SAMPLE = { days: 30 };

/** Scripts for the page, as text: they know names that only browsers have. */
const WATCH = `
  globalThis.waits = [];
  let pressedMs;
  addEventListener('keydown', () => { pressedMs = performance.now(); }, true);
  new MutationObserver(() => {
    if (pressedMs === undefined) return;
    waits.push(performance.now() - pressedMs);
    pressedMs = undefined;
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-drawn'] });`;

const drawingAfter = (presses: number) => `new Promise((resolve) => {
  const look = () => (waits.length > ${presses} ? resolve() : setTimeout(look, 10));
  look();
})`;

/** The console with an API of which the template, its check and its preview are real. */
function forwardedTo({ key }: SigningWorld, stored: object): Forwarding {
  return async (asked) => {
    if (asked.route === 'documents.readTemplate') return { body: stored };
    const [, name] = asked.route.split('.');
    if (name !== 'previewTemplate' && name !== 'checkTemplate') return answers(asked);
    const { status, body } = await call(key, documentRoutes[name], { body: asked.body });
    return { status, body: typeof body === 'string' ? Buffer.from(body, 'base64') : body };
  };
}

async function waitsWith(page: Page): Promise<number[]> {
  const source = page.getByLabel('Source in Markdown and Liquid');
  await page.locator('[data-drawn]').waitFor({ timeout: 120_000 });
  await source.press('Control+Home');
  await source.press('End');
  await page.evaluate(WATCH);
  for (let press = 0; press < PRESSES; press += 1) {
    await page.keyboard.press('abcdefghijklmnopqrstuvwxyz'[press % 26] ?? 'a');
    await page.evaluate(drawingAfter(press));
  }
  return page.evaluate<number[]>('waits');
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

await withEngines(async () => {
  process.env.RATE_LIMITS = 'off';
  process.env.SPENDING_LIMITS = 'off';
  const world = await aSigningWorld();
  const browser = await launchChromium();
  for (const pages of PAGES) {
    const body = { name: `Agreement of ${pages}`, source: sourceOf(pages), sampleData: SAMPLE };
    const stored = await done(world.key, documentRoutes.createTemplate, { body });
    const preview = { source: body.source, sampleData: SAMPLE };
    const prints: number[] = [];
    for (let time = 0; time < sized(10, 1); time += 1)
      prints.push(await timeOf(() => done(world.key, documentRoutes.previewTemplate, { body: preview })));

    const stub = await startStub(forwardedTo(world, { ...stored, id: ID }));
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${stub.origin}/console/test/templates/${ID}/edit`);
    const waits = await waitsWith(page);
    await context.close();
    await stub.stop();

    const of = `template of ${pages} page(s)`;
    report({ name: `${of}: the preview by the service alone, median`, value: median(prints), unit: 'ms' });
    report({ name: `${of}: from a key to its page, median`, value: median(waits), unit: 'ms' });
    const slowMs = percentile(waits, PERCENTILE);
    const against = `${TARGET_MS} ms`;
    report({
      name: `${of}: from a key to its page, p95`,
      value: slowMs,
      unit: 'ms',
      against,
      ratio: slowMs / TARGET_MS,
    });
    if (!isSmall && slowMs > TARGET_MS) process.exitCode = 1;
  }
  await browser.close();
});
process.exit();
