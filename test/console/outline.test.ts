import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { atRest, consoleBrowser, seeAll, show } from './console-browser.ts';
import { answers } from './filled.ts';
import { clock } from './filled-base.ts';
import { ID, SUBJECT } from './screens.ts';

const browser = consoleBrowser();

const SCREENS: Record<string, string> = {
  inbox: 'inbox',
  matches: 'matches',
  subjects: 'subjects',
  subject: `subjects/${SUBJECT}`,
  policy: 'policies/onboarding',
  lists: 'lists',
  list: 'lists/ofac_sdn',
  assurances: 'assurance',
  assurance: `assurance/${ID}`,
  document: `documents/${ID}`,
  webhook: `webhooks/${ID}`,
  keys: 'keys',
  members: 'members',
  events: 'events',
  audit: `audit?event=${ID}`,
  settings: 'settings',
};

/** The same in every run, because pages show ages and dates. */
const NOW = new Date('2026-03-15T12:00:00Z');
clock.nowMs = () => NOW.getTime();
const MOST_STOPS = 80;

describe.skipIf(!chromiumPath)('outline of the console (needs Chromium)', () => {
  test.each(some(Object.entries(SCREENS), 3))(
    'console outline: roles, names and focus order of %s are as reviewed',
    async (name, path) => {
      const { page, stub } = await browser.open('/test/contexts', answers);
      stub.setDate(NOW);
      await show(page, `/test/${path}`);
      await seeAll(page);
      const tree = await atRest(page, () => page.locator('main').ariaSnapshot());
      const stops = await focusStops(page);
      await expect(`${tree}\n\nfocus:\n${stops.join('\n')}\n`).toMatchFileSnapshot(`outlines/${name}.txt`);
    },
  );
});

/** What Tab reaches in the main part, in order. */
async function focusStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(nameOfFocus);
    if (stop === 'end') break;
    if (stop !== 'outside') stops.push(stop);
  }
  return stops;
}

/** Runs in the page. */
function nameOfFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'end';
  if (!focused.closest('main')) return 'outside';
  const label =
    focused.getAttribute('aria-label') ??
    (focused as HTMLInputElement).labels?.[0]?.textContent ??
    focused.textContent ??
    '';
  const role = focused.getAttribute('role') ?? focused.tagName.toLowerCase();
  return `- ${role} ${label.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`;
}
