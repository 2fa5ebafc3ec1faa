import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers, emptyAnswers, failingAnswers } from './filled.ts';

const browser = consoleBrowser();

const SUBJECT = '019ced2c-0004-7000-8000-000000000001';
const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';

/** Every screen of the console by its path. */
const SCREENS = [
  'inbox',
  'matches',
  'subjects',
  `subjects/${SUBJECT}`,
  `subjects/${SUBJECT}/evidence`,
  `subjects/${SUBJECT}/screening`,
  `subjects/${SUBJECT}/verification`,
  `subjects/${SUBJECT}/contexts`,
  `subjects/${SUBJECT}/investigations`,
  `subjects/${SUBJECT}/monitoring`,
  `subjects/${SUBJECT}/notes`,
  'investigations',
  'policies',
  'policies/onboarding',
  'policies/onboarding/versions/2',
  'policies/onboarding/compare/1...3',
  'sources',
  'contexts',
  'lists',
  'lists/ofac_sdn',
  'templates',
  `templates/${ID}`,
  'documents',
  `documents/${ID}`,
  'webhooks',
  `webhooks/${ID}`,
  `webhooks/${ID}/deliveries/${ID}`,
  'keys',
  'members',
  'events',
  'settings',
] as const;

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
      for (const screen of SCREENS) {
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
      for (const screen of SCREENS) {
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
