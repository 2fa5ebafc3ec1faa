import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { atRest, consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { emptyAnswers, me } from './filled.ts';
import { SCREENS } from './screens.ts';
import type { Answering } from './stub-service.ts';

const PEOPLE = [{ userId: '2', name: 'Adam Admin', email: null, role: 'admin' }];

/** An organization of a moment ago: it has people, and nothing else. */
const emptyFor =
  (role: 'owner' | 'member'): Answering =>
  (call) => {
    if (call.route === 'organization.readMe') return { body: me(role) };
    if (call.route === 'organization.listDirectory') return { body: { items: PEOPLE, nextCursor: null } };
    return emptyAnswers(call);
  };

interface Viewport {
  width: number;
  height: number;
}

interface EmptyPart {
  where: string;
  title: string;
  next: string[];
}

const ALL = Object.values(SCREENS).flat();

const browser = consoleBrowser();

/** Every empty part of every screen, with the links and buttons in it that do something, and the sentences that name a person. */
async function emptyPartsFor(role: 'owner' | 'member', paths: readonly string[], viewport: Viewport) {
  const { page } = await browser.open('/test/inbox', emptyFor(role), { viewport });
  const found: EmptyPart[] = [];
  for (const path of paths) {
    await show(page, `/test/${path}`);
    const parts = await atRest(page, () => page.evaluate(readEmptyParts));
    for (const part of parts) found.push({ where: path, ...part });
    const isSideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect([path, isSideways]).toEqual([path, false]);
  }
  await expectAccessible(page, 'the last empty screen');
  return found;
}

/** Runs in the page. */
const readEmptyParts = () =>
  [...document.querySelectorAll('.empty')].map((part) => ({
    title: part.querySelector('h2')?.textContent ?? '',
    next: [
      ...[...part.querySelectorAll('a[href], button:not([aria-disabled])')].map((one) => one.textContent ?? ''),
      ...[...part.querySelectorAll('p')].flatMap(({ textContent }) => textContent?.match(/Ask .+\./) ?? []),
    ],
  }));

describe.skipIf(!chromiumPath)('empty lists (needs Chromium)', () => {
  test.each([
    ['owner', ALL, 15, { width: 1440, height: 900 }],
    ['member', some(ALL, 5), 0, { width: 390, height: 844 }],
  ] as const)(
    'empty lists: each offers a next step to the %s, or says whom to ask',
    async (role, paths, most, viewport) => {
      const parts = await emptyPartsFor(role, paths, viewport);
      expect(new Set(parts.map(({ where }) => where)).size).toBeGreaterThan(most);
      expect(parts.filter(({ next }) => next.length === 0)).toEqual([]);
    },
  );

  test('empty lists: who may not create a key is told whom to ask, and who may gets the button', {
    tags: 'full',
  }, async () => {
    const nextOn = async (role: 'owner' | 'member', path: string) => {
      const { page } = await browser.open(`/test/${path}`, emptyFor(role));
      return (await atRest(page, () => page.evaluate(readEmptyParts))).flatMap(({ next }) => next);
    };
    expect(await nextOn('owner', 'keys')).toEqual(['Create an API key']);
    expect(await nextOn('member', 'keys')).toEqual(['Ask Adam Admin.']);
    expect(await nextOn('member', 'sources')).toEqual(['Ask Adam Admin.']);
  });
});
