import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, mergedSettings } from '#shared/organization/settings/settings.ts';
import { routes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, holding, withFaults } from '#test/support/faults.ts';

/** A two-person rule is switched off by two people, whatever way is tried. */
const { readSettings, updateSettings, proposeSettings, listSettingsProposals } = routes.organization;
const OFF = { policies: false, overrides: false, matches: false, lists: false };
const ON = { ...OFF, policies: true, matches: true };
const isCommit = ({ command }: AwsCall) => command === 'TransactWriteItems';

beforeAll(prepareEngine);

/** An organization in which `policies` and `matches` require two people, at revision 1. */
async function ruled() {
  const organizationId = randomUUID();
  const olivia = await userOf(organizationId, 'owner');
  const otto = await userOf(organizationId, 'owner');
  const adam = await userOf(organizationId, 'admin');
  await update(olivia, { fourEyes: ON, expectedRevision: 0 });
  return { organizationId, olivia, otto, adam };
}

const update = (as: Credential, body: Record<string, unknown>, options: CallOptions = {}) =>
  call(as, updateSettings, { body, ...options });
const propose = (as: Credential, switchOff: readonly string[] = ['matches']) =>
  call(as, proposeSettings, { body: { switchOff, reason: 'One reviewer in December.' } });
const proposed = async (as: Credential, switchOff?: readonly string[]) =>
  (await propose(as, switchOff)).body.id as string;
const rulesOf = async (as: Credential) => (await call(as, readSettings)).body.fourEyes;
const proposalsOf = async (as: Credential) => (await call(as, listSettingsProposals)).body.items;
const switchingOff = (proposalId: string, changes: Record<string, unknown> = {}) => ({
  fourEyes: { matches: false },
  expectedRevision: 1,
  proposalId,
  reason: 'Agreed until January.',
  ...changes,
});

test('two-person rules: an update without the rules leaves them on', async () => {
  const { olivia, adam } = await ruled();

  const renamed = await update(olivia, { name: 'Renamed', expectedRevision: 1 });
  const linked = await update(adam, { deadlines: { review: 60 }, expectedRevision: 2 });
  const one = await update(olivia, { fourEyes: { lists: true }, expectedRevision: 3 });

  expect([renamed.status, linked.status, one.status]).toEqual([200, 200, 200]);
  expect(one.body).toMatchObject({ name: 'Renamed', deadlines: { review: 60 }, fourEyes: { ...ON, lists: true } });
});

test.each<[string, Record<string, unknown>]>([
  ['all rules of an older form', { name: 'Renamed', fourEyes: OFF }],
  ['one rule', { fourEyes: { matches: false } }],
  ['a rule while another goes on', { fourEyes: { matches: false, lists: true } }],
  ['a rule with a reason', { fourEyes: { matches: false }, reason: 'I say so.' }],
])('two-person rules: one owner cannot switch off %s', async (_case, body) => {
  const { olivia } = await ruled();

  const refused = await update(olivia, { ...body, expectedRevision: 1 });

  expect(refused).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
  expect((await call(olivia, readSettings)).body).toMatchObject({ fourEyes: ON, revision: 1 });
});

test('two-person rules: an owner switches off what an admin has proposed', async () => {
  const { organizationId, olivia, adam } = await ruled();
  const proposal = await propose(adam);

  const done = await update(olivia, switchingOff(proposal.body.id));

  expect(proposal).toMatchObject({
    status: 201,
    body: { switchOff: ['matches'], fourEyes: ON, status: 'open' },
  });
  expect(done).toMatchObject({ status: 200, body: { fourEyes: { ...ON, matches: false } } });
  expect(await proposalsOf(adam)).toMatchObject([
    { id: proposal.body.id, status: 'accepted', closedBy: done.body.updatedBy },
  ]);
  for (const mode of ['test', 'live']) {
    const { body } = await call(olivia, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: organizationId },
      headers: { 'x-service-mode': mode },
    });
    expect(body.items.slice(-2).map(({ data }: { data: unknown }) => data)).toMatchObject([
      {
        type: 'organization.settings.proposed',
        reason: 'One reviewer in December.',
        actor: proposal.body.proposedBy,
        details: { proposalId: proposal.body.id, switchOff: ['matches'] },
      },
      {
        type: 'organization.settings.changed',
        reason: 'Agreed until January.',
        actor: done.body.updatedBy,
        details: {
          changed: ['fourEyes'],
          from: ON,
          to: { ...ON, matches: false },
          proposalId: proposal.body.id,
          proposedBy: proposal.body.proposedBy,
        },
      },
    ]);
  }
});

test('two-person rules: an owner switches off what another owner has proposed', async () => {
  const { olivia, otto } = await ruled();

  const done = await update(otto, switchingOff(await proposed(olivia)));

  expect(done.body.fourEyes).toEqual({ ...ON, matches: false });
});

describe('a proposal is not accepted', () => {
  test('by the person who made it', async () => {
    const { olivia } = await ruled();

    const refused = await update(olivia, switchingOff(await proposed(olivia)));

    expect(refused).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    expect(await rulesOf(olivia)).toEqual(ON);
  });

  test('by an admin, a member or an API key, which cannot propose either, except admins', async () => {
    const { organizationId, olivia, adam } = await ruled();
    const body = switchingOff(await proposed(olivia));
    const member = await userOf(organizationId, 'member');
    const { credential } = await keyOf(organizationId, 'live');

    const accepting = await Promise.all([adam, member, credential].map((as) => update(as, body)));
    const proposing = await Promise.all([member, credential].map((as) => propose(as)));

    expect([...accepting, ...proposing].map(({ status }) => status)).toEqual(Array(5).fill(403));
    expect(await rulesOf(olivia)).toEqual(ON);
    expect(await proposalsOf(olivia)).toHaveLength(1);
  });

  test('twice, and a replayed acceptance changes nothing', async () => {
    const { olivia, adam } = await ruled();
    const body = switchingOff(await proposed(adam));
    const options = { idempotencyKey: randomUUID() };
    await update(olivia, body, options);
    await update(olivia, { fourEyes: { matches: true }, expectedRevision: 2 });

    const replayed = await update(olivia, body, options);
    const again = await update(olivia, { ...body, expectedRevision: 3 });

    expect(replayed).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(again).toMatchObject({ status: 409, body: { code: 'proposal_not_open' } });
    expect(await rulesOf(olivia)).toEqual(ON);
  });

  test('after the rules have changed, even if they are the same again', async () => {
    const { olivia, otto, adam } = await ruled();
    const first = await proposed(adam);
    await update(olivia, { fourEyes: { lists: true }, expectedRevision: 1 });
    const outdated = await update(olivia, switchingOff(first, { expectedRevision: 2 }));
    const lists = await proposed(adam, ['lists']);
    await update(otto, switchingOff(lists, { fourEyes: { lists: false }, expectedRevision: 2 }));

    const refused = await update(olivia, switchingOff(first, { expectedRevision: 3 }));

    expect(outdated.body.code).toBe('proposal_not_open');
    expect(refused.body.code).toBe('proposal_not_open');
    expect(await rulesOf(olivia)).toEqual(ON);
  });

  test.each<[string, Record<string, unknown>]>([
    ['for another rule', { fourEyes: { policies: false } }],
    ['for further rules', { fourEyes: { matches: false, policies: false } }],
    ['while another rule goes on', { fourEyes: { matches: false, lists: true } }],
    ['with another setting', { name: 'Renamed' }],
    ['for no rule', { fourEyes: {} }],
  ])('%s', async (_case, changes) => {
    const { olivia, adam } = await ruled();

    const refused = await update(olivia, switchingOff(await proposed(adam), changes));

    expect(refused).toMatchObject({ status: 409, body: { code: 'proposal_differs' } });
    expect((await call(olivia, readSettings)).body).toMatchObject({ fourEyes: ON, revision: 1 });
    expect(await proposalsOf(adam)).toMatchObject([{ status: 'open' }]);
  });

  test('without a reason, or for an earlier revision', async () => {
    const { olivia, adam } = await ruled();
    const proposalId = await proposed(adam);

    const silent = await update(olivia, switchingOff(proposalId, { reason: undefined }));
    const stale = await update(olivia, switchingOff(proposalId, { expectedRevision: 0 }));

    expect([silent.status, stale.body.code]).toEqual([400, 'stale_revision']);
    expect(await rulesOf(olivia)).toEqual(ON);
  });

  test('of another organization', async () => {
    const [ours, theirs] = [await ruled(), await ruled()];

    const refused = await update(ours.olivia, switchingOff(await proposed(theirs.adam)));

    expect(refused.body.code).toBe('proposal_not_open');
    expect(await proposalsOf(ours.adam)).toEqual([]);
  });

  test('after a newer proposal has superseded it', async () => {
    const { olivia, adam } = await ruled();
    const first = await proposed(adam);
    await propose(adam, ['policies']);

    const refused = await update(olivia, switchingOff(first));

    expect(refused.body.code).toBe('proposal_not_open');
  });
});

test('two-person rules: a proposal that races a change of the rules is not accepted afterwards', async () => {
  const { olivia, adam } = await ruled();
  const { plan, reached, release } = holding(isCommit);

  const held = withFaults(plan, () => update(olivia, { fourEyes: { lists: true }, expectedRevision: 1 }));
  await reached;
  const proposalId = await proposed(adam);
  release();
  await held;
  const refused = await update(olivia, switchingOff(proposalId, { expectedRevision: 2 }));

  expect(refused).toMatchObject({ status: 409, body: { code: 'proposal_differs' } });
  expect(await rulesOf(olivia)).toEqual({ ...ON, lists: true });
});

test('two-person rules: of two concurrent acceptances one succeeds', async () => {
  const { olivia, otto, adam } = await ruled();
  const body = switchingOff(await proposed(adam));

  const answers = await Promise.all([olivia, otto].map((as) => update(as, body)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await call(olivia, readSettings)).body.revision).toBe(2);
});

test('two-person rules: a rule that is off cannot be proposed to be switched off', async () => {
  const { adam } = await ruled();

  const refused = await propose(adam, ['matches', 'lists']);

  expect(refused).toMatchObject({ status: 409, body: { code: 'rule_not_on' } });
  expect(await proposalsOf(adam)).toEqual([]);
});

test('two-person rules: built-in reasons stay built in when another setting changes', () => {
  expect(mergedSettings(DEFAULT_SETTINGS, { name: 'Renamed' })).toMatchObject({
    name: 'Renamed',
    reasons: null,
    fourEyes: DEFAULT_SETTINGS.fourEyes,
  });
});
