import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, pressInTurn } from './console-browser.ts';
import { answers } from './filled.ts';
import { ago, DAY_MS, uuid } from './filled-base.ts';
import { notificationSettings } from './filled-notifications.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const READ = 'risk.markNotificationsRead';

describe.skipIf(!chromiumPath)('notifications (needs Chromium)', () => {
  test('notifications: g b opens them, each leads to its record, and they are marked as read once', async () => {
    const { page, stub } = await browser.open('/test/inbox', answers);
    const place = page.getByRole('link', { name: /^Notifications/ });
    await expect.poll(() => place.innerText()).toMatch(/2$/);
    expect(stub.calls.some(({ route }) => route === READ)).toBe(false);
    await pressInTurn(page, 'g b');

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

  test('notifications: the email digest is off until the person switches it on, by keyboard', async () => {
    let emailDigest = 'off';
    const switching: Answering = (call) => {
      if (call.route === 'risk.updateNotificationSettings')
        emailDigest = (call.body as { emailDigest: string }).emailDigest;
      return call.route.endsWith('NotificationSettings')
        ? {
            body: {
              ...notificationSettings(),
              emailDigest,
              ...(emailDigest === 'daily' && { nextDigestAt: ago(-DAY_MS) }),
            },
          }
        : answers(call);
    };
    const { page } = await browser.open('/test/notifications', switching);
    const choice = page.getByRole('combobox', { name: 'Send me a digest' });
    await expect.poll(() => choice.inputValue()).toBe('off');
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => emailDigest).toBe('daily');
    await expect
      .poll(() => page.getByRole('region', { name: 'Email digest' }).innerText())
      .toContain('mia@example.com · next');
    await expectAccessible(page, 'notifications with a digest');
  });

  test('notifications: without a known address no digest can be switched on', async () => {
    const unknown: Answering = (call) =>
      call.route === 'risk.readNotificationSettings'
        ? { body: { ...notificationSettings(), email: null } }
        : answers(call);
    const { page } = await browser.open('/test/notifications', unknown);
    const choice = page.getByRole('combobox', { name: 'Send me a digest' });
    await expect.poll(() => choice.isDisabled()).toBe(true);
    await expectAccessible(page, 'notifications without an address');
  });

  test('notifications: fit on a phone', async () => {
    const { page } = await browser.open('/test/notifications', answers);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.locator('main li').count()).toBe(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page, 'notifications');
  });
});
