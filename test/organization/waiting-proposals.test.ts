import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aDefinition, aWorld, done, list, newSource, riskySubject, type World } from '#test/support/risk-world.ts';
import { exampleOf } from '#test/support/route-examples.ts';

/** Proposals of every kind in one list, and how a second person declines and the first one withdraws them. */
const { listProposals, declineProposal, withdrawProposal, proposeSettings, updateSettings } = routes.organization;
const { proposePolicy, publishPolicy, proposeOverride, createOverride, proposeRevocation, readCounts } = routes.risk;

let world: World;
let strangers: World;

beforeAll(async () => {
  await prepareEngine();
  [world, strangers] = [await aWorld('live'), await aWorld('live')];
  await done(world.owner, updateSettings, { body: { fourEyes: { lists: true }, expectedRevision: 0 } });
});

interface Proposed {
  kind: string;
  about: string | null;
  id: string;
  /** Makes the change that was proposed. */
  accept?: (as: Credential) => ReturnType<typeof call>;
}

const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
const reason = 'Tested.';

const KINDS: Record<string, (on: World, by: Credential) => Promise<Proposed>> = {
  policy: async (on, by) => {
    const { identity } = await newSource(on);
    const body = { key: `p${crypto.randomUUID()}`, definition: aDefinition(identity) };
    const { id: about } = await done(on.owner, routes.risk.createPolicy, { body });
    const { id } = await done(by, proposePolicy, { params: { id: about }, body: { reason } });
    const accept = (as: Credential) => call(as, publishPolicy, { params: { id: about }, body: { proposalId: id } });
    return { kind: 'policy', about, id, accept };
  },
  override: async (on, by) => {
    const { assessment } = await riskySubject(on);
    const target = { params: { id: assessment.id }, body: { decision: 'review', expiresAt, reason } };
    const { id } = await done(by, proposeOverride, target);
    const accept = (as: Credential) =>
      call(as, createOverride, { ...target, body: { ...target.body, proposalId: id } });
    return { kind: 'override', about: assessment.id, id, accept };
  },
  revocation: async (on, by) => {
    const { assessment } = await riskySubject(on);
    const target = { params: { id: assessment.id }, body: { decision: 'reject', expiresAt, reason } };
    const { id: about } = await done(on.owner, createOverride, target);
    const { id } = await done(by, proposeRevocation, { params: { id: about }, body: { reason } });
    return { kind: 'revocation', about, id };
  },
  match: async (on, by) => {
    const { params = {}, body } = await exampleOf(routes.screening.proposeScreeningDecision).prepare(on);
    const { id } = await done(by, routes.screening.proposeScreeningDecision, { params, body });
    return { kind: 'match', about: params.id ?? '', id };
  },
  profile: async (on, by) => {
    const { params = {}, body } = await exampleOf(routes.screening.proposeScreeningProfile).prepare(on);
    const { id } = await done(by, routes.screening.proposeScreeningProfile, { params, body });
    return { kind: 'profile', about: params.key ?? '', id };
  },
  settings: async (_on, by) => {
    const { id } = await done(by, proposeSettings, { body: { switchOff: ['lists'], reason } });
    return { kind: 'settings', about: null, id };
  },
  organization: async (_on, by) => {
    const change = { kind: 'member_change', memberId: crypto.randomUUID(), role: 'admin' };
    const { id } = await done(by, routes.organization.proposeOrganizationChange, { body: { change, reason } });
    return { kind: 'organization', about: null, id };
  },
};

const close = (as: Credential, route: Route, { kind, about, id }: Proposed) =>
  call(as, route, { params: { id }, body: { kind, about, reason: 'Not agreed.' } });
const openOf = async (as: Credential) => (await done(as, listProposals)).items as { proposal: { id: string } }[];
const closedOf = async (as: Credential) =>
  (await done(as, listProposals, { query: { status: 'closed' } })).items as { proposal: { id: string } }[];
const byId = (items: { proposal: { id: string } }[], id: string) => items.find(({ proposal }) => proposal.id === id);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe.each(Object.entries(KINDS))('a proposal about: %s', (kind, propose) => {
  test('it waits for another owner or admin, who declines it with a reason that the first person reads', async () => {
    const made = await propose(world, world.admin);

    const [forSecond, forFirst] = [await openOf(world.owner), await openOf(world.admin)];
    const own = await close(world.admin, declineProposal, made);
    const byMember = await close(world.member, declineProposal, made);
    const declined = await close(world.owner, declineProposal, made);
    const again = await close(world.owner, declineProposal, made);

    expect(byId(forSecond, made.id)).toMatchObject({ kind, about: made.about, waitsForCaller: true });
    expect(byId(forFirst, made.id)).toMatchObject({ waitsForCaller: false });
    expect(codeOf(own)).toEqual([409, 'own_proposal']);
    expect(byMember.status).toBe(403);
    expect(declined).toMatchObject({
      status: 200,
      body: {
        id: made.id,
        status: 'declined',
        closingReason: 'Not agreed.',
        closedBy: expect.stringMatching(/^user:/),
      },
    });
    expect(codeOf(again)).toEqual([409, 'proposal_not_open']);
    expect(byId(await openOf(world.owner), made.id)).toBeUndefined();
    expect(byId(await closedOf(world.admin), made.id)).toMatchObject({
      proposal: { status: 'declined', closingReason: 'Not agreed.' },
    });
    expect(byId(await closedOf(world.owner), made.id)).toBeUndefined();
    if (made.accept) expect(codeOf(await made.accept(world.owner))).toEqual([409, 'proposal_not_open']);
    const { items } = (await list(world, 'events', { order: 'newest' })).body;
    expect(items[0].data).toMatchObject({
      type: expect.stringMatching(/_declined$/),
      reason: 'Not agreed.',
      details: { proposalId: made.id, proposedBy: expect.stringMatching(/^user:/) },
    });
  });

  test('only the person who made it withdraws it', async () => {
    const made = await propose(world, world.admin);

    const byOther = await close(world.owner, withdrawProposal, made);
    const withdrawn = await close(world.admin, withdrawProposal, made);

    expect(byOther.status).toBe(403);
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    expect(codeOf(await close(world.owner, declineProposal, made))).toEqual([409, 'proposal_not_open']);
    expect(byId(await closedOf(world.admin), made.id)).toBeUndefined();
  });

  test('another organization neither sees nor closes it', async () => {
    const made = await propose(world, world.admin);

    expect((await close(strangers.owner, declineProposal, made)).status).toBe(404);
    expect((await close(strangers.owner, withdrawProposal, made)).status).toBe(404);
    expect(byId(await openOf(strangers.owner), made.id)).toBeUndefined();
    expect((await call(world.client, declineProposal, { params: { id: made.id }, body: {} })).status).toBe(403);
    await close(world.owner, declineProposal, made);
  });
});

test.each(['policy', 'override', 'match'] as const)(
  'a superseded proposal is shown to the person who made it: %s',
  async (kind) => {
    const first = await KINDS[kind]?.(world, world.member);
    const again = {
      policy: [proposePolicy, { reason }],
      override: [proposeOverride, { decision: 'none', expiresAt, reason }],
      match: [routes.screening.proposeScreeningDecision, { decision: 'confirmed', reason: 'Own words.' }],
    }[kind];
    if (!first) throw new Error('There is no proposal.');
    const [route, body] = again;
    await done(world.admin, route as Route, { params: { id: first.about ?? '' }, body });

    expect(byId(await closedOf(world.member), first.id)).toMatchObject({ proposal: { status: 'superseded' } });
    expect(byId(await openOf(world.owner), first.id)).toBeUndefined();
  },
);

test('of an approval and a decline at once, one succeeds', async () => {
  const made = await KINDS.policy?.(world, world.member);
  if (!made?.accept) throw new Error('There is no proposal.');

  const results = await Promise.all([made.accept(world.admin), close(world.owner, declineProposal, made)]);

  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('what waits for the caller is counted; a member can decide on nothing', async () => {
  const one = await aWorld('live');
  await KINDS.policy?.(one, one.member);
  await KINDS.override?.(one, one.admin);

  expect((await done(one.admin, readCounts)).proposals).toEqual({ waiting: 1 });
  expect((await done(one.owner, readCounts)).proposals).toEqual({ waiting: 2 });
  expect((await done(one.member, readCounts)).proposals).toBeUndefined();
});

test('a proposal to switch a rule off waits for owners alone, and members do not see it', async () => {
  const made = await KINDS.settings?.(world, world.owner);

  expect(byId(await openOf(world.admin), made?.id ?? '')).toMatchObject({ waitsForCaller: false });
  expect(byId(await openOf(world.member), made?.id ?? '')).toBeUndefined();
});

test('closing needs a known kind with what it is about', async () => {
  const params = { id: crypto.randomUUID() };
  const bodies = [
    { kind: 'policy', reason },
    { kind: 'policy', about: 'onboarding', reason },
    { kind: 'other', about: params.id, reason },
    { kind: 'policy', about: params.id },
  ];

  for (const body of bodies) expect((await call(world.owner, declineProposal, { params, body })).status).toBe(400);
  const unknown = { kind: 'list', about: 'no_such_list', reason };
  expect((await call(world.owner, declineProposal, { params, body: unknown })).status).not.toBe(200);
});
