import { afterAll, describe, expect, test } from 'vitest';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { newSeed, randomFrom } from '#test/support/random.ts';
import {
  aDefinition,
  ago,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  eventTypes,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** What a policy would have decided for past assessments. */
const {
  addContextSubject,
  createBacktest,
  createContext,
  createPolicy,
  listChangedCases,
  readBacktest,
  simulatePolicy,
} = riskRoutes;
const world = preparedForFile(() => aWorld());
afterAll(async () => expect(await audit()).toEqual([]));

const rejecting = [
  { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
  { id: 'high', from: 40, effect: { decision: 'reject', actions: ['close_account'] } },
];
const A_DAY_MS = 24 * 60 * 60 * 1_000;
const YESTERDAY = ago(A_DAY_MS);

/** A policy of which high risk is reviewed, and one version more that rejects it. */
async function twoVersions(of: World) {
  const source = await newSource(of);
  const key = aPolicyKey();
  const first = await newPolicy(of, aDefinition(source.identity), key);
  const definition = aDefinition(source.identity, { bands: rejecting });
  const { id: draft } = await done(of.owner, createPolicy, { body: { key, definition } });
  return { source, key, first, draft: draft as string, definition };
}

const start = (of: World, body: object) => call(of.client, createBacktest, { body });
const read = (of: World, id: string): Promise<Response['body']> => done(of.client, readBacktest, { params: { id } });
const changedIn = (of: World, id: string, query: Record<string, string | number>): Promise<Response['body']> =>
  done(of.client, listChangedCases, { params: { id }, query });
const messageOf = ({ organizationId, mode }: World, jobId: string) => ({ organizationId, mode, jobId });
const work = (of: World, id: string, at: Date = now()) => continueJob(workerContext(at), messageOf(of, id));

async function backtested(of: World, body: object): Promise<Response['body']> {
  const { id } = await done(of.client, createBacktest, { body });
  await work(of, id);
  return read(of, id);
}

const byDecisions = (one: { before: string; after: string }) => `${one.before} ${one.after}`;
const sorted = <T extends { before: string; after: string }>(matrix: readonly T[]) =>
  matrix.toSorted((one, other) => byDecisions(one).localeCompare(byDecisions(other)));

interface Statement {
  fact: string;
  source: string;
  status: string;
  value?: number | undefined;
  observedAt: string;
}

/** Subjects whose evidence arrives late, is revoked and corrected, with an assessment now and then. */
async function history(of: World, source: Source, policyVersionId: string, seed: number) {
  const random = randomFrom(newSeed(seed));
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const assessments: { assessment: Response['body']; known: Statement[] }[] = [];
  for (let subject = 0; subject < 3; subject += 1) {
    const subjectId = await newSubject(of);
    let known: Statement[] = [];
    for (let step = 0; step < 8; step += 1) {
      if (random() < 0.5) {
        const status = pick(['available', 'available', 'available', 'revoked', 'unavailable']);
        const observedAt = ago(60_000 + Math.floor(random() * 3_600_000));
        const statement = { status, value: status === 'available' ? pick([3, 29, 31, 300]) : undefined, observedAt };
        await stated(source, subjectId, statement);
        known = [{ fact: EMAIL_AGE, source: source.identity, ...statement }];
      } else assessments.push({ assessment: await assessed(of, subjectId, policyVersionId), known });
    }
  }
  return assessments;
}

/** The same policy and evidence through another route. */
async function simulated(of: World, policyVersionId: string, past: Awaited<ReturnType<typeof history>>) {
  const scenarios = past.map(({ assessment, known }) => ({
    name: assessment.id,
    evaluatedAt: assessment.data.evaluatedAt,
    evidence: known,
  }));
  const { results } = await done(of.client, simulatePolicy, { body: { policyVersionId, scenarios } });
  return past.map(({ assessment: { id, data } }, index) => {
    const { applicability, evaluation } = results[index];
    const before = { decision: data.decision, band: data.band, score: data.score };
    const after = evaluation
      ? { decision: evaluation.decision, band: evaluation.band, score: evaluation.score }
      : { decision: `applicability_${applicability.status}`, band: null, score: null };
    return { subjectId: data.subjectId, assessmentId: id, before, after, evaluation };
  });
}

test.each([1, 2, 3])(
  'it says what each assessment would have been, and nothing known later leaks in (history %i)',
  async (seed) => {
    const own = await aWorld();
    const { source, key, first, draft } = await twoVersions(own);
    const past = await history(own, source, first, seed);
    const expected = await simulated(own, draft, past);
    const against = { policyKey: key, since: YESTERDAY };

    const same = await backtested(own, { policyVersionId: first, against });
    const other = await backtested(own, { policyVersionId: draft, against });

    expect(past.length).toBeGreaterThan(3);
    expect([same.status, same.done, same.changedCases, same.changed]).toEqual([
      'completed',
      past.length,
      0,
      { items: [], nextOffset: null },
    ]);
    const matrix = Map.groupBy(expected, ({ before, after }) => `${before.decision} ${after.decision}`);
    expect(other).toMatchObject({
      status: 'completed',
      done: past.length,
      total: past.length,
      failed: 0,
      skipped: 0,
      isCut: false,
    });
    expect(sorted(other.matrix)).toEqual(
      sorted(
        [...matrix.values()].map((cases) => ({
          before: cases[0]?.before.decision,
          after: cases[0]?.after.decision,
          cases: cases.length,
        })),
      ),
    );
    const changed = expected.filter(
      ({ before, after }) => before.decision !== after.decision || before.band !== after.band,
    );
    const byId = (one: { assessmentId: string }, two: { assessmentId: string }) =>
      one.assessmentId.localeCompare(two.assessmentId);
    expect(other.changedCases).toBe(changed.length);
    expect(other.changed.items.toSorted(byId)).toEqual(changed.map(({ evaluation: _, ...one }) => one).toSorted(byId));
    const evaluations = expected.flatMap(({ evaluation }) => evaluation ?? []);
    expect(other.incomplete).toBe(evaluations.filter(({ outcome }) => outcome === 'incomplete').length);
    const points = evaluations.flatMap(({ factors }) =>
      factors.flatMap((one: Response['body']) => one.contribution ?? []),
    );
    expect(other.perFactor.map((one: Response['body']) => [one.cases, one.meanPoints])).toEqual(
      points.length === 0
        ? []
        : [[points.length, points.reduce((sum: number, one: number) => sum + one, 0) / points.length]],
    );
  },
);

test('with the evidence of now it says what an assessment would be today', async () => {
  const own = await aWorld();
  const { source, key, first, draft } = await twoVersions(own);
  const subjectId = await newSubject(own);
  await stated(source, subjectId, { value: 300 });
  await assessed(own, subjectId, first);
  await stated(source, subjectId, { value: 3 });
  const against = { policyKey: key, since: YESTERDAY };

  const known = await backtested(own, { policyVersionId: draft, against });
  const today = await backtested(own, { policyVersionId: draft, against, evidence: 'as_now' });

  expect(known.matrix).toEqual([{ before: 'none', after: 'none', cases: 1 }]);
  expect(today.matrix).toEqual([{ before: 'none', after: 'reject', cases: 1 }]);
  expect(today.bands).toEqual([{ before: 'low', after: 'high', cases: 1 }]);
  expect(today.scoreHistogram).toEqual({
    width: 10,
    bins: [
      { from: 0, before: 1, after: 0 },
      { from: 40, before: 0, after: 1 },
    ],
  });
});

test('it takes a definition that is stored nowhere, and the latest assessments of named subjects or of a context', async () => {
  const own = await aWorld();
  const { source, key, first, definition } = await twoVersions(own);
  const [high = '', low = '', unknown = ''] = await Promise.all([newSubject(own), newSubject(own), newSubject(own)]);
  await stated(source, high, { value: 3 });
  await stated(source, low, { value: 300 });
  await assessed(own, high, first);
  await assessed(own, high, first);
  await assessed(own, low, first);
  const context = await done(own.client, createContext, { body: { kind: 'case', externalId: 'c-1' } });
  for (const subjectId of [high, unknown])
    await done(own.client, addContextSubject, { params: { id: context.id }, body: { subjectId, role: 'party' } });
  const rows = await countRows(own.organizationId);

  const subjectIds = [high, low, unknown];
  const named = await backtested(own, { definition, against: { subjectIds, policyKey: key } });
  const ofContext = await backtested(own, { definition, against: { contextId: context.id, policyKey: key } });
  const today = await backtested(own, { policyVersionId: first, against: { subjectIds }, evidence: 'as_now' });

  expect([named.policyVersionId, named.version, named.skipped, named.done]).toEqual([null, null, 1, 3]);
  expect(sorted(named.matrix)).toEqual([
    { before: 'none', after: 'none', cases: 1 },
    { before: 'review', after: 'reject', cases: 1 },
  ]);
  expect([ofContext.matrix, ofContext.skipped]).toEqual([[{ before: 'review', after: 'reject', cases: 1 }], 1]);
  expect(sorted(today.matrix)).toEqual([
    { before: 'none', after: 'none', cases: 1 },
    { before: 'not_assessed', after: 'review', cases: 1 },
    { before: 'review', after: 'review', cases: 1 },
  ]);
  const after = await countRows(own.organizationId);
  const written = Object.keys(after).filter((kind) => after[kind] !== rows[kind]);
  expect(written.every((kind) => kind.startsWith('journal ') || kind.startsWith('jobs '))).toBe(true);
  expect(await eventTypes(own, named.id)).toEqual(['job.requested', 'job.ended', 'risk.backtest.completed']);
});

test('a long one reads page by page, keeps to its time and limit, and lists the cells of its matrix', async () => {
  const own = await aWorld();
  const { source, key, first, draft } = await twoVersions(own);
  const subjectId = await newSubject(own);
  const early = await assessed(own, subjectId, first);
  await stated(source, subjectId, { value: 3 });
  const made: string[] = [];
  for (let count = 0; count < 60; count += 1) made.push((await assessed(own, subjectId, first)).id);
  const against = { policyKey: key, since: YESTERDAY };

  const all = await backtested(own, { policyVersionId: draft, against });
  const limited = await backtested(own, { policyVersionId: draft, against, limit: 55 });
  const before = await backtested(own, {
    policyVersionId: draft,
    against: { ...against, until: addSeconds(new Date(Date.now() - A_DAY_MS), 1).toISOString() },
  });

  expect([all.done, all.changedCases, all.isCut, limited.done, limited.isCut, before.done]).toEqual([
    61,
    60,
    false,
    55,
    true,
    0,
  ]);
  expect(all.changed.items).toHaveLength(50);
  const rest = await changedIn(own, all.id, { offset: all.changed.nextOffset });
  const seen = [...all.changed.items, ...rest.items].map(({ assessmentId }) => assessmentId);
  expect([seen.toSorted(), rest.nextOffset]).toEqual([made.toSorted(), null]);
  expect(seen).not.toContain(early.id);
  const [cell, other] = [
    await changedIn(own, all.id, { before: 'review', after: 'reject' }),
    await changedIn(own, all.id, { before: 'none', after: 'reject' }),
  ];
  expect([cell.items.length, other.items]).toEqual([50, []]);
});

describe('a backtest is refused', () => {
  test.each<[string, (made: Awaited<ReturnType<typeof twoVersions>>) => object | Promise<object>, number, string]>([
    [
      'without version and definition',
      ({ key }) => ({ against: { policyKey: key, since: YESTERDAY } }),
      400,
      'invalid_body',
    ],
    [
      'with both',
      ({ first, definition, key }) => ({
        policyVersionId: first,
        definition,
        against: { policyKey: key, since: YESTERDAY },
      }),
      400,
      'invalid_body',
    ],
    [
      'of a definition without a policy to compare',
      ({ definition }) => ({ definition, against: { subjectIds: [] } }),
      400,
      'invalid_body',
    ],
    [
      'of an invalid definition',
      ({ key }) => ({ definition: { inputs: [] }, against: { policyKey: key, since: YESTERDAY } }),
      422,
      'invalid_policy',
    ],
    [
      'against a time that ends before it begins',
      ({ first, key }) => ({ policyVersionId: first, against: { policyKey: key, since: YESTERDAY, until: YESTERDAY } }),
      422,
      'empty_range',
    ],
    [
      'against an unknown policy',
      ({ first }) => ({ policyVersionId: first, against: { policyKey: 'none', since: YESTERDAY } }),
      422,
      'unknown_policy',
    ],
    [
      'against a subject of another organization',
      async ({ first }) => ({ policyVersionId: first, against: { subjectIds: [await newSubject(await aWorld())] } }),
      422,
      'unknown_subject',
    ],
    [
      'against an unknown context',
      ({ first }) => ({ policyVersionId: first, against: { contextId: first } }),
      404,
      'not_found',
    ],
    [
      'of a version of another organization',
      async () => {
        const { first, key } = await twoVersions(await aWorld());
        return { policyVersionId: first, against: { policyKey: key, since: YESTERDAY } };
      },
      404,
      'not_found',
    ],
    [
      'above the limit',
      ({ first, key }) => ({ policyVersionId: first, against: { policyKey: key, since: YESTERDAY }, limit: 100_001 }),
      400,
      'invalid_body',
    ],
  ])('%s', async (_case, wish, status, code) => {
    expect(await start(world, await wish(await twoVersions(world)))).toMatchObject({ status, body: { code } });
  });

  test('to others: neither it nor its cases can be read', async () => {
    const { key, first } = await twoVersions(world);
    const { id } = await done(world.client, createBacktest, {
      body: { policyVersionId: first, against: { policyKey: key, since: YESTERDAY } },
    });
    const elsewhere = [await aWorld(), await aWorld('live', world.organizationId)];

    const unread = await Promise.all(elsewhere.map(({ client }) => call(client, readBacktest, { params: { id } })));

    expect(unread.map(({ status }) => status)).toEqual([404, 404]);
    await work(world, id);
  });
});

describe('a worker', () => {
  const prepared = async () => {
    const own = await aWorld();
    const { source, key, first, draft } = await twoVersions(own);
    const subjectId = await newSubject(own);
    await assessed(own, subjectId, first);
    await stated(source, subjectId, { value: 3 });
    await assessed(own, subjectId, first);
    const body = { policyVersionId: draft, against: { policyKey: key, since: YESTERDAY } };
    return { own, id: (await done(own.client, createBacktest, { body })).id as string };
  };

  test('that dies between any two steps loses nothing and counts nothing twice', async () => {
    const reference = await prepared();
    const { calls } = await observed(() => work(reference.own, reference.id));
    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);

    for (const { index, moment } of somePoints(points, 3)) {
      const { own, id } = await prepared();
      await withFaults(crashAt(index, moment), () => work(own, id)).catch(() => undefined);
      const later = addSeconds(now(), 600);
      await enqueueLostJobs(workerContext(later));
      await work(own, id, later);

      const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
      const { status, done: taken, changedCases, changed } = await read(own, id);
      expect([status, taken, changedCases, changed.items.length], where).toEqual(['completed', 2, 1, 1]);
    }
  });

  test('whose message comes three times at once counts once, and stops where the backtest is cancelled', async () => {
    const { own, id } = await prepared();
    const second = await prepared();
    const oneStep = (): WorkerContext => ({ ...workerContext(now()), remainingMs: () => 1_000 });

    await Promise.all([1, 2, 3].map(() => work(own, id)));
    await work(own, id);
    await done(second.own.admin, jobRoutes.cancelJob, { params: { id: second.id } });
    await continueJob(oneStep(), messageOf(second.own, second.id));

    expect(await read(own, id)).toMatchObject({ status: 'completed', done: 2, changedCases: 1 });
    expect(await read(second.own, second.id)).toMatchObject({ status: 'cancelled', done: 0, changedCases: 0 });
    expect(await eventTypes(second.own, second.id)).not.toContain('risk.backtest.completed');
  });
});
