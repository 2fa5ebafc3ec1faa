import { beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  aWorld,
  done,
  eventTypes,
  list,
  newSource,
  riskySubject,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';

/** Publications and overrides that one person proposes and another one makes. */
const { createPolicy, publishPolicy, proposePolicy, listPolicyProposals } = riskRoutes;
const { createOverride, proposeOverride, listOverrideProposals } = riskRoutes;
const { revokeOverride, proposeRevocation, listRevocationProposals } = riskRoutes;

/** An organization that requires two people for one kind of change. */
async function aStrictWorld(kind: 'policies' | 'overrides'): Promise<World> {
  const made = await aWorld();
  const { body: before } = await call(made.owner, organizationRoutes.readSettings);
  const { revision, updatedAt: _at, updatedBy: _by, ...settings } = before;
  const fourEyes = {
    policies: false,
    overrides: false,
    matches: false,
    lists: false,
    [kind]: true,
  };
  await done(made.owner, organizationRoutes.updateSettings, {
    body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
  });
  return made;
}

let world: World;
let strict: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('publishing a policy', () => {
  beforeAll(async () => {
    strict = await aStrictWorld('policies');
  });
  const draft = async (on: World): Promise<string> => {
    const { identity } = await newSource(on);
    const body = { key: `p${crypto.randomUUID()}`, definition: aDefinition(identity) };
    return (await done(on.owner, createPolicy, { body })).id;
  };
  const propose = (as: Credential, id: string) =>
    call(as, proposePolicy, { params: { id }, body: { reason: 'Tested.' } });
  const publish = (as: Credential, id: string, body?: object) =>
    call(as, publishPolicy, { params: { id }, ...(body && { body }) });

  test('with four eyes, a publication accepts the proposal of another person', async () => {
    const id = await draft(strict);

    const alone = await publish(strict.owner, id);
    const own = await propose(strict.owner, id);
    const same = await publish(strict.owner, id, { proposalId: own.body.id });
    const second = await publish(strict.admin, id, { proposalId: own.body.id });

    expect(own).toMatchObject({ status: 201, body: { policyVersionId: id, status: 'open' } });
    expect(codeOf(alone)).toEqual([409, 'second_person_required']);
    expect(codeOf(same)).toEqual([409, 'second_person_required']);
    expect(second).toMatchObject({ status: 200, body: { data: { status: 'published' } } });
    const { items } = await done(strict.client, listPolicyProposals, { params: { id } });
    expect(items).toMatchObject([{ id: own.body.id, status: 'accepted', closedBy: expect.stringMatching(/^user:/) }]);
    const events = (await list(strict, 'events', { resourceId: id })).body.items;
    expect(events.at(-1).data).toMatchObject({
      type: 'risk.policy.published',
      details: { proposalId: own.body.id, proposedBy: own.body.proposedBy },
    });
    expect(codeOf(await propose(strict.member, id))).toEqual([409, 'already_published']);
  });

  test('a newer proposal supersedes the open one, which can no longer be accepted', async () => {
    const id = await draft(strict);
    const first = await propose(strict.member, id);
    const second = await propose(strict.member, id);

    const superseded = await publish(strict.admin, id, { proposalId: first.body.id });

    expect(codeOf(superseded)).toEqual([409, 'proposal_not_open']);
    const { items } = await done(strict.client, listPolicyProposals, { params: { id } });
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['open', 'superseded']);
    expect((await publish(strict.admin, id, { proposalId: second.body.id })).status).toBe(200);
  });

  test('without four eyes a publication needs no proposal, and supersedes the open one', async () => {
    const id = await draft(world);
    await propose(world.owner, id);

    expect((await publish(world.owner, id)).status).toBe(200);

    const { items } = await done(world.client, listPolicyProposals, { params: { id } });
    expect(items).toMatchObject([{ status: 'superseded' }]);
    expect(await eventTypes(world, id)).toEqual([
      'risk.policy.created',
      'risk.policy.proposed',
      'risk.policy.published',
    ]);
  });

  test('an API key cannot propose, and other organizations find nothing', async () => {
    const id = await draft(strict);

    expect((await propose(strict.client, id)).status).toBe(403);
    expect((await propose(world.owner, id)).status).toBe(404);
    expect((await call(world.client, listPolicyProposals, { params: { id } })).status).toBe(404);
    expect((await everyRow('risk')).filter(({ pk }) => pk.endsWith(`#proposals#${id}`))).toEqual([]);
  });

  test('of two publications that accept the same proposal at once, one succeeds', async () => {
    const id = await draft(strict);
    const { body: proposal } = await propose(strict.member, id);

    const results = await Promise.all(
      [strict.admin, strict.owner].map((as) => publish(as, id, { proposalId: proposal.id })),
    );

    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('creating an override', () => {
  beforeAll(async () => {
    strict = await aStrictWorld('overrides');
  });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const anOverride = (more: object = {}) => ({ decision: 'none', reason: 'Seen in person.', expiresAt, ...more });
  const anAssessment = async (on: World) => (await riskySubject(on)).assessment;
  const propose = (as: Credential, id: string, more: object = {}) =>
    call(as, proposeOverride, { params: { id }, body: anOverride(more) });
  const create = (as: Credential, id: string, more: object = {}) =>
    call(as, createOverride, { params: { id }, body: anOverride(more) });

  test('with four eyes, an override accepts the proposal of another person as it is', async () => {
    const { id } = await anAssessment(strict);
    const decision = 'review';

    const alone = await create(strict.owner, id, { decision });
    const { status, body: proposal } = await propose(strict.owner, id, { decision });
    const own = await create(strict.owner, id, { decision, proposalId: proposal.id });
    const other = await create(strict.admin, id, { decision: 'reject', proposalId: proposal.id });
    const before = await stateOf(strict, id);
    const second = await create(strict.admin, id, { decision, proposalId: proposal.id });

    expect(status).toBe(201);
    expect(codeOf(alone)).toEqual([409, 'second_person_required']);
    expect(codeOf(own)).toEqual([409, 'second_person_required']);
    expect(codeOf(other)).toEqual([409, 'proposal_differs']);
    expect(before.override).toBeNull();
    expect(second).toMatchObject({
      status: 201,
      body: { data: { decision, proposalId: proposal.id, proposedBy: proposal.proposedBy } },
    });
    const { items } = await done(strict.client, listOverrideProposals, { params: { id } });
    expect(items).toMatchObject([{ id: proposal.id, status: 'accepted' }]);
  });

  test('a proposal that could not be created is refused, and members can propose', async () => {
    const { id, data } = await anAssessment(strict);
    const late = { expiresAt: new Date(Date.now() - 1_000).toISOString() };

    expect(codeOf(await propose(strict.member, id, late))).toEqual([422, 'invalid_expiry']);
    expect((await propose(strict.client, id)).status).toBe(403);
    expect((await propose(world.owner, id)).status).toBe(404);
    expect((await propose(strict.member, id, { decision: 'review' })).status).toBe(201);
    const { items } = (await list(strict, 'events', { subjectId: data.subjectId })).body;
    expect(items.at(-1).data).toMatchObject({
      type: 'risk.override.proposed',
      details: { decision: 'review', expiresAt },
    });
  });

  const overridden = async (decision: string) => {
    const { id } = await anAssessment(strict);
    const { body } = await propose(strict.member, id, { decision });
    return (await create(strict.admin, id, { decision, proposalId: body.id })).body.id as string;
  };
  const revoke = (as: Credential, id: string, more: object = {}) =>
    call(as, revokeOverride, { params: { id }, body: { reason: 'No longer true.', ...more } });
  const proposeToRevoke = (as: Credential, id: string) =>
    call(as, proposeRevocation, { params: { id }, body: { reason: 'No longer true.' } });

  test('with four eyes, revoking a stricter override accepts the proposal of another person', async () => {
    const id = await overridden('reject');

    const alone = await revoke(strict.admin, id);
    const { body: proposal } = await proposeToRevoke(strict.owner, id);
    const own = await revoke(strict.owner, id, { proposalId: proposal.id });
    const byKey = await proposeToRevoke(strict.client, id);
    const both = await Promise.all([0, 1].map(() => revoke(strict.admin, id, { proposalId: proposal.id })));

    expect([codeOf(alone), codeOf(own)]).toEqual(Array(2).fill([409, 'second_person_required']));
    expect(byKey.status).toBe(403);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { items } = await done(strict.client, listRevocationProposals, { params: { id } });
    expect(items).toMatchObject([{ id: proposal.id, overrideId: id, status: 'accepted' }]);
    const events = (await list(strict, 'events', { resourceId: id })).body.items;
    expect(events.at(-1).data).toMatchObject({
      type: 'risk.override.revoked',
      details: { proposalId: proposal.id, proposedBy: proposal.proposedBy },
    });
    expect(codeOf(await proposeToRevoke(strict.member, id))).toEqual([409, 'already_revoked']);
  });

  test('with four eyes, one person revokes an override that is milder or has expired', async () => {
    const [milder, expired] = [await overridden('none'), await overridden('reject')];

    const first = await revoke(strict.admin, milder);
    shiftClock(3_700_000);
    const second = await revoke(strict.admin, expired).finally(() => shiftClock(0));

    expect([first.status, second.status]).toEqual([200, 200]);
  });

  test('without four eyes an override needs no proposal', async () => {
    const { id } = await anAssessment(world);

    const { status, body } = await create(world.owner, id, { decision: 'review' });

    expect(status).toBe(201);
    expect(body.data).toMatchObject({ proposalId: null, proposedBy: null });
  });
});
