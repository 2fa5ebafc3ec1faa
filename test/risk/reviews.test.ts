import { afterEach, expect, test } from 'vitest';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { replaceReview } from '#shared/risk/repository/review-calendar.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { crashAt, holding, observed, withFaults } from '#test/support/faults.ts';
import {
  assessmentsOf,
  fresh,
  knownSubject,
  passSeconds,
  refreshFromStream,
  subscriptionOf,
  tick,
  tickUntilDone,
  watch,
  watchedSubject,
} from '#test/support/monitored-subjects.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import { aDefinition, assessed, aWorld, done, everyItem, list, newPolicy, stated } from '#test/support/risk-world.ts';
import { some } from '#test/support/soak.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** Reviews of monitored subjects as a task of people. */
const world = preparedForEachTest(aWorld);
const DAY = 86_400;
const YEAR = 365 * DAY;
const BANDS = [
  { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
  { id: 'high', from: 40, effect: { decision: 'review', actions: [] }, reviewAfterSeconds: YEAR },
];
const policyWith = (changes: object = {}) => ({
  bands: BANDS,
  reviewAfterSeconds: 5 * YEAR,
  review: { actions: ['periodic_review'], withinSeconds: 10 * DAY },
  ...changes,
});

afterEach(() => shiftClock(0));

const actionsOf = async (subjectId: string) =>
  (await everyItem((offset) => list(world, 'actions', { subjectId, offset }))).items;
const openActions = async (subjectId: string) =>
  (await actionsOf(subjectId)).filter(({ data }) => ['requested', 'acknowledged', 'failed'].includes(data.status));
const move = (id: string, status: string, expectedRevision: number) =>
  call(world.owner, riskRoutes.transitionAction, {
    params: { id },
    body: { status, expectedRevision, reason: 'Because.' },
  });
async function complete(id: string): Promise<void> {
  for (const [index, status] of ['acknowledged', 'completed'].entries())
    expect((await move(id, status, index + 1)).status).toBe(200);
}
const reviewEvents = async (subjectId: string) =>
  (await everyItem((offset) => list(world, 'events', { subjectId, offset }))).items
    .map(({ data }) => data)
    .filter(({ type }) => type.startsWith('risk.review.'));
const storyOf = async (subjectId: string) =>
  (await reviewEvents(subjectId)).map(({ type }) => type.slice('risk.review.'.length));
const later = (at: string, seconds: number) => addSeconds(new Date(at), seconds).toISOString();
/** New evidence, as it is never older than a day. */
const refresh = async (source: Parameters<typeof stated>[0], subjectId: string, value = 3) => {
  await stated(source, subjectId, fresh({ value }));
  await refreshFromStream();
  await tickUntilDone();
};

test('review: at its date its actions are requested once, and completing them begins the next period', async () => {
  await plantSubscriptions(world, [['*']]);
  const { subjectId, source } = await watchedSubject(world, policyWith());
  const [first] = await assessmentsOf(world, subjectId);
  const planned = await subscriptionOf(world, subjectId);
  passSeconds(YEAR - 60);
  await refresh(source, subjectId);
  const before = await subscriptionOf(world, subjectId);
  passSeconds(120);
  await tickUntilDone();
  const due = await subscriptionOf(world, subjectId);
  const [review, ...others] = await openActions(subjectId);
  const latest = (await assessmentsOf(world, subjectId)).at(-1);
  await refresh(source, subjectId, 4);
  await refresh(source, subjectId, 3);

  const dueAt = later(first.data.evaluatedAt, YEAR);
  expect(planned).toMatchObject({ reviewDueAt: dueAt, reviewReason: 'band' });
  expect(planned.reviewActionIds).toBeUndefined();
  // The score was calculated again, which is no review.
  expect(before).toMatchObject({ reviewDueAt: dueAt, nextCheckAt: expect.any(String) });
  expect(others).toEqual([]);
  expect(review.data).toMatchObject({ name: 'periodic_review', assessmentId: latest.id, status: 'requested' });
  expect(latest.data.actions).toEqual([{ name: 'periodic_review', requiredBy: [{ kind: 'review', key: 'review' }] }]);
  const replay = await call(world.client, riskRoutes.replayAssessment, { params: { id: latest.id } });
  expect(replay.body).toMatchObject({ assessmentId: latest.id, identical: true });
  expect(due).toMatchObject({
    reviewDueAt: dueAt,
    reviewActionIds: [review.id],
    reviewOverdueAt: later(dueAt, 10 * DAY),
  });
  expect(await openActions(subjectId)).toHaveLength(1);
  expect(await subscriptionOf(world, subjectId)).toMatchObject({ reviewDueAt: dueAt });

  passSeconds(5 * DAY);
  await complete(review.id);
  await tickUntilDone();
  const [{ data: completed }] = await actionsOf(subjectId);
  const next = await subscriptionOf(world, subjectId);
  expect(next).toMatchObject({ reviewDueAt: later(completed.updatedAt, YEAR), reviewReason: 'band' });
  expect(next.reviewActionIds).toBeUndefined();
  expect(await storyOf(subjectId)).toEqual(['due', 'completed']);
  const [event] = await reviewEvents(subjectId);
  expect(event).toMatchObject({
    resource: 'assessments',
    resourceId: latest.id,
    actor: 'service:monitoring',
    details: { policyKey: latest.data.policyKey, dueAt, reason: 'band', actionIds: [review.id] },
  });
  const sent = (await waitingEvents()).flatMap(({ events }) => (events as { type: string }[]).map(({ type }) => type));
  expect(sent.filter((type) => type === 'risk.review.due')).toHaveLength(1);
});

test('review: one that is not completed in time is overdue, once', async () => {
  const { subjectId } = await watchedSubject(world, policyWith({ review: { actions: ['a', 'b'] } }));
  passSeconds(YEAR + 60);
  await tickUntilDone();
  const open = await openActions(subjectId);
  await complete(open[0].id);
  await tickUntilDone();
  passSeconds(31 * DAY);
  await tickUntilDone();
  await tick();

  expect(open.map(({ data }) => data.name)).toEqual(['a', 'b']);
  expect(await storyOf(subjectId)).toEqual(['due', 'overdue']);
  await move(open[1].id, 'cancelled', 1);
  await tickUntilDone();
  expect(await storyOf(subjectId)).toEqual(['due', 'overdue', 'completed']);
});

test('review: cancelled actions review nobody, and are requested again', async () => {
  const { subjectId } = await watchedSubject(world, policyWith());
  passSeconds(YEAR + 60);
  await tickUntilDone();
  const [first] = await openActions(subjectId);
  await move(first.id, 'cancelled', 1);
  await tickUntilDone();

  const [second, ...others] = await openActions(subjectId);
  expect(others).toEqual([]);
  expect(second.id).not.toBe(first.id);
  expect(await storyOf(subjectId)).toEqual(['due', 'due']);
  expect(await subscriptionOf(world, subjectId)).toMatchObject({ reviewActionIds: [second.id] });
});

test('review: its date follows the band, counted from the last review', async () => {
  const { subjectId, source } = await watchedSubject(world, policyWith());
  const [{ data }] = await assessmentsOf(world, subjectId);
  await refresh(source, subjectId, 90);
  expect(await subscriptionOf(world, subjectId)).toMatchObject({
    reviewDueAt: later(data.evaluatedAt, 5 * YEAR),
    reviewReason: 'policy',
  });
  passSeconds(2 * YEAR);
  await refresh(source, subjectId, 90);
  expect(await openActions(subjectId)).toEqual([]);
  await refresh(source, subjectId, 3);

  // A year after the last review is past in the higher band.
  expect((await openActions(subjectId)).map(({ data: { name } }) => name)).toEqual(['periodic_review']);
});

test('review: an open action of the same name stands for it, and an assessment of a caller requests none', async () => {
  const bands = [BANDS[0], { ...BANDS[1], effect: { decision: 'review', actions: ['periodic_review'] } }];
  const { subjectId, policyId } = await watchedSubject(world, policyWith({ bands, repeatActions: 'unless_open' }));
  const [action] = await openActions(subjectId);
  passSeconds(YEAR + 60);
  const asked = await assessed(world, subjectId, policyId);
  expect(asked.data.actions).not.toContainEqual(
    expect.objectContaining({ requiredBy: expect.arrayContaining([{ kind: 'review', key: 'review' }]) }),
  );
  await tickUntilDone();
  expect(await subscriptionOf(world, subjectId)).toMatchObject({ reviewActionIds: [action.id] });
  await complete(action.id);
  await tickUntilDone();
  expect(await storyOf(subjectId)).toEqual(['due', 'completed']);
});

test('review: paused monitoring requests nothing, and a version without `review` ends it', async () => {
  const { subjectId, source, policyId } = await watchedSubject(world, policyWith());
  const [{ data }] = await assessmentsOf(world, subjectId);
  await watch(world, subjectId, policyId, false);
  passSeconds(YEAR + 60);
  await tickUntilDone();
  expect(await openActions(subjectId)).toEqual([]);
  await watch(world, subjectId, policyId);
  await tickUntilDone();
  const [review] = await openActions(subjectId);
  await watch(world, subjectId, policyId, false);
  await complete(review.id);
  await watch(world, subjectId, policyId);
  await tickUntilDone();
  expect(await storyOf(subjectId)).toEqual(['due', 'completed']);

  const without = await newPolicy(
    world,
    aDefinition(source.identity, policyWith({ review: undefined })),
    data.policyKey,
  );
  await watch(world, subjectId, without);
  await tickUntilDone();
  expect(await subscriptionOf(world, subjectId)).not.toHaveProperty('reviewDueAt');
});

test('review: without the member, monitoring only reassesses', async () => {
  const { subjectId } = await watchedSubject(world, policyWith({ review: undefined }));
  passSeconds(YEAR + 60);
  await tickUntilDone();

  expect(await openActions(subjectId)).toEqual([]);
  expect(await storyOf(subjectId)).toEqual([]);
  const monitoring = await subscriptionOf(world, subjectId);
  expect(Object.keys(monitoring).filter((name) => name.startsWith('review'))).toEqual([]);
});

test('review: refusals of a policy name their path', async () => {
  const { source } = await knownSubject(world);
  for (const review of [{ actions: [] }, { actions: ['Look'] }, {}, { actions: ['look'], every: 1 }]) {
    const { status, body } = await call(world.owner, riskRoutes.createPolicy, {
      body: { key: 'review', definition: aDefinition(source.identity, policyWith({ review })) },
    });
    expect(status).toBe(422);
    expect(body.errors[0].path).toContain('review');
  }
});

test('review: completed while a check runs, or by a worker that is killed, it is completed once', async () => {
  const begin = async () => {
    const { subjectId, source } = await watchedSubject(world, policyWith());
    passSeconds(YEAR + 60);
    await tickUntilDone();
    const [review] = await openActions(subjectId);
    await move(review.id, 'acknowledged', 1);
    return { subjectId, source, review };
  };
  const { subjectId, source, review } = await begin();
  await stated(source, subjectId, fresh({ value: 4 }));
  const check = holding((one) => isTransaction(one) && JSON.stringify(one.input).includes(':set_nextCheckAt'));
  const checked = withFaults(check.plan, () => refreshFromStream());
  await check.reached;
  expect((await move(review.id, 'completed', 2)).status).toBe(200);
  check.release();
  await checked;
  await tickUntilDone();
  expect(await storyOf(subjectId)).toEqual(['due', 'completed']);

  const sample = await begin();
  await move(sample.review.id, 'completed', 2);
  const { calls } = await observed(() => tick());
  const writes = calls.flatMap(({ command }, index) => (/Write|Put|Update/.test(command) ? [index] : []));
  for (const index of some(writes, 2)) {
    const one = await begin();
    await move(one.review.id, 'completed', 2);
    const at = now();
    await withFaults(crashAt(index, 'after'), () => tick(at)).catch(() => undefined);
    await tickUntilDone(addSeconds(at, 61));
    expect(await storyOf(one.subjectId), `killed after call ${index}`).toEqual(['due', 'completed']);
  }
});

const calendar = async (query: Record<string, string> = {}, as = world) =>
  (await done(as.client, riskRoutes.listReviews, { query })).items;

test('review: the calendar has each planned, due and overdue review of an organization and mode once', async () => {
  const high = await watchedSubject(world, policyWith());
  const low = await watchedSubject(world, policyWith());
  const other = await watchedSubject(await aWorld(), policyWith());
  await watchedSubject(world, policyWith({ review: undefined }));
  await refresh(low.source, low.subjectId, 90);
  const [first, second, ...others] = await calendar();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    subjectId: high.subjectId,
    kind: 'person',
    policyVersionId: high.policyId,
    band: 'high',
    reason: 'band',
    status: 'planned',
    overdueAt: null,
    actionIds: [],
  });
  expect(second).toMatchObject({ subjectId: low.subjectId, band: 'low', reason: 'policy' });
  const subjects = async (query: Record<string, string>) =>
    (await calendar(query)).map(({ subjectId }: { subjectId: string }) => subjectId);
  expect(await subjects({ until: first.dueAt })).toEqual([high.subjectId]);
  expect(await subjects({ until: addSeconds(now(), DAY).toISOString() })).toEqual([]);
  expect(await subjects({ band: 'low' })).toEqual([low.subjectId]);
  expect(await subjects({ overdue: 'true' })).toEqual([]);

  passSeconds(YEAR + 60);
  await tickUntilDone();
  expect(await calendar({ band: 'high' })).toMatchObject([{ status: 'due', actionIds: [expect.any(String)] }]);
  passSeconds(10 * DAY);
  await tickUntilDone();
  expect(await subjects({ overdue: 'true' })).toEqual([high.subjectId]);
  expect(await subjects({ overdue: 'false' })).toEqual([low.subjectId]);
  await watch(world, high.subjectId, high.policyId, false);
  expect(await subjects({})).toEqual([low.subjectId]);
  await watch(world, high.subjectId, high.policyId);
  await tickUntilDone();
  expect(await subjects({})).toEqual([high.subjectId, low.subjectId]);
  expect(await subjects({})).not.toContain(other.subjectId);
  const refused = await call(world.client, riskRoutes.listReviews, { query: { cursor: 'x', late: 'true' } });
  expect(refused.status).toBe(400);
});

test('review: pages of the calendar neither lose nor repeat one, at the same cost at any depth', async () => {
  const { subjectId } = await watchedSubject(world, policyWith());
  const [entry] = await calendar();
  const ids = Array.from({ length: 250 }, () => newId());
  const { status, ...stored } = entry;
  const start = Date.parse(entry.dueAt);
  const writes = ids.flatMap((id, index) => {
    const dueAt = new Date(start + (index % 90) * 1000).toISOString();
    const review = { since: dueAt, dueAt, reason: 'band' as const, band: 'high' };
    return replaceReview({ ...world, id }, review, { ...stored, dueAt, subjectId: id });
  });
  for (let from = 0; from < writes.length; from += 50)
    await dynamoStore.transact(writes.slice(from, from + 50), newId());
  const found: string[] = [];
  const rounds: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: Record<string, string> = cursor ? { cursor } : {};
    const { result, calls } = await observed(() => done(world.client, riskRoutes.listReviews, { query }));
    found.push(...result.items.map((one: { subjectId: string }) => one.subjectId));
    rounds.push(calls.filter(({ command }) => command === 'QueryCommand' || command === 'Query').length);
    cursor = result.nextCursor;
  }

  expect(found.toSorted()).toEqual([subjectId, ...ids].toSorted());
  expect(rounds).toHaveLength(3);
  expect(new Set(rounds).size).toBe(1);
});
