import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { aProfile } from '#test/support/screening-examples.ts';
import { fakeUserPool } from '#test/support/user-pool.ts';

/** While decisions on matches take two people, a profile is changed by two people, whatever way is tried. */
const {
  saveScreeningProfile,
  proposeScreeningProfile,
  listOpenProfileProposals,
  listProfileProposals,
  readScreeningProfile,
  listScreeningProfiles,
} = routes.screening;
const { updateSettings, createMember, readMe } = routes.organization;
const KEY = 'onboarding';
const SECOND_PERSON = { status: 409, body: { code: 'second_person_required' } };

beforeAll(prepareEngine);

/** An organization in which decisions on matches require two people, with two admins. */
async function ruled() {
  const world = await aWorld('live');
  await done(world.owner, updateSettings, { body: { fourEyes: { matches: true }, expectedRevision: 0 } });
  return { ...world, second: await userOf(world.organizationId, 'admin') };
}

const save = (as: Credential, changes: Record<string, unknown> = {}, idempotencyKey: string | null = null) =>
  call(as, saveScreeningProfile, {
    params: { key: KEY },
    body: aProfile({ ...('proposalId' in changes && { reason: 'I have tried it.' }), ...changes }),
    idempotencyKey,
  });
const propose = (as: Credential, changes: Record<string, unknown> = {}) =>
  call(as, proposeScreeningProfile, { params: { key: KEY }, body: aProfile({ reason: 'Too few hits.', ...changes }) });
const proposed = async (as: Credential, changes: Record<string, unknown> = {}) =>
  (await propose(as, changes)).body.id as string;
const proposalsOf = async ({ client }: World) =>
  (await done(client, listProfileProposals, { params: { key: KEY } })).items;
const versionOf = async ({ client }: World) => {
  const { status, body } = await call(client, readScreeningProfile, { params: { key: KEY } });
  return status === 404 ? 0 : body.version;
};

describe('while the rule is on', () => {
  test('the approval takes a reason of one’s own, which the history has', async () => {
    const world = await ruled();
    const proposalId = await proposed(world.member);
    for (const reason of [undefined, null, ' ', 'x'.repeat(2_001)])
      expect(await save(world.admin, { proposalId, reason })).toMatchObject({
        status: 400,
        body: { code: 'invalid_body', errors: [{ path: 'reason' }] },
      });
    expect(await versionOf(world)).toBe(0);

    expect((await save(world.admin, { proposalId, reason: 'I have tried it.' })).status).toBe(200);
    const events = await done(world.owner, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { order: 'newest' },
    });
    expect(events.items.map(({ data }: { data: { reason?: string } }) => data.reason)).toContain('I have tried it.');
  });

  test('one person neither creates nor changes a profile, with any role, with or without a proposal of their own', async () => {
    const world = await ruled();

    for (const one of [world.owner, world.admin]) {
      expect(await save(one)).toMatchObject(SECOND_PERSON);
      const proposalId = await proposed(one);
      expect(await save(one, { proposalId })).toMatchObject(SECOND_PERSON);
    }
    for (const one of [world.member, world.client])
      expect((await save(one, { proposalId: await proposed(world.owner) })).status).toBe(403);
    expect((await propose(world.client)).status).toBe(403);
    expect(await versionOf(world)).toBe(0);
    expect((await done(world.client, listScreeningProfiles)).items).toHaveLength(2);
  });

  test('a second person makes the change that a member proposed, and both are named', async () => {
    const world = await ruled();
    const proposal = await propose(world.member);

    const saved = await save(world.admin, { proposalId: proposal.body.id });

    expect(proposal).toMatchObject({
      status: 201,
      body: { status: 'open', profileKey: KEY, version: 1, profile: aProfile({ matchScore: 90 }) },
    });
    expect(saved).toMatchObject({ status: 200, body: { version: 1, proposedBy: proposal.body.proposedBy } });
    expect(saved.body.createdBy).not.toBe(saved.body.proposedBy);
    expect(await proposalsOf(world)).toMatchObject([{ status: 'accepted', closedBy: saved.body.createdBy }]);
    const { items } = await done(world.owner, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: saved.body.id },
    });
    expect(items.at(-1).data).toMatchObject({
      type: 'screening.profile.created',
      details: { key: KEY, proposalId: proposal.body.id, proposedBy: proposal.body.proposedBy },
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['another score', { reviewScore: 89 }],
    ['another list', { sources: ['eu_fsf'] }],
    ['another rationale', { riskRationale: 'Because.' }],
  ])('a change with %s than proposed is refused', async (_what, changes) => {
    const world = await ruled();
    const proposalId = await proposed(world.member);

    const refused = await save(world.admin, { ...changes, proposalId });

    expect(refused).toMatchObject({ status: 409, body: { code: 'proposal_differs' } });
    expect(await versionOf(world)).toBe(0);
    expect(await proposalsOf(world)).toMatchObject([{ status: 'open' }]);
  });

  test('a proposal is accepted once: not again, not for another profile, not after a newer one', async () => {
    const world = await ruled();
    const older = await proposed(world.member, { reviewScore: 60 });
    const proposalId = await proposed(world.member);

    expect(await save(world.admin, { reviewScore: 60, proposalId: older })).toMatchObject({
      status: 409,
      body: { code: 'proposal_not_open' },
    });
    const other = { params: { key: 'other' }, body: aProfile({ proposalId, reason: 'I have tried it.' }) };
    expect(await call(world.admin, saveScreeningProfile, other)).toMatchObject({
      status: 409,
      body: { code: 'proposal_not_open' },
    });
    expect((await save(world.admin, { proposalId })).status).toBe(200);
    // Back to other scores and forth again with the accepted proposal.
    const next = await proposed(world.member, { reviewScore: 60 });
    expect((await save(world.admin, { reviewScore: 60, proposalId: next })).status).toBe(200);
    expect(await save(world.admin, { proposalId })).toMatchObject({ status: 409, body: { code: 'proposal_not_open' } });
    expect(await versionOf(world)).toBe(2);
  });

  test('the proposer cannot accept it at the same moment as another person, and it counts once', async () => {
    const world = await ruled();
    const proposalId = await proposed(world.admin);

    const answers = await Promise.all([
      save(world.admin, { proposalId }),
      save(world.owner, { proposalId }),
      save(world.second, { proposalId }),
    ]);

    // The one that comes second finds the profile as it asks for it, or the proposal accepted a moment before.
    const others = answers.slice(1).map(({ status, body }) => (status === 200 ? 'saved' : body.code));
    expect(others).toContain('saved');
    expect(['saved', 'proposal_not_open']).toEqual(expect.arrayContaining(others));
    const { createdBy, proposedBy } = (await call(world.client, readScreeningProfile, { params: { key: KEY } })).body;
    expect(createdBy).not.toBe(proposedBy);
    expect(await versionOf(world)).toBe(1);
  });

  test('a request that changes nothing needs no second person', async () => {
    const world = await ruled();
    await save(world.admin, { proposalId: await proposed(world.member) });

    expect(await save(world.owner)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await propose(world.member)).toMatchObject({ status: 409, body: { code: 'profile_unchanged' } });
  });

  test('two people of whom one has invited the other do not count as two, whoever proposes', async () => {
    const pool = fakeUserPool();
    const world = await aWorld('live', randomUUID());
    const { organizationId } = world;
    const { id } = pool.addUser({ organizationId, role: 'owner' });
    const inviter = await userOf(organizationId, 'owner', { claims: { sub: id } });
    await call(inviter, readMe);
    const body = { email: `${randomUUID()}@example.com`, name: 'Ada Example', role: 'admin' };
    const { id: sub } = await done(inviter, createMember, { body });
    const invited = await userOf(organizationId, 'admin', { claims: { sub } });
    await done(inviter, updateSettings, { body: { fourEyes: { matches: true }, expectedRevision: 0 } });

    for (const [first, second] of [
      [inviter, invited],
      [invited, inviter],
    ] as const) {
      const refused = await save(second, { proposalId: await proposed(first) });
      expect(refused).toMatchObject(SECOND_PERSON);
      expect(refused.body.detail).toContain('One of you has invited');
    }
    expect(await versionOf(world)).toBe(0);
    expect((await save(world.admin, { proposalId: await proposed(invited) })).status).toBe(200);
  });

  test('a proposal above a limit that came later is refused', async () => {
    const world = await ruled();
    const proposalId = await proposed(world.member, { reviewScore: 80 });
    await done(world.owner, updateSettings, { body: { highestReviewScore: 70, expectedRevision: 1 } });

    expect(await save(world.admin, { reviewScore: 80, proposalId })).toMatchObject({
      status: 422,
      body: { code: 'review_score_too_high' },
    });
  });
});

test('profile proposals: open ones are listed for all keys, in this organization and mode', async () => {
  const world = await aWorld('live');
  const openIn = async (as: Credential) =>
    (await done(as, listOpenProfileProposals)).items.map(({ profileKey }: { profileKey: string }) => profileKey);
  for (const key of ['b', 'a', 'c'])
    await done(world.member, proposeScreeningProfile, { params: { key }, body: aProfile({ reason: 'New.' }) });
  await done(world.owner, saveScreeningProfile, { params: { key: 'c' }, body: aProfile() });

  expect(await openIn(world.client)).toEqual(['a', 'b']);
  expect(await openIn((await aWorld('test', world.organizationId)).client)).toEqual([]);
});

test('profile proposals: without the rule one person is enough, and their change ends an open proposal', async () => {
  const world = await aWorld('live', randomUUID());
  const proposalId = await proposed(world.member, { reviewScore: 60 });

  expect((await save(world.admin)).status).toBe(200);

  expect(await proposalsOf(world)).toMatchObject([{ id: proposalId, status: 'superseded' }]);
  expect(await save(world.owner, { reviewScore: 60, proposalId })).toMatchObject({
    status: 409,
    body: { code: 'proposal_not_open' },
  });
});
