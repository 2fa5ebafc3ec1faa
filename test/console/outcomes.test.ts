import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { SUBJECT } from './screens.ts';

const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.skipIf(!chromiumPath)('outcomes in the console (needs Chromium)', () => {
  test('outcomes: are recorded and withdrawn with a reason on the page of the subject', async () => {
    const { page, stub, errors } = await browser.open(`/test/subjects/${SUBJECT}/outcomes`, answers);
    await page.getByRole('button', { name: 'Record an outcome' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What turned out to be true').selectOption('loss');
    await dialog.getByLabel('Day on which it happened (UTC)').fill('2026-01-14');
    await dialog.getByLabel('Amount (optional)').fill('1250.00');
    await expectAccessible(page, 'outcome dialog');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByText('Outcome recorded.').waitFor();
    await page.getByRole('button', { name: 'Withdraw…' }).first().click();
    await dialog.getByLabel('Reason').fill('Reversed.');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Outcome withdrawn.').waitFor();

    const sent = stub.calls.filter(({ route }) => /Outcome$/.test(route));
    expect(sent.map(({ route, body }) => [route, body])).toEqual([
      [
        'risk.recordOutcome',
        { label: 'loss', occurredAt: '2026-01-14T23:59:59.999Z', amount: { value: '1250.00', currency: 'EUR' } },
      ],
      ['risk.withdrawOutcome', { reason: 'Reversed.' }],
    ]);
    expect(sent.every(({ headers }) => headers['idempotency-key'])).toBe(true);
    expect(errors).toEqual([]);
  });

  test('quality: shows shares with intervals, says why one is absent, and that a version has too few outcomes', async () => {
    const { page } = await browser.open('/test/policies/onboarding', answers);
    const card = page.getByRole('region', { name: /^Quality of v3/ });
    await card.getByRole('row', { name: /^All 412 61 27 % \(23–32 %\) 47 % \(33–61 %\)/ }).waitFor();
    await card.getByRole('row', { name: /^Listed person 31 .* Not sampled/ }).waitFor();
    await card.getByRole('row', { name: /^Country Too few \(3\) 2$/ }).waitFor();
    await expectAccessible(page, 'quality of a policy');

    const phone = await browser.open('/test/policies/onboarding/versions/2', answers, PHONE);
    const few = phone.page.getByRole('region', { name: /^Quality of v2/ });
    await few.getByText('Not enough outcomes: 1 of 4 assessments have one.').waitFor();
    await expectAccessible(phone.page, 'quality on a phone');
  });
});
