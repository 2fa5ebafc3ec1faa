import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, matchItem, page as pageOf } from './filled.ts';
import { ago, COLLEAGUE, HOUR_MS, uuid } from './filled-base.ts';
import { sources } from './filled-lists.ts';
import { openProposals } from './filled-proposals.ts';
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
    await page.getByText(/Compared with v\d, which is in force/).waitFor();
    await page.getByRole('heading', { name: 'Effect on the latest assessments' }).waitFor();
    await page.getByRole('button', { name: /^\d+: was Restrict, would be Restrict$/ }).waitFor();
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

  test('proposals: what is gone while its dialog is open keeps the words, for the proposal in its place too', async () => {
    let isReplaced = false;
    const [first, ...others] = openProposals();
    if (first?.kind !== 'policy') throw new Error('The first proposal is of a policy.');
    const inItsPlace = { ...first, proposal: { ...first.proposal, id: uuid(33, 9), reason: 'Proposed anew.' } };
    const { page, stub, errors } = await browser.open('/test/proposals', (call) => {
      if (call.route === 'organization.listProposals' && isReplaced && !call.query.has('status', 'closed'))
        return { body: { items: [inItsPlace, ...others] } };
      if (call.route !== 'risk.publishPolicy' || isReplaced) return answers(call);
      isReplaced = true;
      return { status: 409, body: { code: 'proposal_not_open', detail: 'The proposal is closed.', requestId: 'r' } };
    });
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Compared with v\d, which is in force/).waitFor();
    await dialog.getByText('Tested against the assessments of March').waitFor();
    await page.getByLabel('Your reason').fill('Agreed with the numbers.');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('This proposal is no longer open').waitFor();
    await expectAccessible(page, 'proposal that is gone');
    await page.keyboard.press('Control+Enter');
    expect(sentBy(stub, 'risk.publishPolicy')).toHaveLength(1);
    expect(await page.getByLabel('Your reason').inputValue()).toBe('Agreed with the numbers.');

    await dialog.getByRole('button', { name: 'Look at that proposal' }).click();
    await dialog.getByText('Proposed anew.').waitFor();
    expect(await page.getByLabel('Your reason').inputValue()).toBe('Agreed with the numbers.');
    await page.getByLabel('Your reason').press('Control+Enter');
    await page.getByText('Done. The history names both of you.').waitFor();
    const sent = stub.calls.filter(({ route }) => route === 'risk.publishPolicy');
    expect(sent.map(({ body }) => body)).toEqual(
      [uuid(33, 1), uuid(33, 9)].map((proposalId) => ({ proposalId, reason: 'Agreed with the numbers.' })),
    );
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    expect(errors).toEqual([]);
  });

  test.each(approvals())('proposals: $kind is shown and approved in place, with a reason of one’s own', async (one) => {
    const { page, stub, errors } = await browser.open('/test/proposals', (call) => {
      if (call.route === 'organization.listProposals')
        return { body: { items: call.query.has('status', 'closed') ? [] : [one.item] } };
      if (call.route === 'screening.listScreeningSources') return pageOf([{ ...sources()[0], heldVersions: [HELD] }]);
      if (call.route !== 'screening.readScreeningSourceVersion') return answers(call);
      return { body: { added: 3, removed: 1, changed: 0, addedEntries: [], removedEntries: [] } };
    });
    await page.getByRole('button', { name: one.button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(one.shown).first().waitFor();
    await page.keyboard.press('Control+Enter');
    expect(stub.calls.map(({ route }) => route)).not.toContain(one.route);
    await page.getByLabel('Your reason').fill('I looked at it too.');
    await expectAccessible(page, `approval of ${one.kind}`);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done. The history names both of you.').waitFor();

    expect(stub.calls.filter(({ route }) => route === one.route).map(({ body }) => body)).toEqual([
      { ...one.sent, proposalId: uuid(33, 1), reason: 'I looked at it too.' },
    ]);
    expect(errors).toEqual([]);
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

const HELD = {
  versionId: uuid(30, 1),
  entryCount: 9,
  publishedAt: null,
  builtAt: ago(HOUR_MS),
  origin: 'upload',
  reasons: ['shrunk'],
};

/** Every kind that only linked to its screen before, with what has to be seen and what has to be sent. */
function approvals() {
  const proposal = {
    id: uuid(33, 1),
    proposedBy: `user:${COLLEAGUE}`,
    proposedAt: ago(HOUR_MS),
    status: 'open',
    closedBy: null,
    closedAt: null,
    reason: 'As agreed.',
  };
  const profile = {
    sources: ['ofac_sdn'],
    reviewScore: 65,
    matchScore: 90,
    pepLookbackMonths: null,
    purpose: 'Companies.',
    riskRationale: 'Abbreviated names.',
  };
  const invitation = { email: 'ada@example.com', name: 'Ada Example', role: 'admin' };
  const item = (kind: string, about: string | null, more: object, beside: object = {}) => ({
    kind,
    about,
    waitsForCaller: true,
    proposal: { ...proposal, ...more },
    ...beside,
  });
  const match = matchItem(1);
  return [
    {
      kind: 'match',
      item: item('match', match.match.id, { decision: 'confirmed' }, { match: match.match, subject: match.subject }),
      button: 'It is them…',
      shown: 'Listed entry',
      route: 'screening.decideScreeningMatch',
      sent: { decision: 'confirmed' },
    },
    {
      kind: 'list',
      item: item('list', 'ofac_sdn', { change: 'approve', versionId: uuid(30, 1) }),
      button: 'Approve…',
      shown: /more than 20 % fewer entries/,
      route: 'screening.approveScreeningSource',
      sent: { versionId: uuid(30, 1) },
    },
    {
      kind: 'profile',
      item: item('profile', 'companies', { profileKey: 'companies', version: 1, profile }),
      button: 'Save…',
      shown: 'Why: Abbreviated names.',
      route: 'screening.saveScreeningProfile',
      sent: { ...profile, expectedVersion: 0 },
    },
    {
      kind: 'settings',
      item: item('settings', null, { switchOff: ['matches'], fourEyes: {} }),
      button: 'Switch off…',
      shown: /Deciding a screening match: one person/,
      route: 'organization.updateSettings',
      sent: { fourEyes: { matches: false }, expectedRevision: 3 },
    },
    {
      kind: 'member',
      item: item('organization', null, { change: { kind: 'member_invitation', ...invitation } }),
      button: 'Invite…',
      shown: 'ada@example.com can sign in as admin.',
      route: 'organization.createMember',
      sent: invitation,
    },
  ];
}
