import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, drawnAnew, expectAccessible, show } from './console-browser.ts';
import { answers, emptyAnswers, failingAnswers } from './filled.ts';
import { SCREENS } from './screens.ts';

const browser = consoleBrowser();

const ALL = Object.values(SCREENS).flat();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const STATES = { filled: answers, empty: emptyAnswers, failing: failingAnswers } as const;
type State = keyof typeof STATES;

const THEMES = ['light', 'dark'] as const;
/** Themes differ in colours alone, and the looks of the console show some screens in each. */
const SOME_STATES = some(Object.keys(STATES) as State[], 1);
const CASES = SOME_STATES.flatMap((state) => some(THEMES, 1).map((theme) => ({ state, theme })));

describe.skipIf(!chromiumPath)('accessibility of the console (needs Chromium)', () => {
  test.each(CASES)(
    'console: no screen that is $state has a serious finding in the $theme theme',
    async ({ state, theme }) => {
      const { page, errors } = await browser.open('/test/inbox', STATES[state], {
        viewport: { width: 1440, height: 900 },
        colorScheme: theme,
      });
      for (const screen of ALL) {
        await show(page, `/test/${screen}`);
        await expectAccessible(page, `${screen} ${state} ${theme}`);
      }
      expect(errors).toEqual([]);
    },
  );

  test.each(SOME_STATES)(
    'console: no screen that is %s is wider than a phone, nor than 320 px, and what scrolls is reached by keyboard',
    async (state) => {
      const { page } = await browser.open('/test/inbox', STATES[state], PHONE);
      const wide: Record<string, number> = {};
      for (const screen of ALL) {
        await show(page, `/test/${screen}`);
        // A page at 400 % on a screen of 1280 px has 320 px (WCAG 1.4.10).
        for (const width of [390, 320]) {
          await page.setViewportSize({ ...PHONE.viewport, width });
          await drawnAnew(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (overflow > 0) wide[`${screen} at ${width} px`] = overflow;
        }
        await expectAccessible(page, `${screen} ${state} at 320 px`, ['scrollable-region-focusable']);
        if (screen === 'inbox') await expectAccessible(page, `${screen} ${state} on a phone`);
      }
      expect(wide).toEqual({});
    },
  );
});
