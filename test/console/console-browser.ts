import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { chromiumPath, longerTimer, STEP_MS, sharedChromium } from '#test/support/chromium.ts';
import { showFailed } from '#test/support/failed-pages.ts';
import { type Answering, type Forwarding, type StubService, startStub } from './stub-service.ts';

/** A browser with the console open, and everything it logged. */
export interface Visit {
  page: Page;
  stub: StubService;
  /** Errors of scripts, refusals of the content security policy, and failed assets. */
  errors: string[];
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** A machine that stands still for six seconds would miss a message that is shown so long. */
const WITH_LONGER_MESSAGES = longerTimer(6_000, 60_000);

/** A refused call is a normal answer, though Chromium logs it as an error. */
const REFUSED = /status of [45]\d\d|net::ERR_INTERNET_DISCONNECTED/;

/** The browser of the worker; contexts and stubs end with each test. */
export function consoleBrowser() {
  let browser: Browser | undefined;
  const stubs: StubService[] = [];
  beforeAll(async () => {
    if (chromiumPath) browser = await sharedChromium();
  });
  afterEach(async (context) => {
    await showFailed(context, browser?.contexts() ?? []);
    await Promise.all(browser?.contexts().map((one) => one.close()) ?? []);
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });

  async function open(
    path: string,
    answering?: Answering | Forwarding,
    options: BrowserContextOptions = DESKTOP,
  ): Promise<Visit> {
    const stub = await startStub(answering);
    stubs.push(stub);
    return look(`${stub.origin}/console${path}`, stub, options);
  }

  async function look(url: string, stub: StubService, options: BrowserContextOptions = DESKTOP): Promise<Visit> {
    if (!browser) throw new Error('There is no browser to visit with.');
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(STEP_MS);
    await context.addInitScript(WITH_LONGER_MESSAGES);
    const page = await context.newPage();
    const errors: string[] = [];
    trackCalls(page);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED.test(message.text())) errors.push(message.text());
    });
    await page.goto(url);
    await settled(page);
    return { page, stub, errors };
  }

  return { open, look };
}

/** Waits until the screen shows something other than its skeleton. */
export async function settled(page: Page) {
  const heading = page.locator('h1').first();
  await heading.waitFor().catch(async (error: unknown) => {
    const text = await page.locator('body').innerText();
    throw new Error(`${page.url()} has no heading: ${text.slice(0, 500)}`, { cause: error });
  });
  await page.waitForFunction(() => document.querySelectorAll('.skeleton').length === 0);
}

const CALM_MS = 300;
const CALM_READINGS = 3;

/** Calls of a page that have no answer yet. Its load state says nothing of calls that follow the first load. */
const openCalls = new WeakMap<Page, Set<Request>>();

function trackCalls(page: Page) {
  const open = new Set<Request>();
  openCalls.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** What is read once it stays the same and no call is open: details are loaded after a moment of rest. */
export async function atRest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const isBusy = () => (openCalls.get(page)?.size ?? 0) > 0;
  let latest = await read();
  for (let equal = 1; equal < CALM_READINGS; ) {
    await page.waitForTimeout(CALM_MS);
    const wasBusy = isBusy();
    const next = await read();
    equal = !wasBusy && !isBusy() && isDeepStrictEqual(next, latest) ? equal + 1 : 1;
    latest = next;
  }
  return latest;
}

/**
 * Scrolls the page to its end and back, until nothing more appears: parts below the first screen load when they are
 * seen, and grow.
 */
export async function seeAll(page: Page) {
  const scrollTo = (isEnd: boolean) =>
    page.evaluate((end) => {
      const area = document.querySelector('main .page');
      area?.scrollTo({ top: end ? area.scrollHeight : 0 });
      return area?.scrollHeight ?? 0;
    }, isEnd);
  const heightAtEnd = async () => {
    await scrollTo(true);
    return atRest(page, () => scrollTo(true));
  };
  let height = await heightAtEnd();
  for (let next = await heightAtEnd(); next !== height; next = await heightAtEnd()) height = next;
  await scrollTo(false);
}

/** Waits until the page has measured itself at a new size, and drawn what follows from that. */
export const drawnAnew = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
      }),
  );

const BETWEEN_KEYS_S = 0.1;

/**
 * Presses letters one after the other, as in `g b`. The console takes them together only if they follow each other
 * within a second, and a busy machine may pause for longer: so the events say when they happened.
 */
export async function pressInTurn(page: Page, letters: string) {
  const input = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1_000;
  for (const key of letters.split(' ')) {
    const event = { key, code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
    await input.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, timestamp, ...event });
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...event });
    timestamp += BETWEEN_KEYS_S;
  }
  await input.detach();
}

/** Opens another address in the running application, without loading it again. Some screens lead on to another one. */
export async function show(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/console${path}`);
  // The router renders the new address in the next task.
  await page.waitForTimeout(50);
  await settled(page);
}

/** No serious or critical finding of axe, by all its rules or by those named. */
export async function expectAccessible(page: Page, where: string, rules?: readonly string[]) {
  // Evaluated by the test, so the policy of the page does not apply to it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: [...only] }),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, rules);
  expect({ where, found }).toEqual({ where, found: [] });
}
