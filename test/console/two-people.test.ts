import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import { ago, COLLEAGUE, HOUR_MS, ME, uuid } from './filled-base.ts';
import type { Answering, StubService } from './stub-service.ts';

/** Settings that two people edit at once, and rules that take two people. */
const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const ALL_ON = { policies: true, overrides: true, matches: true, lists: true };
const { settings } = me();

const sentBy = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

/** Another person saves `theirs` just before the first save of this one, and `then` answers. */
function savedMeanwhile(theirs: Record<string, unknown>, then?: Answering): Answering {
  let isChanged = false;
  const after = { ...settings, ...theirs, revision: 2, updatedBy: `user:${COLLEAGUE}` };
  return (call) => {
    if (call.route === 'organization.readSettings') return { body: isChanged ? after : settings };
    if (call.route === 'organization.listSettingsProposals') return { body: { items: [] } };
    if (call.route !== 'organization.updateSettings') return answers(call);
    const { expectedRevision } = call.body as { expectedRevision: number };
    if (expectedRevision === 2) return then?.(call) ?? { body: { ...after, revision: 3 } };
    isChanged = true;
    return { status: 409, body: { code: 'stale_revision', detail: 'Stale.', revision: 2 } };
  };
}

/** All rules on, with an open proposal of this person. */
const proposedBy =
  (userId: string): Answering =>
  (call) => {
    if (call.route === 'organization.readSettings') return { body: { ...settings, fourEyes: ALL_ON } };
    if (call.route !== 'organization.listSettingsProposals') return answers(call);
    return {
      body: {
        items: [
          {
            id: uuid(24, 1),
            reason: 'One reviewer in December.',
            switchOff: ['matches'],
            proposedBy: `user:${userId}`,
            proposedAt: ago(3 * HOUR_MS),
            fourEyes: ALL_ON,
            status: 'open',
            closedBy: null,
            closedAt: null,
          },
        ],
      },
    };
  };

describe.skipIf(!chromiumPath)('two people and the settings (needs Chromium)', () => {
  test('settings: an edited name is saved beside rules that another person switched on', { tags: 'full' }, async () => {
    const { page, stub, errors } = await browser.open('/test/settings', savedMeanwhile({ fourEyes: ALL_ON }));
    await page.getByLabel('Name', { exact: true }).fill('Southwind');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();

    expect(sentBy(stub, 'organization.updateSettings')).toEqual([
      { name: 'Southwind', expectedRevision: 1 },
      { name: 'Southwind', expectedRevision: 2 },
    ]);
    expect(errors).toEqual([]);
  });

  test('settings: people are asked only about a field that both changed', async () => {
    const { page, stub } = await browser.open(
      '/test/settings',
      savedMeanwhile({ name: 'Eastwind', subjectLink: 'https://crm.example.com/{externalId}' }),
    );
    await page.getByLabel('Name', { exact: true }).fill('Southwind');
    await page.getByLabel('Hours of deadline 1').fill('48');
    await page.getByRole('button', { name: 'Add a deadline' }).click();
    await page.getByLabel('Action of deadline 2').fill('manual_review');
    const blocked = page.getByRole('button', { name: 'Save', exact: true });
    expect(await blocked.getAttribute('title')).toBe('The action manual_review has two deadlines.');
    await page.getByLabel('Action of deadline 2').fill('file_report');
    expect(await blocked.getAttribute('title')).toBe('Enter the hours until file_report is late.');
    await page.getByLabel('Hours of deadline 2').fill('1.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Name: Eastwind').waitFor();

    expect(await page.getByRole('button', { name: 'Use theirs' }).count()).toBe(1);
    expect(await page.getByLabel('Link to a subject').inputValue()).toContain('crm.example.com');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    expect(await save.getAttribute('title')).toBe('Choose between your text and theirs first.');
    await expectAccessible(page, 'conflict');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await save.click();
    await page.getByText('Settings saved.').waitFor();
    expect(sentBy(stub, 'organization.updateSettings').at(-1)).toEqual({
      deadlines: { manual_review: 172_800, file_report: 5400 },
      expectedRevision: 2,
    });
  });

  test('settings: a save that is refused after a change of others says why', async () => {
    const { page } = await browser.open(
      '/test/settings',
      savedMeanwhile({ fourEyes: ALL_ON }, () => ({
        status: 403,
        body: { code: 'forbidden', detail: 'You may not do this.', requestId: 'req-7' },
      })),
    );
    await page.getByLabel('Name', { exact: true }).fill('Southwind');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await page.getByText('You may not do this.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Southwind');
  });

  test('members: an admin is proposed with a reason, and one whom another person proposed is approved', async () => {
    const change = { kind: 'member_invitation', email: 'ada@example.com', name: 'Ada Example', role: 'admin' };
    const { page, stub, errors } = await browser.open('/test/members', (call) => {
      if (call.route === 'organization.readMe')
        return { body: { ...me(), settings: { ...settings, fourEyes: ALL_ON } } };
      if (call.route !== 'organization.listOrganizationProposals') return answers(call);
      const proposal = { id: uuid(24, 2), reason: 'The second team starts.', change, status: 'open' };
      const by = { proposedBy: `user:${COLLEAGUE}`, proposedAt: ago(3 * HOUR_MS), closedBy: null, closedAt: null };
      return { body: { items: [{ ...proposal, ...by }] } };
    });

    await page.getByText('Proposed: invite Ada Example (ada@example.com) as admin').waitFor();
    await expectAccessible(page, 'members with a proposal');
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByLabel('Your reason').fill('I know Ada.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done. The history names both of you.').waitFor();
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ben Example');
    await page.getByLabel('Email', { exact: true }).fill('ben@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('admin');
    await page.locator('dialog').getByRole('button', { name: 'Propose' }).click();
    await page.getByLabel('Reason', { exact: true }).fill('The third team starts.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Proposed.', { exact: true }).waitFor();

    const { kind: _kind, ...invitation } = change;
    expect(sentBy(stub, 'organization.createMember')).toEqual([
      { ...invitation, proposalId: uuid(24, 2), reason: 'I know Ada.' },
    ]);
    expect(sentBy(stub, 'organization.proposeOrganizationChange')).toEqual([
      {
        change: { kind: 'member_invitation', email: 'ben@example.com', name: 'Ben Example', role: 'admin' },
        reason: 'The third team starts.',
      },
    ]);
    expect(errors).toEqual([]);
  });

  test('rules: one is proposed to be switched off with a reason, and nothing is sent without one', async () => {
    const { page, stub, errors } = await browser.open('/test/settings', proposedBy(ME));
    await page.getByRole('button', { name: 'Propose to switch off: Publishing or retiring a policy version' }).click();
    await page.keyboard.press('Control+Enter');
    expect(sentBy(stub, 'organization.proposeSettings')).toEqual([]);
    await page.getByLabel('Reason', { exact: true }).fill('Small team.');
    await expectAccessible(page, 'proposal dialog');
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Propose/ })
      .click();
    await page.getByText('Proposed.', { exact: true }).waitFor();

    expect(sentBy(stub, 'organization.proposeSettings')).toEqual([{ switchOff: ['policies'], reason: 'Small team.' }]);
    expect(sentBy(stub, 'organization.updateSettings')).toEqual([]);
    const own = page.getByRole('button', { name: 'Switch off', exact: true });
    expect(await own.getAttribute('title')).toBe('An owner who is another person has to decide on your proposal.');
    expect(errors).toEqual([]);
  });

  test.each(
    some(
      [
        ['a desktop', undefined],
        ['a phone', PHONE],
      ],
      1,
    ),
  )('rules: another owner switches one off with their own reason, on %s', async (where, size) => {
    const { page, stub, errors } = await browser.open('/test/settings', proposedBy(COLLEAGUE), size);
    await page.getByText('One reviewer in December.').waitFor();
    await expectAccessible(page, `proposal on ${where}`);
    await page.getByRole('button', { name: 'Switch off', exact: true }).click();
    const reason = page.getByLabel('Your reason');
    expect(await reason.inputValue()).toBe('');
    await reason.fill('Agreed until January.');
    await expectAccessible(page, `acceptance on ${where}`);
    await page.locator('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Switched off.').waitFor();

    expect(sentBy(stub, 'organization.updateSettings')).toEqual([
      { fourEyes: { matches: false }, proposalId: uuid(24, 1), expectedRevision: 1, reason: 'Agreed until January.' },
    ]);
    expect(errors).toEqual([]);
  });
});
