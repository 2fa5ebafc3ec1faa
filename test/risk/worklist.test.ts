import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type Units, unitsOf } from '#test/support/observed-units.ts';
import { aDefinition, assessed, done, everyItem, newPolicy, newSubject, stated } from '#test/support/risk-world.ts';
import { atOnce } from '#test/support/soak.ts';
import { aBench, assessAs, type Bench, DECISIONS, idsIn, move, moveAll, worklist } from './work-bench.ts';

let bench: Bench;
beforeAll(async () => {
  await prepareEngine();
  bench = await aBench();
});

test('worklist: lists one item per subject with its open actions and assessments', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  const { assessment: later } = await assessAs(own, 'review', id);

  const { body } = await worklist(own);

  const [item] = body.items;
  expect(body).toMatchObject({ nextOffset: null, items: [expect.anything()] });
  expect(item).toMatchObject({
    decision: 'restrict',
    since: assessment.data.evaluatedAt,
    dueAt: null,
    late: false,
    assignee: null,
    revision: 0,
    more: 0,
    subject: { id, kind: 'person' },
  });
  expect(item.actions.map((one: { id: string }) => one.id)).toEqual([
    ...assessment.data.actionIds,
    ...later.data.actionIds,
  ]);
  expect(item.actions[0]).toEqual({
    id: assessment.data.actionIds[0],
    name: 'call_back',
    status: 'requested',
    revision: 1,
    policyKey: 'p_restrict',
    assessmentId: assessment.id,
    createdAt: item.since,
  });
  expect(item.assessments[0]).toEqual({
    id: assessment.id,
    policyKey: 'p_restrict',
    version: 1,
    decision: 'restrict',
    score: assessment.data.score,
    band: 'all',
    evaluatedAt: assessment.data.evaluatedAt,
  });
});

test('worklist: worst decision first, then oldest; a subject without actions is not listed', async () => {
  const own = await aBench();
  const review = await assessAs(own, 'review');
  const none = await assessAs(own, 'none');
  const reject = await assessAs(own, 'reject');
  const laterReview = await assessAs(own, 'review');
  await newSubject(own.world);

  expect(idsIn(await worklist(own))).toEqual([reject.id, review.id, laterReview.id, none.id]);

  // A worse decision moves the subject up, and its end moves it back.
  const { assessment } = await assessAs(own, 'reject', laterReview.id);
  expect(idsIn(await worklist(own))).toEqual([reject.id, laterReview.id, review.id, none.id]);
  for (const id of assessment.data.actionIds) await move(own, id, 'cancelled');
  expect(idsIn(await worklist(own))).toEqual([reject.id, review.id, laterReview.id, none.id]);
});

test('worklist: follows every transition, and forgets a subject whose actions have ended', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'review');
  const [first, second] = assessment.data.actionIds;

  await move(own, first, 'acknowledged');
  const acknowledged = await worklist(own);
  await move(own, first, 'completed', 2);
  await move(own, second, 'failed');
  const failed = await worklist(own);
  await move(own, second, 'cancelled', 2);
  const ended = await worklist(own);

  expect(acknowledged.body.items[0].actions).toMatchObject([
    { id: first, status: 'acknowledged', revision: 2 },
    { id: second, status: 'requested', revision: 1 },
  ]);
  expect(failed.body.items[0].actions).toMatchObject([{ id: second, status: 'failed', revision: 2 }]);
  expect(ended.body.items).toEqual([]);
  expect((await assessAs(own, 'review', id)).assessment.data.actionIds).toHaveLength(2);
  expect(idsIn(await worklist(own))).toEqual([id]);
});

describe('worklist filters', () => {
  let own: Bench;
  let ids: Record<'review' | 'restrict' | 'reject', string>;
  beforeAll(async () => {
    own = await aBench();
    ids = { review: '', restrict: '', reject: '' };
    for (const decision of ['review', 'restrict', 'reject'] as const) {
      ids[decision] = await newSubject(own.world, `Customer-${decision.toUpperCase()}`);
      await stated(own.source, ids[decision]);
      await assessAs(own, decision, ids[decision]);
    }
  });

  test.each<[Record<string, string>, (keyof typeof ids)[]]>([
    [{ decision: 'restrict' }, ['restrict']],
    [{ decision: 'none' }, []],
    [{ policyKey: 'p_review' }, ['review']],
    [{ policyKey: 'p' }, []],
    [{ action: 'do_reject' }, ['reject']],
    [{ action: 'call_back' }, ['reject', 'restrict', 'review']],
    [{ search: 'customer-re' }, ['reject', 'restrict', 'review']],
    [{ search: 'STRICT' }, ['restrict']],
    [{ search: '%' }, []],
    [{ assignee: 'none' }, ['reject', 'restrict', 'review']],
    [{ assignee: randomUUID() }, []],
    [{ late: 'true' }, []],
    [{ late: 'false', decision: 'review' }, ['review']],
    [{ action: 'call_back', search: 'view', decision: 'review' }, ['review']],
  ])('worklist: %o lists %o', async (query, expected) => {
    expect(idsIn(await worklist(own, query))).toEqual(expected.map((name) => ids[name]));
  });

  test.each([
    ['an unknown decision', { decision: 'maybe' }],
    ['an assignee that is no id', { assignee: 'Mia' }],
    ['a malformed policy key', { policyKey: 'A B' }],
    ['a malformed action', { action: '' }],
    ['an empty search', { search: '' }],
    ['201 characters', { search: 'x'.repeat(201) }],
    ['an unknown value of late', { late: 'yes' }],
    ['a negative offset', { offset: -1 }],
    ['an unknown parameter', { subjectId: randomUUID() }],
    ['`me` of an API key', { assignee: 'me' }],
  ])('worklist: refuses %s', async (_case, query) => {
    expect(await worklist(own, query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  test('worklist: `me` of a user without assigned subjects is empty', async () => {
    expect(idsIn(await worklist(own, { assignee: 'me' }, own.world.member))).toEqual([]);
  });
});

test('worklist: deadlines of the organization make a subject late', async () => {
  const own = await aBench();
  const { id } = await assessAs(own, 'review');
  const other = await assessAs(own, 'reject');
  const deadlines = { do_review: 60, do_reject: 3600, unknown: 60 };
  const { revision, updatedAt, updatedBy, ...settings } = await done(own.world.owner, organizationRoutes.readSettings);
  await done(own.world.owner, organizationRoutes.updateSettings, {
    body: { ...settings, reasons: null, deadlines, expectedRevision: 0 },
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    const { items } = (await worklist(own)).body;
    const [first, second] = items;
    expect(first).toMatchObject({ subject: { id: other.id }, late: false });
    expect(second).toMatchObject({ subject: { id }, late: true });
    expect(Date.parse(second.dueAt) - Date.parse(second.since)).toBe(60_000);
    expect(idsIn(await worklist(own, { late: 'true' }))).toEqual([id]);
    expect(idsIn(await worklist(own, { late: 'false' }))).toEqual([other.id]);
  } finally {
    vi.useRealTimers();
  }
});

test('worklist: pages have no gaps or duplicates, across decisions', { tags: 'full' }, async () => {
  const own = await aBench();
  const made: { id: string; place: string }[] = [];
  await atOnce(
    Array.from({ length: 104 }, (_, index) => index),
    async (index) => {
      const decision = DECISIONS[index % 2] ?? 'none';
      const { id, assessment } = await assessAs(own, decision);
      made.push({ id, place: `${decision === 'restrict' ? 0 : 1}${placeOf(assessment.id)}` });
    },
  );

  const pages: number[] = [];
  const { items } = await everyItem(async (offset) => {
    const page = await worklist(own, { offset });
    pages.push(page.body.items.length);
    return page;
  });

  expect(items.map(({ subject }) => subject.id)).toEqual(
    made.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ id }) => id),
  );
  expect(pages).toEqual([100, 4]);
  // docs/costs.md: rows of 0.7 KB, in at least one partition per decision that the page reaches.
  expect(sumOf(await unitsOf(() => worklist(own)), 'reads')).toBeLessThanOrEqual(30);
});

const sumOf = (units: Units[], what: 'reads' | 'writes') =>
  units.filter(({ table }) => table === 'risk').reduce((sum, one) => sum + one[what], 0);

test('worklist: costs a transition four write units, and six if the subject moves', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'review');
  const unitsOfWork = async (action: () => Promise<unknown>) =>
    sumOf(
      (await unitsOf(action)).filter(({ pk, sk }) => sk === 'work' || pk.includes('#work#')),
      'writes',
    );

  expect(await unitsOfWork(() => move(own, assessment.data.actionIds[0], 'acknowledged'))).toBe(4);
  expect(await unitsOfWork(() => assessAs(own, 'reject', id))).toBe(6);
});

test('worklist: a subject with more open actions than are stored is listed with all of them counted', async () => {
  const own = await aBench();
  const actions = Array.from({ length: 32 }, (_, index) => `action_${index}`);
  const policyOf = (decision: string) =>
    newPolicy(
      own.world,
      aDefinition(own.source.identity, {
        bands: [{ id: 'all', from: 0, effect: { decision, actions } }],
      }),
    );
  const [review, reject] = [await policyOf('review'), await policyOf('reject')];
  const id = await newSubject(own.world);
  await stated(own.source, id);
  const made: string[][] = [];
  for (const policy of [review, review, review, review, reject])
    made.push((await assessed(own.world, id, policy)).data.actionIds);

  const { body } = await worklist(own);

  expect(body.items).toMatchObject([{ decision: 'reject', more: 160 - 20 }]);
  expect(body.items[0].actions).toHaveLength(20);

  // The oldest are done: those that were only counted come up.
  const cancel = async (ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += 16) {
      const items = ids.slice(start, start + 16).map((one) => ({ id: one, expectedRevision: 1 }));
      expect(await moveAll(own, 'cancelled', items)).toMatchObject({ status: 200 });
    }
  };
  await cancel([...(made[0] ?? []), ...(made[1] ?? []), ...(made[2] ?? [])]);
  const rest = await worklist(own);
  expect(rest.body.items).toMatchObject([{ decision: 'reject', more: 64 - 20 }]);
  expect(rest.body.items[0].actions[0].id).toBe(made[4]?.[0]);
  await cancel(made[4] ?? []);
  expect((await worklist(own)).body.items).toMatchObject([{ decision: 'review', more: 12 }]);
  await cancel(made[3] ?? []);
  expect((await worklist(own)).body.items).toEqual([]);
  expect(await audit()).toEqual([]);
});

test('worklist: concurrent assessments and transitions of one subject leave it equal to the actions', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'review');
  const before = assessment.data.actionIds as string[];

  const [moved, ...made] = await Promise.all([
    Promise.all(before.map((one) => move(own, one, 'acknowledged'))),
    assessAs(own, 'reject', id),
    assessAs(own, 'restrict', id),
  ]);

  expect(moved.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await worklist(own);
  expect(body.items).toMatchObject([{ decision: 'reject' }]);
  expect(body.items[0].actions.map((one: { id: string }) => one.id).sort()).toEqual(
    [...before, ...made.flatMap(({ assessment: one }) => one.data.actionIds)].sort(),
  );
});

test.each([
  ['organization', () => aBench()],
  ['mode', () => aBench('live', bench.world.organizationId)],
])('worklist: is empty for another %s', async (_case, other) => {
  await assessAs(bench, 'review');

  expect((await worklist(await other())).body).toEqual({ items: [], nextOffset: null });
});

test('worklist: agrees with the actions after all of this', async () => {
  expect(await audit()).toEqual([]);
});
