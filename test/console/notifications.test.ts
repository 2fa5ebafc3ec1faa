import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { uuid } from './filled-base.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const READ = 'risk.markNotificationsRead';

describe.skipIf(!chromiumPath)('notifications (needs Chromium)', () => {
  test('notifications: g b opens them, each leads to its record, and they are marked as read once', async () => {
    const { page, stub } = await browser.open('/test/inbox', answers);
    const place = page.getByRole('link', { name: /^Notifications/ });
    await expect.poll(() => place.innerText()).toMatch(/2$/);
    expect(stub.calls.some(({ route }) => route === READ)).toBe(false);
    await page.keyboard.press('g');
    await page.keyboard.press('b');

    const items = page.locator('main li');
    await expect.poll(() => items.count()).toBe(4);
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Adam Admin made a request to you about customer-1000\s+New/),
        expect.stringMatching(/^Adam Admin mentioned you in a note on customer-1001\s+New/),
        expect.stringMatching(/^Adam Admin assigned you customer-1002/),
        expect.stringMatching(/^Adam Admin answered your request about customer-1003/),
      ]);
    const targets = await items
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets.slice(0, 2)).toEqual([
      `/console/test/matches/${uuid(9, 1)}`,
      `/console/test/subjects/${uuid(4, 1)}`,
    ]);
    await expect.poll(() => stub.calls.filter(({ route }) => route === READ)).toHaveLength(1);
    await expectAccessible(page, 'notifications');
  });

  test('notifications: without any, the page says what will be there, and marks nothing', async () => {
    const none: Answering = (call) =>
      call.route === 'risk.listNotifications' ? { body: { items: [], nextOffset: null, unread: 0 } } : answers(call);
    const { page, stub } = await browser.open('/test/notifications', none);
    await expect.poll(() => page.locator('main').innerText()).toContain('No notifications');
    expect(stub.calls.some(({ route }) => route === READ)).toBe(false);
    await expectAccessible(page, 'notifications');
  });

  test('notifications: fit on a phone', async () => {
    const { page } = await browser.open('/test/notifications', answers);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.locator('main li').count()).toBe(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page, 'notifications');
  });
});
