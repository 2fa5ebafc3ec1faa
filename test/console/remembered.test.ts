import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import { ago, COLLEAGUE, DAY_MS, ME, uuid } from './filled-base.ts';
import type { Answering, StubService } from './stub-service.ts';

/** Decisions that runs inherit: the list that people maintain, and the setting that takes two people. */
const browser = consoleBrowser();
const ON = { rememberDecisions: true, expiresAfterDays: 365 };

const callsOf = ({ calls }: StubService, route: string) => calls.filter((call) => call.route === route);
const sentBy = (stub: StubService, route: string) => callsOf(stub, route).map(({ body }) => body);

const remembered = (index: number, more: object = {}) => ({
  id: uuid(41, index),
  subject: { id: uuid(4, index), kind: 'person', externalId: `customer-${index}` },
  source: 'eu_fsf',
  sourceEntryId: `EU.${index}`,
  listedName: 'Ambrose Quillfeather',
  listKind: 'sanctions',
  score: 80,
  decision: 'false_positive',
  reason: 'Different date of birth',
  runId: uuid(42, index),
  matchId: uuid(43, index),
  decidedBy: `user:${COLLEAGUE}`,
  decidedAt: ago(400 * DAY_MS),
  proposedBy: null,
  expiresAt: ago(-20 * DAY_MS),
  ...more,
});

const DECISIONS = [
  remembered(1),
  remembered(2, { decision: 'confirmed', decidedBy: `user:${ME}`, expiresAt: ago(DAY_MS) }),
  remembered(3, { subject: null }),
];

interface Told {
  role?: 'owner' | 'admin' | 'member';
  settings?: object;
  proposal?: object;
  items?: readonly object[];
}

const told =
  ({ role = 'owner', settings = {}, proposal, items = DECISIONS }: Told): Answering =>
  (call) => {
    const self = me(role);
    const merged = { ...self.settings, ...settings };
    switch (call.route) {
      case 'organization.readMe':
        return { body: { ...self, settings: merged } };
      case 'organization.readSettings':
        return { body: merged };
      case 'organization.listSettingsProposals':
        return { body: { items: proposal ? [proposal] : [] } };
      case 'screening.listRememberedDecisions':
        // The first page has no decision that fits the filters.
        return call.query.get('offset') === '7'
          ? { body: { items, nextOffset: null } }
          : { body: { items: [], nextOffset: 7 } };
      case 'screening.expireRememberedDecisions': {
        const { ids } = call.body as { ids: string[] };
        return { body: { expired: ids.slice(0, 1), unchanged: ids.slice(1) } };
      }
      case 'screening.updateScreeningSettings':
        return { body: ON };
      default:
        return answers(call);
    }
  };

describe.skipIf(!chromiumPath)('remembered decisions (needs Chromium)', () => {
  test('remembered decisions: are listed with age, person and end, filtered, exported, and expired with a reason', async () => {
    const { page, stub, errors } = await browser.open(
      '/test/matches/remembered',
      told({ settings: { screening: ON } }),
    );
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('customer-1').waitFor();
    expect(await row('customer-1').innerText()).toMatch(/Not them\s+Different date of birth\s.*400 d/s);
    expect(await row('customer-2').innerText()).toMatch(/It is them\s.*You\s.*Expired/s);
    expect(await row('none: the same data').count()).toBe(1);
    await expectAccessible(page, 'remembered decisions');

    const expire = page.getByRole('button', { name: 'Expire…' });
    expect(await expire.getAttribute('title')).toBe('Select decisions first.');
    for (const name of ['customer-1', 'no subject'])
      await page.getByLabel(`Select Ambrose Quillfeather for ${name}`).check();
    await page.getByRole('button', { name: 'Expire 2…' }).click();
    await page.getByText('Ambrose Quillfeather, customer-1: not them').waitFor();
    await page.getByLabel('Reason').fill('The customer has a new document.');
    await expectAccessible(page, 'expiring');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Expired: 1. 1 had been expired or decided anew.').waitFor();
    expect(sentBy(stub, 'screening.expireRememberedDecisions')).toEqual([
      { ids: [uuid(41, 1), uuid(41, 3)], reason: 'The customer has a new document.' },
    ]);

    await page.getByLabel('Filter by person').selectOption(`user:${COLLEAGUE}`);
    await page.getByLabel('Filter by expiry').selectOption('30');
    const asked = () => callsOf(stub, 'screening.listRememberedDecisions').at(-1)?.query;
    await expect.poll(() => asked()?.get('decidedBy')).toBe(`user:${COLLEAGUE}`);
    await expect.poll(() => asked()?.get('expiresBefore')).toMatch(/^\d{4}-/);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('The export was started.').waitFor();
    expect(sentBy(stub, 'jobs.createExport')).toMatchObject([
      { kind: 'screening_decisions', format: 'csv', filter: { decidedBy: `user:${COLLEAGUE}` } },
    ]);
    expect(errors).toEqual([]);
  });

  test('remembered decisions: while switched off, an empty list leads to the setting and a full one says so', async () => {
    const empty = await browser.open('/test/matches/remembered', told({ items: [] }));
    await empty.page.getByRole('heading', { name: 'Decisions are not remembered' }).waitFor();
    await empty.page.locator('.empty').getByRole('link', { name: 'Settings' }).click();
    await empty.page.getByRole('heading', { name: 'Remembered decisions' }).waitFor();

    const full = await browser.open('/test/matches?decision=decided', told({ role: 'member' }));
    await full.page.getByRole('link', { name: 'Remembered decisions' }).click();
    await full.page.getByText('Remembering is switched off').waitFor();
    await full.page.getByLabel('Select Ambrose Quillfeather for customer-1').check();
    const expire = full.page.getByRole('button', { name: 'Expire 1…' });
    expect(await expire.getAttribute('title')).toContain('Owners and admins expire decisions.');
  });

  test('settings: one owner switches remembering on and off; what is out of range is not sent', async () => {
    const off = await browser.open('/test/settings', told({}));
    const button = off.page.getByRole('button', { name: 'Switch on: remembered decisions' });
    await off.page.getByLabel('Days until a remembered decision expires').fill('731');
    expect(await button.getAttribute('title')).toBe('Enter 1 to 730 days.');
    await off.page.getByLabel('Days until a remembered decision expires').fill('90');
    await button.click();
    await off.page.getByText('Decisions are remembered.').waitFor();
    expect(sentBy(off.stub, 'screening.updateScreeningSettings')).toEqual([{ ...ON, expiresAfterDays: 90 }]);

    const matches = { ...me().settings.fourEyes, matches: true };
    const on = await browser.open('/test/settings', told({ settings: { screening: ON, fourEyes: matches } }));
    await on.page.getByRole('button', { name: 'Switch off: remembered decisions' }).click();
    await on.page.getByText('Switched off.').waitFor();
    expect(sentBy(on.stub, 'screening.updateScreeningSettings')).toEqual([{ ...ON, rememberDecisions: false }]);
  });

  test('settings: remembering more is proposed while decisions take two, and another owner makes exactly that change', async () => {
    const fourEyes = { ...me().settings.fourEyes, matches: true };
    const first = await browser.open('/test/settings', told({ role: 'admin', settings: { fourEyes } }));
    await first.page.getByRole('button', { name: 'Propose to switch on: remembered decisions' }).click();
    await first.page.getByLabel('Reason', { exact: true }).fill('Fewer repetitions.');
    await first.page.keyboard.press('Control+Enter');
    await first.page.getByText('Proposed.').waitFor();
    expect(sentBy(first.stub, 'organization.proposeSettings')).toEqual([
      { screening: ON, reason: 'Fewer repetitions.' },
    ]);

    const proposal = {
      id: uuid(24, 1),
      reason: 'Fewer repetitions.',
      switchOff: [],
      screening: ON,
      proposedBy: `user:${COLLEAGUE}`,
      proposedAt: ago(DAY_MS),
      fourEyes,
      status: 'open',
      closedBy: null,
      closedAt: null,
    };
    const accepted = { ...ON, proposalId: proposal.id, reason: 'I agree.' };
    const second = await browser.open('/test/settings', told({ settings: { fourEyes }, proposal }));
    await second.page.getByText('Proposed: Remember decisions on matches for 365 days').waitFor();
    await second.page.getByRole('button', { name: 'Remember decisions', exact: true }).click();
    await second.page.getByLabel('Your reason').fill('I agree.');
    await second.page.keyboard.press('Control+Enter');
    await second.page.getByText('Decisions are remembered.').waitFor();
    expect(sentBy(second.stub, 'screening.updateScreeningSettings')).toEqual([accepted]);
    expect(sentBy(second.stub, 'organization.updateSettings')).toEqual([]);

    const item = { kind: 'settings', about: null, waitsForCaller: true, proposal };
    const { page, stub } = await browser.open('/test/proposals', (call) =>
      call.route === 'organization.listProposals'
        ? { body: { items: call.query.get('status') === 'closed' ? [] : [item] } }
        : told({ settings: { fourEyes } })(call),
    );
    await page.getByRole('heading', { name: 'Remember decisions on matches for 365 days' }).waitFor();
    await page.getByText('now: do not remember decisions on matches').waitFor();
    await page.getByRole('button', { name: 'Remember…' }).click();
    await page.getByLabel('Your reason').fill('I agree.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done. The history names both of you.').waitFor();
    expect(sentBy(stub, 'screening.updateScreeningSettings')).toEqual([accepted]);
  });
});
