import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { buildConsolePage } from '#test/support/console-page.ts';
import { some } from '#test/support/soak.ts';
import { atRest, consoleBrowser, settled } from './console-browser.ts';
import { answers, page as pageOf, workItem } from './filled.ts';

const KB = 1024;
const LIMITS = {
  firstLoad: 200 * KB,
  screens: 60 * KB,
  style: 12 * KB,
  answers: 100 * KB,
  calls: 3,
  frameMs: 100,
};
/** Loaded when a PDF is shown, and never before. */
const PDF_VIEWER = /^pdf/;

const files = () =>
  Object.entries(buildConsolePage()).map(([name, content]) => ({
    name: name.replace(/\.gz$/, ''),
    bytes: gzipSync(gunzipSync(content), { level: 9 }).length,
    text: () => gunzipSync(content).toString(),
  }));

test('console budget: scripts of the first load are at most 200 KB, styles 12 KB', () => {
  const all = files();
  const html = all.find(({ name }) => name === 'index.html')?.text() ?? '';
  const isLoaded = ({ name }: { name: string }) => html.includes(`/${name}"`);
  const sum = (extension: string) =>
    all
      .filter((file) => isLoaded(file) && file.name.endsWith(extension))
      .reduce((total, { bytes }) => total + bytes, 0);
  expect(sum('.js')).toBeGreaterThan(0);
  expect(sum('.js')).toBeLessThanOrEqual(LIMITS.firstLoad);
  expect(sum('.css')).toBeLessThanOrEqual(LIMITS.style);
});

test('console budget: no group of screens is larger than 60 KB', () => {
  const html =
    files()
      .find(({ name }) => name === 'index.html')
      ?.text() ?? '';
  const later = files().filter(
    ({ name }) => name.endsWith('.js') && !html.includes(`/${name}"`) && !PDF_VIEWER.test(name),
  );
  expect(later.filter(({ bytes }) => bytes > LIMITS.screens)).toEqual([]);
});

/** Calls that every screen shares: who is signed in, and the numbers in the navigation. */
const SHELL = ['organization.readMe', 'risk.readCounts'];
/** Names of people and lists, read once for all screens, what is below the fold, and later who else is looking. */
const PRESENCE = ['risk.updatePresence', 'risk.endPresence'];
const LATER = [
  'organization.listDirectory',
  'screening.listScreeningSources',
  'organization.listSettingsProposals',
  ...PRESENCE,
];
const SUBJECT = '019ced2c-0004-7000-8000-000000000001';
const browser = consoleBrowser();

describe.skipIf(!chromiumPath)('budget of the console (needs Chromium)', () => {
  test.each(
    some(
      [
        'inbox',
        'matches',
        'subjects',
        `subjects/${SUBJECT}`,
        'policies/onboarding',
        'lists/ofac_sdn',
        'webhooks',
        'webhooks/019ced2c-4000-7000-8000-5d3c2b1a0f00',
        'documents',
        'events',
        'settings',
      ],
      4,
    ),
  )('console budget: %s needs at most three calls and 100 KB', async (path) => {
    const { page, stub } = await browser.open(`/test/${path}`, answers);
    await atRest(page, () => Promise.resolve(stub.calls.length));
    const first = stub.calls
      .map(({ route }) => route)
      .filter((route) => !SHELL.includes(route) && !LATER.includes(route));
    const calls = [...new Set(first)];
    expect(calls.slice(LIMITS.calls), calls.join(', ')).toEqual([]);
    expect(stub.bytes()).toBeLessThanOrEqual(LIMITS.answers);
  });

  test('console budget: opening a subject from the inbox makes at most three calls until the page is at rest', async () => {
    const { page, stub } = await browser.open('/test/inbox', answers);
    // The state of the load says nothing of calls after it: a busy machine would count those of the inbox here.
    const before = await atRest(page, () => Promise.resolve(stub.calls.length));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/subjects\//);
    await settled(page);
    await atRest(page, () => Promise.resolve(stub.calls.length));
    const routes = stub.calls.slice(before).map(({ route }) => route);
    // The numbers of the navigation are read again every half minute; presence begins some seconds later.
    const calls = routes.filter((route) => !SHELL.includes(route) && !PRESENCE.includes(route));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.slice(LIMITS.calls), calls.join(', ')).toEqual([]);
  });

  test('console budget: a key changes two of 10,000 rows, and only the rows in view are in the page', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => workItem(index));
    const { page, stub } = await browser.open('/test/inbox', (call) =>
      call.route === 'risk.listWorklist' ? pageOf(rows) : answers(call),
    );
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[role=option]').count()).toBeLessThan(60);
    for (const key of ['j', 'j', 'ArrowDown', 'k']) {
      const before = await page.locator('.row.is-active').getAttribute('aria-posinset');
      const changed = await page.evaluate(rowsChangedBy, key);
      expect({ key, changed }).toEqual({ key, changed: 2 });
      expect(await page.locator('.row.is-active').getAttribute('aria-posinset')).not.toBe(before);
    }
    // Moving reads nothing of the list again.
    await page.waitForLoadState('networkidle');
    expect(stub.calls.filter(({ route }) => route === 'risk.listWorklist')).toHaveLength(1);
  });

  test('console budget: j in a list of 10,000 rows takes at most 100 ms to the next frame', {
    tags: 'full',
  }, async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => workItem(index));
    const { page } = await browser.open('/test/inbox', (call) =>
      call.route === 'risk.listWorklist' ? pageOf(rows) : answers(call),
    );
    await settled(page);
    expect(await page.locator('[role=option]').count()).toBeLessThan(60);

    // CPU time of the main thread: unlike the time on the clock, it is the same on a busy machine.
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpuMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    const activeRow = () => page.locator('.row.is-active').innerText();
    const first = await activeRow();
    const presses: number[] = [];
    for (let press = 0; press < 60; press++) {
      const before = await cpuMs();
      await page.keyboard.press('j');
      await page.evaluate(nextFrame);
      presses.push((await cpuMs()) - before);
    }
    expect(Math.min(...presses)).toBeGreaterThan(0);
    expect(percentile95(presses)).toBeLessThanOrEqual(LIMITS.frameMs);
    expect(await activeRow()).not.toBe(first);
  });
});

/** How many rows are changed, added or removed until the frame after a key. Runs in the page. */
const rowsChangedBy = (key: string) =>
  new Promise<number>((resolve) => {
    const rows = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        for (const node of [...addedNodes, ...removedNodes])
          if (node instanceof Element && node.matches('.row')) rows.add(node);
        const row = target instanceof Element ? target.closest('.row') : undefined;
        if (row) rows.add(row);
      }
    });
    const list = document.querySelector('.rows-inner');
    if (list) observer.observe(list, { attributes: true, childList: true, subtree: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(rows.size)));
  });

/** Waits for the frame that shows what has just changed. Runs in the page. */
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const percentile95 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;
