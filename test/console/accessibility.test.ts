import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { isFull, walked } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers, emptyAnswers, failingAnswers } from './filled.ts';
import { SCREENS } from './screens.ts';

const browser = consoleBrowser();

const ALL = Object.values(SCREENS).flat();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const STATES = { filled: answers, empty: emptyAnswers, failing: failingAnswers } as const;
type State = keyof typeof STATES;

/** Every screen with content; of those without any, and of those that fail alike, every third. */
const screensOf = (state: State) =>
  state === 'filled' ? ALL : walked(ALL, (all) => all.filter((_, index) => index % 3 === 0));

/** A theme changes colours alone, so the other rules are checked in one of them. */
const CASES: { state: State; theme: 'light' | 'dark'; rules?: string[] }[] = [
  { state: 'filled', theme: 'light' },
  { state: 'filled', theme: 'dark', ...(!isFull && { rules: ['color-contrast'] }) },
  { state: 'empty', theme: 'light' },
  { state: 'failing', theme: 'dark' },
  ...walked<{ state: State; theme: 'light' | 'dark' }>(
    [
      { state: 'empty', theme: 'dark' },
      { state: 'failing', theme: 'light' },
    ],
    () => [],
  ),
];

describe.skipIf(!chromiumPath)('accessibility of the console (needs Chromium)', () => {
  test.each(CASES)(
    'console: no screen that is $state has a serious finding in the $theme theme',
    async ({ state, theme, rules }) => {
      const { page, errors } = await browser.open('/test/inbox', STATES[state], {
        viewport: { width: 1440, height: 900 },
        colorScheme: theme,
      });
      for (const screen of screensOf(state)) {
        await show(page, `/test/${screen}`);
        await expectAccessible(page, `${screen} ${state} ${theme}`, rules);
      }
      expect(errors).toEqual([]);
    },
  );

  test.each(Object.keys(STATES) as State[])(
    'console: no screen that is %s is wider than a phone, nor than 320 px',
    async (state) => {
      const { page } = await browser.open('/test/inbox', STATES[state], PHONE);
      const wide: Record<string, number> = {};
      for (const screen of screensOf(state)) {
        await show(page, `/test/${screen}`);
        // A page at 400 % on a screen of 1280 px has 320 px (WCAG 1.4.10).
        for (const width of [390, 320]) {
          await page.setViewportSize({ ...PHONE.viewport, width });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (overflow > 0) wide[`${screen} at ${width} px`] = overflow;
        }
        if (screen === 'inbox') await expectAccessible(page, `${screen} ${state} on a phone`);
      }
      expect(wide).toEqual({});
    },
  );
});
