import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import { uuid } from './filled-base.ts';

/** What a person sees before deciding on a verification attempt. */
const browser = consoleBrowser();
const PATH = `/test/subjects/${uuid(4, 1)}/verification`;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.skipIf(!chromiumPath)('deciding on attempts (needs Chromium)', () => {
  test.each(
    some(
      [
        ['a desktop', undefined],
        ['a phone', PHONE],
      ],
      1,
    ),
  )('attempt: reported values and failed steps are shown before the decision, on %s', async (where, size) => {
    const { page, stub, errors } = await browser.open(PATH, answers, size);
    const reported = page.getByRole('table', { name: 'Reported, not yet evidence' });
    await reported.waitFor();
    const rows = await reported.getByRole('row').allInnerTexts();

    expect(rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^full_name Ada Example Ada Example Same/i),
      expect.stringMatching(/^birth_date 1990-05-17 1988-09-23 Differs/i),
      expect.stringMatching(/^nationality GB nothing/i),
    ]);
    await page.getByText('Failed: liveness').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.locator('dialog');
    await dialog.getByText('1990-05-17').waitFor();
    const approve = dialog.getByRole('button', { name: 'Approve' });
    await dialog.getByLabel('Reason, also for the failed steps').fill('Seen in a video call.');
    expect(await approve.getAttribute('title')).toBe('Accept every failed step first, or reject the attempt.');
    await page.keyboard.press('Control+Enter');
    await dialog.getByLabel('Approve although liveness failed').check();
    await expectAccessible(page, `approval on ${where}`);
    await approve.click();
    await page.getByText('Approved.', { exact: true }).waitFor();

    const sent = stub.calls.filter(({ route }) => route === 'risk.decideVerification');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        sessionWorkflowId: uuid(17, 2),
        workflowRunId: uuid(20, 2),
        decision: 'approved',
        reason: 'Seen in a video call.',
        acceptFailedSteps: ['liveness'],
      },
    ]);
    expect(errors).toEqual([]);
  });

  test('attempt: a member sees failed steps, but asks for no values and cannot decide', async () => {
    const { page, stub } = await browser.open(PATH, (call) =>
      call.route === 'organization.readMe' ? { body: me('member') } : answers(call),
    );
    await page.getByText('Failed: liveness').waitFor();

    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await expect
      .poll(() => approve.getAttribute('title'))
      .toBe('Owners and admins can decide on an attempt. Ask Adam Admin.');
    expect(stub.calls.filter(({ route }) => route === 'verification.readRun')).toEqual([]);
    expect(await page.getByText('1990-05-17').count()).toBe(0);
  });
});
