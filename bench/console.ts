import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { answers, page as pageOf, workItem } from '#test/console/filled.ts';
import { type Answering, type StubService, startStub } from '#test/console/stub-service.ts';
import { chromiumPath, launchChromium } from '#test/support/chromium.ts';
import { buildConsolePage } from '#test/support/console-page.ts';
import { report } from './support/engines.ts';
import { isSmall, sized, skip } from './support/size.ts';

/**
 * What a person waits for in the console: the built files in Chromium, against generated answers with 10,000 rows in the
 * inbox. Times are those of this machine; run it while nothing else runs.
 */
const ROWS = sized(10_000, 200);
const PRESSES = sized(200, 5);
const TARGETS = { taskMs: 50, keyMs: 50, calls: 3, kB: 100, scriptKB: 200 };
const SUBJECT = '019ced2c-0004-7000-8000-000000000001';
/** Shared by all screens: who is signed in, and the numbers in the navigation. */
const SHELL = new Set(['organization.readMe', 'risk.readCounts']);
/** The keys of the navigation, pressed once before they are measured. */
const WARM_SCREENS = { inbox: 'g i', matches: 'g m', subjects: 'g s', policies: 'g p', 'event log': 'g e' };

if (!chromiumPath) skip('Chromium is missing.');

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

function against(name: string, value: number, unit: string, target: number): void {
  report({ name, value, unit, against: `${target} ${unit}`, ratio: value / target });
  if (!isSmall && value > target) process.exitCode = 1;
}

function firstLoadKB(): number {
  const files = Object.entries(buildConsolePage()).map(([name, gzipped]) => ({
    name: name.replace(/\.gz$/, ''),
    content: gunzipSync(gzipped),
  }));
  const html = files.find(({ name }) => name === 'index.html')?.content.toString() ?? '';
  return files
    .filter(({ name }) => name.endsWith('.js') && html.includes(`/${name}"`))
    .reduce((sum, { content }) => sum + gzipSync(content, { level: 9 }).length / 1000, 0);
}

const rows = Array.from({ length: ROWS }, (_, index) => workItem(index));
const many: Answering = (call) => (call.route === 'risk.listWorklist' ? pageOf(rows) : answers(call));

const browser = await launchChromium();

async function visit(path: string, answering: Answering): Promise<{ page: Page; stub: StubService }> {
  const stub = await startStub(answering);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH_TASKS);
  await page.goto(`${stub.origin}/console${path}`);
  await atRest(page);
  return { page, stub };
}

async function atRest(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 120_000 });
  await page.locator('.skeleton').first().waitFor({ state: 'detached', timeout: 120_000 });
  await page.waitForLoadState('networkidle');
}

/** Scripts for the page, as text: they know names that only browsers have. */
const WATCH_TASKS = `
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;
/** From the key to the frame that shows the row. */
const PRESS_J = `new Promise((resolve) => {
  const startedMs = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedMs)));
})`;

const longestTask = (shown: Page) => shown.evaluate<number>('Math.max(0, ...tasks.splice(0))');

against('JavaScript of the first load', firstLoadKB(), 'kB', TARGETS.scriptKB);

for (const [name, path] of Object.entries({ inbox: '/test/inbox', subject: `/test/subjects/${SUBJECT}` })) {
  const { page, stub } = await visit(path, answers);
  const calls = new Set(stub.calls.map(({ route }) => route).filter((route) => !SHELL.has(route)));
  // Names of people, and whether others look at it: asked after the screen is drawn.
  for (const later of ['organization.listDirectory', 'risk.updatePresence']) calls.delete(later);
  against(`${name}: calls`, calls.size, 'calls', TARGETS.calls);
  against(`${name}: answers`, stub.bytes() / 1000, 'kB', TARGETS.kB);
  await page.context().close();
  await stub.stop();
}

const { page, stub } = await visit('/test/inbox', many);
await longestTask(page);
const presses: number[] = [];
for (let press = 0; press < PRESSES; press++) {
  presses.push(await page.evaluate<number>(PRESS_J));
  // People look at a row before they go on.
  await page.waitForTimeout(sized(100, 0));
}
report({ name: `j among ${ROWS} rows, median`, value: percentile(presses, 0.5), unit: 'ms' });
against(`j among ${ROWS} rows, p95`, percentile(presses, 0.95), 'ms', TARGETS.keyMs);
against('  longest task meanwhile', await longestTask(page), 'ms', TARGETS.taskMs);

await page.context().close();
await stub.stop();

const ordinary = await visit('/test/inbox', answers);
for (const round of ['cold', 'warm'])
  for (const [name, keys] of Object.entries(WARM_SCREENS)) {
    await longestTask(ordinary.page);
    for (const key of keys.split(' ')) await ordinary.page.keyboard.press(key);
    await ordinary.page.waitForTimeout(sized(700, 50));
    await atRest(ordinary.page);
    if (round === 'warm')
      against(`${name}, warm: longest task`, await longestTask(ordinary.page), 'ms', TARGETS.taskMs);
  }
await ordinary.stub.stop();
await browser.close();
process.exit();
