import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers, emptyAnswers, failingAnswers } from './filled.ts';
import { SCREENS } from './screens.ts';

const browser = consoleBrowser();

const ALL = Object.values(SCREENS).flat();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const STATES = { filled: answers, empty: emptyAnswers, failing: failingAnswers } as const;

describe.skipIf(!chromiumPath)('accessibility of the console (needs Chromium)', () => {
  test.each(
    Object.entries(STATES).flatMap(([state, answering]) =>
      (['light', 'dark'] as const).map((theme) => ({ state, theme, answering })),
    ),
  )(
    'console: no screen that is $state has a serious finding in the $theme theme',
    async ({ state, theme, answering }) => {
      const { page, errors } = await browser.open('/test/inbox', answering, {
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

  test.each(Object.entries(STATES))(
    'console: no screen that is %s is wider than a phone, nor than 320 px',
    async (state, answering) => {
      const { page } = await browser.open('/test/inbox', answering, PHONE);
      const wide: Record<string, number> = {};
      for (const screen of ALL) {
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
