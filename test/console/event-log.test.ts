import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, page as pageOf } from './filled.ts';
import { uuid } from './filled-base.ts';
import type { Answering } from './stub-service.ts';

/** The event log: its filters are those of the service, and the export has the same. */
const browser = consoleBrowser();
const SUBJECT = { id: uuid(4, 1), resource: 'subjects', data: { kind: 'person', externalId: 'customer-0144' } };
const named: Answering = (call) =>
  call.route === 'webhooks.listEventTypes'
    ? { body: { items: [{ event: 'risk.policy.published' }, { event: 'risk.subject.created' }] } }
    : call.path.endsWith('/risk/subjects') && call.query.has('externalId')
      ? pageOf(call.query.get('externalId') === 'customer-0144' ? [SUBJECT] : [])
      : answers(call);

describe.skipIf(!chromiumPath)('event log (needs Chromium)', () => {
  test.each(some([1440, 320], 1))(
    'event log: type, days and subject are chosen, and exported, at %i px',
    async (width) => {
      const viewport = { width, height: 900 };
      const { page, stub, errors } = await browser.open('/test/events', named, { viewport });
      await page.getByLabel('Filter by event type').selectOption({ label: 'Policy published (risk)' });
      await page.getByLabel('From day').fill('2026-03-01');
      await page.getByLabel('From day').press('Enter');
      await page.getByLabel('To day, included').fill('2026-03-31');
      await page.getByLabel('To day, included').press('Enter');
      await page.getByLabel('Filter by subject').fill('customer-0144');
      await page.getByLabel('Filter by subject').press('Enter');
      await page.getByLabel('Filter by text').fill('Passport');
      await page.getByLabel('Filter by text').press('Enter');
      await page.getByLabel('Filter by outcome').selectOption({ label: 'Not them' });
      await page.getByRole('link', { name: 'customer-0144' }).first().waitFor();
      await page.waitForLoadState('networkidle');

      const filter = {
        type: 'risk.policy.published',
        subjectId: SUBJECT.id,
        text: 'Passport',
        outcome: 'false_positive',
      };
      const range = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:00:00.000Z' };
      const asked = stub.calls.findLast(({ path }) => path.endsWith('/risk/events'));
      expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ ...filter, ...range, view: 'summary' });
      await expectAccessible(page, 'event log');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await expect
        .poll(() => stub.calls.find(({ route }) => route === 'jobs.createExport')?.body)
        .toEqual({ kind: 'events', format: 'csv', filter, ...range });
      expect(errors).toEqual([]);
    },
  );

  test('event log: an unknown subject and an empty range are told, and nothing is asked', async () => {
    const { page, stub } = await browser.open('/test/events?subject=nobody', named);
    await page.getByText('No subject has this external id').waitFor();
    await page.goto(page.url().replace('subject=nobody', 'from=2026-03-02&to=2026-03-01'));
    await page.getByText('The last day is before the first').waitFor();
    expect(stub.calls.filter(({ path }) => path.endsWith('/risk/events'))).toEqual([]);
  });

  test('event log: "No events" is shown only after the whole range was searched', async () => {
    let pages = 0;
    const { page } = await browser.open('/test/events?type=risk.policy.retired', (call) => {
      if (!call.path.endsWith('/risk/events')) return answers(call);
      pages += 1;
      return { body: { items: [], nextOffset: pages < 14 ? pages : null } };
    });
    await page.getByText('Nothing found so far').waitFor();
    expect(await page.getByText('No events with these filters').count()).toBe(0);
    await page.getByRole('button', { name: /more/i }).click();
    await page.getByText('No events with these filters').waitFor();
  });
});
