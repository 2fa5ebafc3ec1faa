import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import {
  ago,
  assessed,
  aWorld,
  done,
  eventTypes,
  list,
  newSubject,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { readSubjectOverview, assignSubject, updatePresence, endPresence, createNote, listNotes, readJourney } =
  riskRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

/** A user of the world whose id is known. */
async function aUser({ organizationId, mode }: World, claims: object = {}) {
  const id = randomUUID();
  const credential = await userOf(organizationId, 'member', { claims: { sub: id, ...claims } });
  const as: Credential = async (request) => ({
    'x-risk-mode': mode,
    ...(await credential(request)),
  });
  return { id, as };
}

const overviewOf = (subjectId: string, as = world.client) =>
  done(as, readSubjectOverview, { params: { id: subjectId } });

const assign = (subjectId: string, assignee: string | null, expectedRevision: number, as = world.member) =>
  call(as, assignSubject, { params: { id: subjectId }, body: { assignee, expectedRevision } });

const worklistOf = async (assignee: string, as = world.client): Promise<string[]> => {
  const { items } = await done(as, riskRoutes.listWorklist, { query: { assignee } });
  return items.map(({ subject }: { subject: { id: string } }) => subject.id);
};

const strangers = (): [string, () => Promise<World>][] => [
  ['organization', () => aWorld()],
  ['mode', () => aWorld('live', world.organizationId)],
];

describe('overview', () => {
  test('overview: has the latest assessment of each policy, its state, actions and monitoring', async () => {
    const { subjectId, source, policyId, assessment: first } = await riskySubject(world);
    await done(world.client, riskRoutes.configureMonitoring, {
      params: { id: subjectId },
      body: { policyVersionId: policyId, enabled: true },
    });
    const latest = await assessed(world, subjectId, policyId);
    const override = await done(world.owner, riskRoutes.createOverride, {
      params: { id: latest.id },
      body: { decision: 'none', reason: 'known', expiresAt: ago(-60_000) },
    });

    const overview = await overviewOf(subjectId);

    expect(overview).toMatchObject({
      subject: { id: subjectId, resource: 'subjects' },
      latestRun: null,
      viewers: [],
      assignee: null,
      revision: 0,
      dueAt: null,
      late: false,
      moreActions: 0,
      monitoring: [{ resource: 'monitoring', data: { policyVersionId: policyId } }],
    });
    expect(overview.policies).toHaveLength(1);
    const [{ policyKey, assessment, state, bands }] = overview.policies;
    const { score, band, decision, evaluatedAt } = latest.data;
    expect(assessment).toMatchObject({ id: latest.id, version: 1, score, band, decision });
    expect(assessment).toMatchObject({ evaluatedAt, sequence: 2, previousAssessmentId: first.id });
    expect(Object.keys(assessment)).not.toContain('policy');
    expect(policyKey).toBe(latest.data.policyKey);
    const named = latest.data.policy.definition.bands.map(({ id, from }: { id: string; from: number }) => ({
      id,
      from,
    }));
    expect(bands).toEqual(named);
    expect(bands.length).toBeGreaterThan(1);
    expect(state).toEqual(await done(world.client, riskRoutes.readAssessmentState, { params: { id: latest.id } }));
    expect(state.override.id).toBe(override.id);
    expect(overview.actions.map(({ id }: { id: string }) => id)).toEqual([
      ...first.data.actionIds,
      ...latest.data.actionIds,
    ]);
    expect(overview).toMatchObject({ decision, since: overview.actions[0].createdAt });

    await stated(source, subjectId, { value: 300 });
    expect((await overviewOf(subjectId)).policies[0].state).toMatchObject({
      current: false,
      effectiveDecision: 'reassessment_required',
      override: null,
    });
    const units = await unitsOf(() => overviewOf(subjectId));
    const reads = units.filter(({ table }) => table !== 'identity' && table !== 'webhooks');
    expect(reads.reduce((sum, one) => sum + one.reads, 0)).toBeLessThanOrEqual(25);
  });

  test('overview: of a new subject is empty', async () => {
    expect(await overviewOf(await newSubject(world))).toMatchObject({
      policies: [],
      actions: [],
      moreActions: 0,
      decision: null,
      since: null,
      monitoring: [],
      latestRun: null,
      viewers: [],
    });
  });

  test.each(strangers())('overview: is not found by another %s', async (_case, other) => {
    const id = await newSubject(world);
    const { client } = await other();

    expect((await call(client, readSubjectOverview, { params: { id } })).status).toBe(404);
  });
});

describe('summaries', () => {
  test('assessments: `view=summary` leaves out policy, evidence and inputs', async () => {
    const { subjectId, assessment } = await riskySubject(world);

    const { items } = (await list(world, 'assessments', { subjectId, view: 'summary' })).body;

    const { policy, evidence, inputs, ...rest } = assessment.data;
    expect(items).toEqual([{ ...assessment, data: { ...rest, version: policy.version } }]);
    expect((await list(world, 'assessments', { subjectId, view: 'full' })).body.items).toEqual([assessment]);
  });

  test('records: `view` of other resources is refused', async () => {
    expect((await list(world, 'evidence', { view: 'summary' })).body.code).toBe('invalid_query');
    expect((await list(world, 'assessments', { view: 'short' })).status).toBe(400);
  });

  test('journey: `view=compact` has all events and scores, oldest first', async () => {
    const { subjectId, assessment, policyId } = await riskySubject(world);
    const again = await assessed(world, subjectId, policyId);
    const params = { id: subjectId };

    const full = await done(world.client, readJourney, { params });
    const compact = await done(world.client, readJourney, { params, query: { view: 'compact' } });

    expect(compact.events.toReversed()).toEqual(
      full.items.map(({ id, data }: { id: string; data: Record<string, string> }) => [
        data.occurredAt,
        data.type,
        id,
        data.resourceId,
        data.actor,
      ]),
    );
    expect(compact.scores).toEqual(
      [assessment, again].map(({ id, data }) => [
        data.evaluatedAt,
        data.policyKey,
        data.score,
        data.band,
        data.decision,
        id,
      ]),
    );
    expect(compact.nextCursor).toBeNull();
    const narrow = await done(world.client, readJourney, { params, query: { view: 'compact', category: 'evidence' } });
    expect(narrow.events).toHaveLength(1);
    expect(narrow.scores).toEqual([]);
    expect((await call(world.client, readJourney, { params, query: { view: 'x' } })).status).toBe(400);
  });
});

describe('assignment', () => {
  test('assignment: is shown in worklist and overview, and is an event', async () => {
    const { subjectId } = await riskySubject(world);
    const { id: user, as } = await aUser(world);
    const { id: other } = await aUser(world);

    const assigned = await assign(subjectId, user.toUpperCase(), 0);

    expect(assigned).toMatchObject({ status: 200, body: { subjectId, assignee: user, revision: 1 } });
    expect(await worklistOf('me', as)).toEqual([subjectId]);
    expect(await worklistOf(user)).toEqual([subjectId]);
    expect(await worklistOf(other)).toEqual([]);
    expect(await worklistOf('none')).not.toContain(subjectId);
    expect(await overviewOf(subjectId)).toMatchObject({ assignee: user, revision: 1 });

    await assign(subjectId, other, 1);
    expect(await worklistOf(user)).toEqual([]);
    expect(await worklistOf(other)).toEqual([subjectId]);
    await assign(subjectId, null, 2);
    expect(await worklistOf(other)).toEqual([]);
    expect(await worklistOf('none')).toContain(subjectId);
    const types = await eventTypes(world, subjectId);
    expect(types.filter((type) => type === 'risk.assignment.changed')).toHaveLength(3);
  });

  test('assignment: a stale revision is refused with the current one; the same assignee changes nothing', async () => {
    const subjectId = await newSubject(world);
    const { id: user } = await aUser(world);
    await assign(subjectId, user, 0);

    expect(await assign(subjectId, null, 0)).toMatchObject({
      status: 409,
      body: { code: 'stale_revision', revision: 1 },
    });
    expect((await assign(subjectId, user, 1)).body).toEqual({ subjectId, assignee: user, revision: 1 });
  });

  test('assignment: of two concurrent ones one succeeds', async () => {
    const { subjectId } = await riskySubject(world);
    const users = [randomUUID(), randomUUID()];

    const answers = await Promise.all(users.map((user) => assign(subjectId, user, 0)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('assignment: stays when the work ends, and the subject is listed again with new work', async () => {
    const { subjectId, assessment, policyId } = await riskySubject(world);
    const { id: user } = await aUser(world);
    await assign(subjectId, user, 0);
    const [id] = assessment.data.actionIds;

    await done(world.owner, riskRoutes.transitionAction, {
      params: { id },
      body: { status: 'cancelled', expectedRevision: 1, reason: 'x' },
    });
    expect(await worklistOf(user)).toEqual([]);
    expect(await overviewOf(subjectId)).toMatchObject({ assignee: user, actions: [] });
    await assessed(world, subjectId, policyId);
    expect(await worklistOf(user)).toEqual([subjectId]);
  });

  test.each([
    ['no user id', { assignee: 'Mia', expectedRevision: 0 }],
    ['no assignee', { expectedRevision: 0 }],
    ['no revision', { assignee: null }],
    ['a negative revision', { assignee: null, expectedRevision: -1 }],
    ['an unknown property', { assignee: null, expectedRevision: 0, reason: 'x' }],
  ])('assignment: %s is refused', async (_case, body) => {
    const id = await newSubject(world);

    expect((await call(world.member, assignSubject, { params: { id }, body })).status).toBe(400);
  });

  test.each(strangers())('assignment: is not found by another %s', async (_case, other) => {
    const id = await newSubject(world);
    const { member } = await other();

    expect((await assign(id, null, 0, member)).status).toBe(404);
  });
});

describe('presence', () => {
  test('presence: others see who has opened a subject, for one minute', async () => {
    const subjectId = await newSubject(world);
    const mia = await aUser(world, { name: 'Mia' });
    await done(mia.as, organizationRoutes.readMe);
    const before = await eventTypes(world, subjectId);

    await done(mia.as, updatePresence, { params: { id: subjectId } });
    await done(mia.as, updatePresence, { params: { id: subjectId } });

    const { viewers } = await overviewOf(subjectId, world.member);
    expect(viewers).toMatchObject([{ userId: mia.id, name: 'Mia' }]);
    expect((await overviewOf(subjectId, mia.as)).viewers).toEqual([]);
    expect(await eventTypes(world, subjectId)).toEqual(before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect((await overviewOf(subjectId, world.member)).viewers).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('presence: who closes the subject is gone at once, and others stay', async () => {
    const subjectId = await newSubject(world);
    const params = { id: subjectId };
    const [mia, adam] = [await aUser(world, { name: 'Mia' }), await aUser(world, { name: 'Adam' })];
    for (const { as } of [mia, adam]) await done(as, updatePresence, { params });

    await done(mia.as, endPresence, { params });
    await done(mia.as, endPresence, { params });

    expect(
      (await overviewOf(subjectId, world.member)).viewers.map((viewer: { userId: string }) => viewer.userId),
    ).toEqual([adam.id]);
    expect((await call(world.client, endPresence, { params })).status).toBe(403);
    expect((await call(mia.as, endPresence, { params: { id: randomUUID() } })).status).toBe(404);
    const [, other] = strangers()[0] ?? [];
    const { member } = (await other?.()) ?? {};
    expect(member && (await call(member, endPresence, { params })).status).toBe(404);
  });

  test('presence: showing it and ending it each write as many units as docs/costs.md says', async () => {
    const params = { id: await newSubject(world) };
    const costs = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
    const [, said] = /a million signs of presence[^|]*\| (\d+) million write units/.exec(costs) ?? [];
    for (const route of [updatePresence, updatePresence, endPresence]) {
      const units = await unitsOf(() => done(world.member, route, { params }));
      const writes = units.reduce((sum, unit) => sum + unit.writes, 0);
      expect(writes).toBe(Number(said));
    }
  });

  test('presence: an API key has none, and an unknown subject is not found', async () => {
    const id = await newSubject(world);

    expect((await call(world.client, updatePresence, { params: { id } })).status).toBe(403);
    const params = { id: randomUUID() };
    expect((await call(world.member, updatePresence, { params })).status).toBe(404);
  });
});

describe('notes', () => {
  const note = (id: string, body: object, as = world.member) => call(as, createNote, { params: { id }, body });

  test('notes: are listed, part of the journey and read as events', async () => {
    const { subjectId, assessment } = await riskySubject(world);
    const first = await note(subjectId, { text: 'Called.\nNo answer.' });
    const second = await note(subjectId, { text: 'Called again.', about: assessment.id });

    const { items } = await done(world.client, listNotes, { params: { id: subjectId } });

    expect(first).toMatchObject({ status: 201, body: { resource: 'notes' } });
    expect(items).toEqual([first.body, second.body]);
    expect(items[1].data).toMatchObject({ subjectId, text: 'Called again.', about: assessment.id });
    expect(items[0].data.createdBy).toMatch(/^user:/);
    const newest = await done(world.client, listNotes, { params: { id: subjectId }, query: { order: 'newest' } });
    expect(newest.items).toEqual([second.body, first.body]);
    const journey = await done(world.client, readJourney, { params: { id: subjectId }, query: { category: 'notes' } });
    expect(journey.items.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id]);
    expect(journey.items[0].data).toMatchObject({
      type: 'risk.note.added',
      resource: 'notes',
      details: { text: 'Called again.' },
    });
  });

  test.each([
    ['no text', {}],
    ['a blank text', { text: ' \n' }],
    ['4,001 characters', { text: 'x'.repeat(4_001) }],
    ['a reference that is no id', { text: 'x', about: 'it' }],
    ['an unknown property', { text: 'x', author: 'y' }],
  ])('notes: %s is refused', async (_case, body) => {
    const id = await newSubject(world);

    expect((await note(id, body)).status).toBe(400);
    expect((await done(world.client, listNotes, { params: { id } })).items).toEqual([]);
  });

  test.each(strangers())('notes: are not found by another %s', async (_case, other) => {
    const id = await newSubject(world);
    await note(id, { text: 'x' });
    const { member } = await other();

    expect((await note(id, { text: 'x' }, member)).status).toBe(404);
    expect((await call(member, listNotes, { params: { id } })).status).toBe(404);
  });
});

test('subjects: all rows agree after all of this', async () => {
  expect(await audit()).toEqual([]);
});
