import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { uuid } from './filled-base.ts';
import type { StubService } from './stub-service.ts';

/** The list of proposals: what waits for this person, and how it is decided. */
const browser = consoleBrowser();
const NARROW = { viewport: { width: 320, height: 640 } };

const sentBy = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ path, body }) => [path.split('/').at(-2), body]);

describe.skipIf(!chromiumPath)('proposals in one place (needs Chromium)', () => {
  test('proposals: what would change is shown, and a second person declines with a reason', async () => {
    const { page, stub, errors } = await browser.open('/test/proposals', answers);
    await page.getByRole('heading', { name: 'Publish v3 of onboarding' }).waitFor();
    expect(await page.getByRole('link', { name: /^Waits for you/ }).textContent()).toBe('Waits for you2');
    await page.getByText('What would change').click();
    await page.getByText(/Compared with v\d, which is published/).waitFor();
    await expectAccessible(page, 'proposals');
    const [first] = await page.getByRole('button', { name: 'Decline…' }).all();
    await first?.click();
    await page.keyboard.press('Control+Enter');
    expect(sentBy(stub, 'organization.declineProposal')).toEqual([]);
    await page.getByLabel('Your reason').fill('The new band is not agreed.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Declined.', { exact: true }).waitFor();

    expect(sentBy(stub, 'organization.declineProposal')).toEqual([
      [uuid(33, 1), { kind: 'policy', about: uuid(5, 3), reason: 'The new band is not agreed.' }],
    ]);
    expect(errors).toEqual([]);
  });

  test('proposals: an override is approved as proposed, with a reason of the second person', async () => {
    const { page, stub } = await browser.open('/test/proposals', answers);
    await page.getByRole('heading', { name: 'Override: customer-0144, Restrict to Review' }).waitFor();
    await page.getByRole('button', { name: 'Override…' }).click();
    expect(await page.getByLabel('Your reason').inputValue()).toBe('');
    await page.getByLabel('Your reason').fill('I saw the documents too.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done. The history names both of you.').waitFor();

    const [[, body] = []] = sentBy(stub, 'risk.createOverride');
    expect(body).toMatchObject({ decision: 'review', proposalId: uuid(33, 2), reason: 'I saw the documents too.' });
  });

  test('proposals: a refused approval keeps the words and reads again what is open', async () => {
    let isGone = false;
    const { page } = await browser.open('/test/proposals', (call) => {
      if (call.route === 'organization.listProposals' && isGone) return { body: { items: [] } };
      if (call.route !== 'risk.publishPolicy') return answers(call);
      isGone = true;
      return { status: 409, body: { code: 'proposal_not_open', detail: 'The proposal is closed.', requestId: 'r' } };
    });
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByLabel('Your reason').fill('Agreed.');
    await page.keyboard.press('Control+Enter');

    await page.getByText('No proposal of another person waits for you.').waitFor();
  });

  test('proposals: the author withdraws, and reads who declined and why, at 320 px', async () => {
    const { page, stub } = await browser.open('/test/proposals', answers, NARROW);
    await page.getByText('Reason: The documents are copies.').waitFor();
    await expectAccessible(page, 'proposals at 320 px');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByLabel('Your reason').fill('Not needed.');
    await page.locator('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn.', { exact: true }).waitFor();

    expect(sentBy(stub, 'organization.withdrawProposal')).toEqual([
      [uuid(33, 3), { kind: 'settings', about: null, reason: 'Not needed.' }],
    ]);
  });
});
