import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import { ago, COLLEAGUE, HOUR_MS, ME, uuid } from './filled-base.ts';
import type { Answering, StubService } from './stub-service.ts';

/** Profiles on the page of the screening lists: changes, and changes that take two people. */
const browser = consoleBrowser();
const PATH = '/test/lists';
const CONTENT = {
  sources: ['eu_fsf'],
  reviewScore: 60,
  matchScore: 90,
  pepLookbackMonths: null,
  purpose: 'Companies.',
  riskRationale: 'Abbreviated names.',
};

const sentBy = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

const signedIn = (changes: object) => {
  const mine = me();
  return { ...mine, settings: { ...mine.settings, ...changes } };
};

/** Decisions on matches take two people; this person has proposed a profile. */
const twoPeople =
  (proposedBy?: string): Answering =>
  (call) => {
    if (call.route === 'organization.readMe') {
      const { fourEyes } = me().settings;
      return { body: signedIn({ fourEyes: { ...fourEyes, matches: true } }) };
    }
    if (call.route !== 'screening.listOpenProfileProposals') return saved(call);
    const proposal = {
      id: uuid(32, 1),
      profileKey: 'companies',
      version: 1,
      profile: CONTENT,
      reason: 'The test of March missed names.',
      proposedBy: `user:${proposedBy}`,
      proposedAt: ago(HOUR_MS),
      status: 'open',
      closedBy: null,
      closedAt: null,
    };
    return { body: { items: proposedBy ? [proposal] : [] } };
  };

const oneIsEnough: Answering = (call) => {
  if (call.route !== 'organization.readMe') return saved(call);
  const { fourEyes } = me().settings;
  return { body: signedIn({ fourEyes: { ...fourEyes, matches: false } }) };
};

const saved: Answering = (call) => {
  if (call.route === 'screening.saveScreeningProfile') return { body: {} };
  if (call.route === 'screening.proposeScreeningProfile') return { status: 201, body: {} };
  return answers(call);
};

describe.skipIf(!chromiumPath)('screening profiles in the console (needs Chromium)', () => {
  test('profiles: an admin changes a profile, and sees what a score finds', async () => {
    const { page, stub, errors } = await browser.open(PATH, oneIsEnough);
    await page.getByRole('button', { name: 'Change onboarding' }).click();
    await page.getByLabel('Review score').fill('70');
    await page
      .getByRole('dialog')
      .getByText(/^Finds a name that is one letter off only if a date of birth or a country agrees/)
      .waitFor();
    await page.getByRole('checkbox', { name: 'un_sc' }).check();
    await expectAccessible(page, 'profile form');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Profile saved.').waitFor();

    expect(sentBy(stub, 'screening.saveScreeningProfile')).toEqual([
      {
        sources: ['ofac_sdn', 'eu_fsf', 'un_sc'],
        reviewScore: 70,
        matchScore: 90,
        pepLookbackMonths: null,
        purpose: 'Customers who open an account without a document.',
        riskRationale: 'Names are typed by the customer.',
        expectedVersion: 2,
      },
    ]);
    expect(await page.getByRole('button', { name: /Change (standard|thorough)/ }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('profiles: where two people are required, a profile is proposed with a reason', async () => {
    const { page, stub } = await browser.open(PATH, twoPeople());
    await page.getByRole('button', { name: 'Propose a profile' }).click();
    await page.getByLabel('Key').fill('companies');
    await page.getByRole('checkbox', { name: 'eu_fsf' }).check();
    await page.getByLabel('Review score').fill('60');
    await page.getByLabel('Purpose').fill('Companies.');
    await page.getByLabel('Why these lists and scores').fill('Abbreviated names.');
    const propose = page.getByRole('button', { name: 'Propose', exact: true });
    expect(await propose.getAttribute('title')).toBe('Write a reason first.');
    await page.getByLabel('Reason').fill('Missed names.');
    await propose.click();
    await page.getByText('Proposed.', { exact: true }).waitFor();

    expect(sentBy(stub, 'screening.saveScreeningProfile')).toEqual([]);
    expect(sentBy(stub, 'screening.proposeScreeningProfile')).toEqual([
      { ...CONTENT, expectedVersion: 0, reason: 'Missed names.' },
    ]);
  });

  test('profiles: another person saves exactly what was proposed, the proposer cannot', async () => {
    const own = await browser.open(PATH, twoPeople(ME));
    const blocked = own.page.getByRole('button', { name: 'Approve and save' });
    await blocked.waitFor();
    expect(await blocked.getAttribute('title')).toBe(
      'Another owner or admin has to approve your proposal. Ask Adam Admin.',
    );

    const { page, stub } = await browser.open(PATH, twoPeople(COLLEAGUE));
    await page.getByText('review from 60 · match from 90 · eu_fsf').waitFor();
    await page.getByRole('button', { name: 'Approve and save' }).click();
    await page.getByLabel('Your reason').fill('I read the figures too.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Profile saved.').waitFor();
    expect(sentBy(stub, 'screening.saveScreeningProfile')).toEqual([
      { ...CONTENT, expectedVersion: 0, proposalId: uuid(32, 1), reason: 'I read the figures too.' },
    ]);
  });
});
