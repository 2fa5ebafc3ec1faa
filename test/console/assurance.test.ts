import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers, me } from './filled.ts';
import { assurance, runningAssurance } from './filled-assurance.ts';
import type { Answering } from './stub-service.ts';

/** Tests of effectiveness: started from a dialog, followed, and read at every review score. */
const browser = consoleBrowser();
const PATH = '/test/assurance';

describe.skipIf(!chromiumPath)('tests of effectiveness in the console (needs Chromium)', () => {
  test('assurance: an admin starts a test, follows it and reads its result at another score', async () => {
    let hasEnded = false;
    const answering: Answering = (call) => {
      if (call.route === 'screening.createScreeningAssurance') return { status: 201, body: runningAssurance() };
      if (call.route === 'screening.acceptAssuranceLimit') return { status: 201, body: assurance().limits[0] };
      if (call.route === 'screening.readScreeningAssurance')
        return { body: hasEnded ? { ...assurance(), id: runningAssurance().id } : runningAssurance() };
      return answers(call);
    };
    const { page, stub, errors } = await browser.open(PATH, answering);
    await page.getByText('A test is overdue').waitFor();
    await page.getByText('repeated since').waitFor();
    await page.getByRole('button', { name: 'Test the effectiveness' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Lists of the profile: /).waitFor();
    await dialog.getByLabel('Listed entries').fill('100');
    const start = dialog.getByRole('button', { name: 'Start the test' });
    expect(await start.getAttribute('title')).toBe('Listed entries: write 200 to 5,000.');
    await dialog.getByLabel('Listed entries').fill('500');
    await expectAccessible(page, 'dialog of a test');
    await start.click();
    await page.getByText('4,400 of 11,000 entries and customers done.').waitFor();
    await page.getByText('Running: 40 %').waitFor();
    const sent = stub.calls.filter(({ route }) => route === 'screening.createScreeningAssurance');
    expect(sent.map(({ body }) => body)).toEqual([{ profileKey: 'onboarding', entries: 500, customers: 10_000 }]);

    hasEnded = true;
    const slider = page.getByRole('slider', { name: /^Review score/ });
    await slider.waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^70: 135\.5 alerts per 1,000 customers; less than/);
    await slider.focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowLeft');
    await page.getByText('tested with 70').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      '65: 196.5 alerts per 1,000 customers; every class is found as expected',
    );
    await page.getByRole('button', { name: 'With listed facts' }).click();
    await page.getByRole('button', { name: 'With listed facts', pressed: true }).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^65: 31\.6 alerts/);
    await page.keyboard.press('t');
    await page.getByRole('columnheader', { name: '95 % interval and cases' }).waitFor();
    await page.getByText('Names are read from documents, with the date of birth.').waitFor();
    await page.getByRole('button', { name: 'Accept the limit' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Compared with the customers of June.');
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the limit' }).click();
    await expect
      .poll(() => stub.calls.find(({ route }) => route === 'screening.acceptAssuranceLimit')?.body)
      .toMatchObject({
        class: 'transposition',
        known: 'bare',
        expiresInDays: 180,
        reason: 'Compared with the customers of June.',
      });
    await page.getByText('One letter off, by name alone: 2 shown').click();
    await page.getByText('One letter off is never a match').first().waitFor();
    await expectAccessible(page, 'result of a test');
    expect(errors).toEqual([]);
  });

  test('assurance: a member is told whom to ask, and refusals and tests without a result are said', async () => {
    const member = await browser.open(PATH, (call) =>
      call.route === 'organization.readMe' ? { body: me('member') } : answers(call),
    );
    const button = member.page.getByRole('button', { name: 'Test the effectiveness' });
    await expect
      .poll(() => button.getAttribute('title'))
      .toBe('Owners and admins start tests of effectiveness. Ask Adam Admin.');

    const { listVersions, result, misses, missed, differences, ...ended } = assurance();
    const without = { listVersions: [], result: null, misses: [], missed: 0, differences: [], nextDueAt: null };
    let status = 'failed';
    const { page } = await browser.open(PATH, (call) => {
      if (call.route === 'screening.createScreeningAssurance')
        return { status: 409, body: { code: 'too_many_jobs', detail: '10 jobs of the mode have not ended.' } };
      if (call.route !== 'screening.readScreeningAssurance') return answers(call);
      if (status === 'gone') return { status: 404, body: { code: 'not_found', detail: 'Not found.' } };
      const problem = { code: 'no_entries', detail: 'None of the lists has a version with entries.' };
      return { body: { ...ended, ...without, status, ...(status === 'failed' && { problem }) } };
    });
    await page.getByRole('button', { name: 'Test the effectiveness' }).click();
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('10 jobs of the mode have not ended.').waitFor();
    await page.keyboard.press('Escape');
    const other = (last: number) => `${PATH}/019ced2c-0025-7000-8000-00000000000${last}`;
    await show(page, other(1));
    await page.getByText('The test did not complete').waitFor();
    await page.getByText('None of the lists has a version with entries.').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    status = 'cancelled';
    await show(page, other(2));
    await page.getByText('Cancelled, without a result').waitFor();
    status = 'gone';
    await show(page, other(3));
    await page.getByText('There is no test with this id in this mode').waitFor();
  });
});
