import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, show } from './console-browser.ts';
import { answers } from './filled.ts';
import { SUBJECT } from './screens.ts';

const browser = consoleBrowser();
const FORCED = { viewport: { width: 1440, height: 900 }, forcedColors: 'active' } as const;

describe.skipIf(!chromiumPath)('forced colours (needs Chromium)', () => {
  test('console: what is chosen has an outline, and what is not has none', async () => {
    const { page } = await browser.open('/test/inbox', answers, FORCED);
    await show(page, '/test/inbox');
    const outlineOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);

    expect({
      row: await outlineOf('[role="option"][aria-selected="true"]'),
      page: await outlineOf('.nav a[aria-current="page"]'),
      mode: await outlineOf('.segmented > [aria-current="true"], .segmented > [aria-pressed="true"]'),
    }).toEqual({ row: 'solid', page: 'solid', mode: 'solid' });
    expect({
      row: await outlineOf('[role="option"][aria-selected="false"]'),
      page: await outlineOf('.nav a:not([aria-current])'),
    }).toEqual({ row: 'none', page: 'none' });
  });

  test('console: pictures and the bar of test mode keep their colours', async () => {
    const { page } = await browser.open('/test/inbox', answers, FORCED);
    await show(page, `/test/subjects/${SUBJECT}`);
    const stripes = await page.evaluate(
      () => getComputedStyle(document.querySelector('.shell') as Element, '::before').backgroundImage,
    );
    expect(stripes).toContain('repeating-linear-gradient');

    const fillOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fill);
    expect(new Set([await fillOf('.dot.lane-evidence'), await fillOf('.dot.lane-actions')]).size).toBe(2);
    expect(await fillOf('.waterfall .bar-shape')).toBe('rgb(224, 103, 60)');

    await show(page, '/test/lists');
    const day = page.locator('.day.is-confirmed, .day.is-switched').first();
    expect(await day.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none');
  });
});
