import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import type { SigningState } from '#packages/signing-page/src/client/signing-state.ts';
import { chromiumPath, longerTimer, STEP_MS, sharedChromium } from '#test/support/chromium.ts';
import { showFailed } from '#test/support/failed-pages.ts';
import { withSlowAnswers } from '#test/support/slow-answers.ts';
import { type StubFiles, type StubService, startStub } from './stub-service.ts';

export const DEVICES = {
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>;

/** A signer's browser with a document, and everything it logged and requested. */
export interface Sight {
  page: Page;
  /** Console errors. */
  errors: string[];
  /** Origins of its requests. */
  origins: Set<string>;
  field: (label: string) => Locator;
  button: (name: string | RegExp) => Locator;
}

/** The same for a document of the stub. */
export interface Visit extends Sight {
  stub: StubService;
}

/**
 * The page gives up a request after 30 seconds, and waits for its signer to try again. Clouds of tests have four times their
 * time (`startLocalCloud`), because a busy machine takes longer to load their functions, and so has the page.
 */
const WITH_LONGER_TIME_LIMIT = longerTimer(30_000, 120_000);

/** The browser of the worker; pages are closed after each test. */
export function signersBrowser() {
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

  async function start(state: SigningState, files?: StubFiles): Promise<StubService> {
    const stub = await startStub(state, files);
    stubs.push(stub);
    return stub;
  }

  async function look(url: string, device: BrowserContextOptions = DEVICES.desktop): Promise<Sight> {
    if (!browser) throw new Error('There is no browser to visit with.');
    const context = await browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...device,
    });
    context.setDefaultTimeout(STEP_MS);
    await context.addInitScript(WITH_LONGER_TIME_LIMIT);
    await withSlowAnswers(context);
    const page = await context.newPage();
    const heard = listenTo(page);
    await page.goto(url);
    return {
      page,
      ...heard,
      field: (label) => page.locator('.field').getByLabel(label, { exact: true }),
      button: (name) => page.getByRole('button', { name }),
    };
  }

  const visit = async (stub: StubService, device?: BrowserContextOptions, url = stub.pageUrl): Promise<Visit> => ({
    stub,
    ...(await look(url, device)),
  });

  return {
    start,
    look,
    visit,
    /** Waits until the document is drawn and can be filled. */
    open: async (state: SigningState, device?: BrowserContextOptions): Promise<Visit> => {
      const opened = await visit(await start(state), device);
      await opened.page.locator('.sheet.drawn').first().waitFor();
      return opened;
    },
  };
}

/** A rejected request is a normal answer, though Chromium logs it as an error. */
const REFUSED = /status of 4\d\d/;

function listenTo(page: Page) {
  const errors: string[] = [];
  const origins = new Set<string>();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) errors.push(message.text());
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  return { errors, origins };
}

/** Expects no console errors and no requests to other origins. */
export const expectQuiet = ({ stub, ...sight }: Visit) => expectQuietAt(stub.origin, sight);

export function expectQuietAt(origin: string, { errors, origins }: Pick<Sight, 'errors' | 'origins'>) {
  expect(errors).toEqual([]);
  expect([...origins]).toEqual([origin]);
}

/** Browsers are slow, especially on a busy machine. */
export const eventually = <Value>(read: () => Value) => expect.poll(read);

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Expects no accessibility violations found by axe. */
export async function expectAccessible(page: Page) {
  await page.evaluate(axe.source);
  const found: Violation[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** The accessible name of the focused element. */
export const focusedName = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  })()`);
