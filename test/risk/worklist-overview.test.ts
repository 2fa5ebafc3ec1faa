import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { scopeKey } from '#shared/platform/caller.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { countEvents } from '#shared/risk/use-cases/count-events.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { done, stated, type World } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { isFull, somePoints } from '#test/support/soak.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { aBench, assessAs, type Bench, move } from './work-bench.ts';

const { createOverride, assignSubject, createRequest, answerRequest, listWorklist, readWorklistOverview } = riskRoutes;

const NONE = { total: 0, reject: 0, restrict: 0, review: 0, awaiting_evidence: 0, none: 0 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2027-03-14T09:10:00Z');

const at = (ms: number) => vi.setSystemTime(ms);

beforeAll(prepareEngine);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

/** Its owner signs in for every call, because the clock moves by days. */
async function newBench(mode: 'test' | 'live' = 'test', organizationId?: string): Promise<Bench> {
  const bench = await aBench(mode, organizationId);
  const owner: Credential = async (request) => {
    const signedIn = await userOf(bench.world.organizationId, 'owner');
    return { 'x-risk-mode': mode, ...(await signedIn(request)) };
  };
  return { ...bench, world: { ...bench.world, owner } };
}

/** The rows that the stream of the journal shows of an organization and mode. */
const shownOf = async (world: World): Promise<Item[]> =>
  (await everyRow('journal')).filter(
    ({ pk, events }) => pk.startsWith(`${scopeKey(world)}#events#`) && Array.isArray(events),
  );

const counted = async (world: World) => countEvents(workerContext(), await shownOf(world));

const overview = async ({ world }: Bench, query: Record<string, string> = {}, as: Credential = world.owner) =>
  done(as, readWorklistOverview, { query });

const assign = async ({ world }: Bench, id: string, assignee: string | null, expectedRevision = 0) =>
  done(world.owner, assignSubject, { params: { id }, body: { assignee, expectedRevision } });

async function setDeadlines({ world }: Bench, deadlines: Record<string, number>) {
  const { revision, updatedAt, updatedBy, ...settings } = await done(world.owner, organizationRoutes.readSettings);
  const body = { ...settings, reasons: null, deadlines, expectedRevision: revision };
  await done(world.owner, organizationRoutes.updateSettings, { body });
}

async function finish(bench: Bench, { data }: { data: { actionIds: string[] } }) {
  for (const id of data.actionIds) {
    await move(bench, id, 'acknowledged', 1);
    await move(bench, id, 'completed', 2);
  }
}

test('overview: open and overdue subjects by decision and person', async () => {
  const bench = await newBench();
  const user = randomUUID();
  await setDeadlines(bench, { do_review: 60, do_reject: 48 * 3600 });
  const first = await assessAs(bench, 'review');
  await assessAs(bench, 'reject');
  await assessAs(bench, 'none');
  await assign(bench, first.id, user);
  await counted(bench.world);

  expect(await overview(bench)).toMatchObject({
    open: { ...NONE, total: 3, review: 1, reject: 1, none: 1 },
    overdue: NONE,
    people: [{ userId: user, open: 1, overdue: 0 }],
  });
  // The hour of the deadline has not ended.
  at(START + 49 * MINUTE);
  expect(await overview(bench)).toMatchObject({ overdue: NONE });
  at(START + HOUR);
  expect(await overview(bench)).toMatchObject({
    overdue: { ...NONE, total: 1, review: 1 },
    people: [{ userId: user, open: 1, overdue: 1 }],
  });
  at(START + 50 * HOUR);
  expect(await overview(bench)).toMatchObject({ overdue: { ...NONE, total: 2, review: 1, reject: 1 } });
  await finish(bench, first.assessment);
  await counted(bench.world);
  expect(await overview(bench)).toMatchObject({
    open: { ...NONE, total: 2, reject: 1, none: 1 },
    overdue: { ...NONE, total: 1, reject: 1 },
    people: [],
  });
  expect(await audit()).toEqual([]);
});

test('overview: subjects count by the decision that the worklist shows, as long as an override is in force', async () => {
  const bench = await newBench();
  await setDeadlines(bench, { do_reject: 60 });
  const { assessment, id } = await assessAs(bench, 'reject');
  await assessAs(bench, 'reject');
  const override = (assessmentId: string) =>
    done(bench.world.owner, createOverride, {
      params: { id: assessmentId },
      body: { decision: 'review', reason: 'Known.', expiresAt: new Date(START + 3 * HOUR).toISOString() },
    });
  await override(assessment.id);
  // Nothing is counted yet, so there is nothing to move.
  expect(await overview(bench)).toMatchObject({ open: NONE, overdue: NONE });
  await counted(bench.world);
  const figures = { open: { ...NONE, total: 2, reject: 1, review: 1 }, overdue: NONE };
  expect(await overview(bench)).toMatchObject(figures);
  expect((await done(bench.world.owner, listWorklist, { query: { decision: 'reject' } })).items).toHaveLength(1);
  at(START + 2 * HOUR);
  expect(await overview(bench)).toMatchObject({ ...figures, overdue: { ...NONE, total: 2, reject: 1, review: 1 } });
  // Its time passes, without a write.
  at(START + 4 * HOUR);
  const own = { ...NONE, total: 2, reject: 2 };
  expect(await overview(bench)).toMatchObject({ open: own, overdue: own });
  // Newer evidence ends another one.
  const again = await assessAs(bench, 'reject', id);
  await done(bench.world.owner, createOverride, {
    params: { id: again.assessment.id },
    body: { decision: 'none', reason: 'Known.', expiresAt: new Date(START + 9 * HOUR).toISOString() },
  });
  await counted(bench.world);
  expect(await overview(bench)).toMatchObject({ open: { ...NONE, total: 2, reject: 1, none: 1 } });
  await stated(bench.source, id);
  expect(await overview(bench)).toMatchObject({ open: own });
});

test('overview: a changed deadline counts for subjects that are open already', async () => {
  const bench = await newBench();
  await assessAs(bench, 'review');
  await counted(bench.world);
  at(START + 3 * HOUR);
  expect(await overview(bench)).toMatchObject({ overdue: NONE });
  await setDeadlines(bench, { do_review: 3600 });
  await counted(bench.world);
  expect(await overview(bench)).toMatchObject({ overdue: { ...NONE, total: 1, review: 1 } });
  await setDeadlines(bench, {});
  await counted(bench.world);
  expect(await overview(bench)).toMatchObject({ overdue: NONE });
});

test('overview: times to take and to decision are those of the days asked for', async () => {
  const bench = await newBench();
  const taken = await assessAs(bench, 'review');
  const acknowledged = await assessAs(bench, 'review');
  await assessAs(bench, 'restrict');
  at(START + 20 * MINUTE);
  await assign(bench, taken.id, randomUUID());
  at(START + 24 * HOUR);
  await finish(bench, acknowledged.assessment);
  at(START + 26 * HOUR);
  await finish(bench, taken.assessment);
  await counted(bench.world);

  const both = await overview(bench, { from: '2027-03-14' });
  expect(both.timeToTake).toMatchObject({ count: 2 });
  expect(both.timeToDecision).toMatchObject({ count: 2 });
  expect(both.days).toMatchObject([
    { day: '2027-03-14', opened: 3, closed: 0 },
    { day: '2027-03-15', opened: 0, closed: 2 },
  ]);
  const first = await overview(bench, { from: '2027-03-14', to: '2027-03-14' });
  // 20 minutes are in the bucket from 15 to 30.
  expect(first.timeToTake).toEqual({ count: 1, p50Seconds: 1_350, p90Seconds: 1_710 });
  expect(first.timeToDecision).toEqual({ count: 0, p50Seconds: null, p90Seconds: null });
  expect(first.sinceYesterday).toMatchObject({ opened: 3, closed: 2 });
});

test('overview: a subject that comes back is opened again', async () => {
  const bench = await newBench();
  const { id, assessment } = await assessAs(bench, 'review');
  await finish(bench, assessment);
  for (const day of [1, 2]) {
    at(START + day * 24 * HOUR);
    await stated(bench.source, id);
    await finish(bench, (await assessAs(bench, 'review', id)).assessment);
  }
  await counted(bench.world);

  // Counted late, all at once: each day has its own.
  expect((await overview(bench, { from: '2027-03-14' })).days).toMatchObject([
    { opened: 1, closed: 1 },
    { opened: 1, closed: 1 },
    { opened: 1, closed: 1 },
  ]);
});

test('overview: hit rates of screenings and of decided matches', async () => {
  const bench = await newBench();
  const { world } = bench;
  const { matchId } = await existingRunWithMatch(world);
  await existingRunWithMatch(world);
  await counted(world);
  expect(await overview(bench)).toMatchObject({ matchHitRate: null, screeningHitRate: 1 });

  await done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: matchId },
    body: { decision: 'confirmed', reason: 'Confirmed by public sources' },
  });
  await counted(world);
  await counted(world);

  expect(await overview(bench)).toMatchObject({
    matchHitRate: 1,
    sinceYesterday: { confirmed: 1, falsePositive: 0, screenings: 2, screeningsWithMatches: 2 },
  });
});

test('overview: requests wait for the person and the roles they are addressed to', async () => {
  const bench = await newBench();
  const { world } = bench;
  const { id, assessment } = await assessAs(bench, 'review');
  const member = randomUUID();
  const as = async (role: 'member' | 'admin', sub: string) => {
    const credential = await userOf(world.organizationId, role, { claims: { sub } });
    return (async (request) => ({ 'x-risk-mode': world.mode, ...(await credential(request)) })) as Credential;
  };
  const ask = (to: string) =>
    done(world.owner, createRequest, {
      params: { id },
      body: { kind: 'information', about: { actionIds: [assessment.data.actionIds[0]] }, to, text: 'Why?' },
    });
  await ask('admin');
  const request = await ask(member);
  await counted(world);
  const waiting = async (credential: Credential) => (await overview(bench, {}, credential)).waiting.requests;

  expect(await waiting(await as('member', member))).toBe(1);
  expect(await waiting(await as('member', randomUUID()))).toBe(0);
  expect(await waiting(await as('admin', randomUUID()))).toBe(1);
  expect(await waiting(world.client)).toBe(0);

  await done(await as('member', member), answerRequest, { params: { id: request.id }, body: { text: 'So.' } });
  await counted(world);
  expect(await waiting(await as('member', member))).toBe(0);
});

test('overview: people are for owners and admins, and figures for one organization and mode', async () => {
  const bench = await newBench();
  const { world } = bench;
  const { id } = await assessAs(bench, 'review');
  await assign(bench, id, randomUUID());
  await counted(world);
  const member = await userOf(world.organizationId, 'member');
  const ofMember = await overview(bench, {}, async (request) => ({
    'x-risk-mode': world.mode,
    ...(await member(request)),
  }));

  expect(ofMember).toMatchObject({ open: { total: 1 } });
  expect(ofMember).not.toHaveProperty('people');
  expect(await overview(bench, {}, world.client)).not.toHaveProperty('people');
  for (const other of [await newBench('live', world.organizationId), await newBench()]) {
    await counted(other.world);
    expect(await overview(other)).toMatchObject({ open: NONE, people: [], sinceYesterday: { opened: 0 } });
  }
});

describe('overview: refuses', () => {
  const DAYS = /at most 92 days/;
  test.each([
    ['more than 92 days', { from: '2027-01-01', to: '2027-04-03' }, DAYS],
    ['a first day after the last', { from: '2027-03-02', to: '2027-03-01' }, /must not be after/],
    ['what is no day', { from: '2027-02-30' }, /from/],
    ['a time', { to: '2027-03-01T00:00:00Z' }, /to/],
  ])('%s', async (_what, query, message) => {
    const { world } = await newBench();
    const { status, body } = await call(world.owner, readWorklistOverview, { query });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_query' });
    expect(JSON.stringify(body.errors)).toMatch(message);
  });

  test('no 92 days', async () => {
    const bench = await newBench();
    expect((await overview(bench, { from: '2027-01-01', to: '2027-04-02' })).days).toHaveLength(92);
  });
});

test('overview: a worker that is killed at any call loses and duplicates nothing', async () => {
  const bench = await newBench();
  const seen = new Set<string>();
  /** One subject that stays, one that is closed, and a screening: the rows that the stream shows of them. */
  const change = async () => {
    const { id, assessment } = await assessAs(bench, 'review');
    await assign(bench, id, randomUUID());
    await assessAs(bench, 'reject');
    await finish(bench, assessment);
    await existingRunWithMatch(bench.world);
    const fresh = (await shownOf(bench.world)).filter(({ id: row }) => !seen.has(String(row)));
    for (const { id: row } of fresh) seen.add(String(row));
    return fresh;
  };
  const rows = await change();
  const { calls } = await observed(() => countEvents(workerContext(), rows));
  const points = calls.flatMap((call, index) =>
    isFull || /Write|Put|Update/.test(call.command)
      ? (['before', 'after'] as const).map((moment) => ({ index, moment }))
      : [],
  );
  expect(points.length).toBeGreaterThan(3);
  for (const [earlier, { index, moment }] of somePoints(points, 3).entries()) {
    const shown = await change();
    await withFaults(crashAt(index, moment), () => countEvents(workerContext(), shown)).catch(() => undefined);
    await countEvents(workerContext(), shown);
    const rounds = earlier + 2;
    expect(await overview(bench)).toMatchObject({
      open: { ...NONE, total: rounds, reject: rounds },
      people: [],
      timeToTake: { count: rounds },
      sinceYesterday: { opened: 2 * rounds, closed: rounds, screenings: rounds },
    });
  }
  expect(await audit()).toEqual([]);
});

test('overview: workers at the same time, with batches in any order, count once', { tags: 'full' }, async () => {
  const bench = await newBench();
  const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => assessAs(bench, 'review')));
  await Promise.all(made.slice(0, 3).map(({ assessment }) => finish(bench, assessment)));
  const rows = await shownOf(bench.world);

  await Promise.all([
    countEvents(workerContext(), rows),
    countEvents(workerContext(), rows.toReversed()),
    ...rows.map((row) => countEvents(workerContext(), [row])),
  ]);

  expect(await overview(bench)).toMatchObject({
    open: { ...NONE, total: 3, review: 3 },
    sinceYesterday: { opened: 6, closed: 3 },
  });
  expect(await audit()).toEqual([]);
});

test('overview: reading costs the same whatever was counted', async () => {
  const bench = await newBench();
  await assessAs(bench, 'review');
  await counted(bench.world);
  // Rows of sessions and settings are remembered for a few seconds, so not every request reads them.
  const readUnits = async () => {
    const units = (await unitsOf(() => overview(bench))).filter(({ pk }) => pk.includes('#work-counters#'));
    return units.reduce((sum, { reads }) => sum + reads, 0);
  };
  const few = await readUnits();
  await Promise.all(Array.from({ length: 12 }, () => assessAs(bench, 'review')));
  await counted(bench.world);

  expect(few).toBeGreaterThan(0);
  expect(await readUnits()).toBe(few);
});

test('overview: each override in force costs three read units more', { tags: 'full' }, async () => {
  const bench = await newBench();
  const made = await Promise.all(Array.from({ length: 4 }, () => assessAs(bench, 'reject')));
  await counted(bench.world);
  // Rows of sessions and settings are remembered for a few seconds, so not every request reads them.
  const readUnits = async () => {
    const units = (await unitsOf(() => overview(bench))).filter(({ pk }) => !pk.includes('#work-counters#'));
    return units.reduce((sum, { reads }) => sum + reads, 0);
  };
  await readUnits();
  const without = await readUnits();
  for (const { assessment } of made)
    await done(bench.world.owner, createOverride, {
      params: { id: assessment.id },
      body: { decision: 'review', reason: 'Known.', expiresAt: new Date(START + HOUR).toISOString() },
    });

  expect(await overview(bench)).toMatchObject({ open: { ...NONE, total: 4, review: 4 } });
  expect(((await readUnits()) - without) / made.length).toBe(3);
});
