import { afterEach, describe, expect, test } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-monitoring.ts';
import { handler as tickHandler } from '#functions/workers/tick-risk.ts';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { queueEvent, streamEvent, worked } from '#test/support/lambda-events.ts';
import {
  assessmentsOf,
  fresh,
  knownSubject,
  passSeconds,
  refreshFromStream,
  shownByStream,
  subscriptionOf,
  tick,
  tickUntilDone,
  tryToWatch,
  watch,
  watchedSubject,
} from '#test/support/monitored-subjects.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  disputedSubject,
  done,
  EMAIL_AGE,
  list,
  newActivity,
  newPolicy,
  newSource,
  newSubject,
  stated,
  statedTogether,
  stateOf,
} from '#test/support/risk-world.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** When a subject that is watched is assessed again, and who hears of it. */
const DAY_SECONDS = 86_400;
const world = preparedForEachTest(aWorld);

afterEach(() => shiftClock(0));

test('monitoring: a subject is assessed when monitoring starts', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  await watch(world, subjectId, policyId);

  await worked(tickHandler, queueEvent([{}]));

  const [assessment, ...others] = await assessmentsOf(world, subjectId);
  expect(others).toEqual([]);
  expect(assessment.data).toMatchObject({
    policyVersionId: policyId,
    trigger: 'monitoring',
    eventIds: [],
    sequence: 1,
    decision: 'review',
    evidenceRevision: 1,
    previousAssessmentId: null,
  });
  expect(await subscriptionOf(world, subjectId)).toMatchObject({
    lastError: null,
    lastEvaluatedAt: assessment.data.evaluatedAt,
    nextCheckAt: assessment.data.freshUntil,
  });
});

test('monitoring: missing evidence gives an incomplete assessment, not an error', async () => {
  const [subjectId, { policyId }] = [await newSubject(world), await knownSubject(world)];
  await watch(world, subjectId, policyId);

  await tickUntilDone();

  const [assessment] = await assessmentsOf(world, subjectId);
  expect(assessment.data).toMatchObject({ outcome: 'incomplete', score: null, freshUntil: null });
  const { lastError, nextCheckAt } = await subscriptionOf(world, subjectId);
  expect([lastError, nextCheckAt]).toEqual([null, assessment.data.reviewDueAt]);
});

describe('monitoring: new evidence', () => {
  test('creates a new assessment as soon as the stream delivers it', async () => {
    const { subjectId, source } = await watchedSubject(world);
    const [first] = await assessmentsOf(world, subjectId);
    await stated(source, subjectId, fresh({ value: 90 }));
    const before = await stateOf(world, first.id);

    await worked(refresh, streamEvent(await shownByStream(), 'MODIFY'));

    const [, second, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(before).toMatchObject({ current: false });
    expect(second.data).toMatchObject({ decision: 'none', evidenceRevision: 2, sequence: 2 });
    expect(second.data.previousAssessmentId).toBe(first.id);
    expect(await stateOf(world, second.id)).toMatchObject({ current: true });
    expect(await shownByStream()).toEqual([]);
  });

  test('is found by a tick if the stream does not deliver it', async () => {
    const { subjectId, source } = await watchedSubject(world);
    await stated(source, subjectId, fresh({ value: 90 }));

    await tick();

    expect(await assessmentsOf(world, subjectId)).toHaveLength(2);
    expect(await shownByStream()).toEqual([]);
  });

  test('in a batch creates one assessment of all of it', async () => {
    const facts = [EMAIL_AGE, 'f2', 'f3'].map((key) => ({ key, type: 'number' }));
    const [source, subjectId] = [await newSource(world, facts), await newSubject(world)];
    const policyId = await newPolicy(world, aDefinition(source.identity));
    await watch(world, subjectId, policyId);
    await tickUntilDone();
    const statements = facts.map(({ key: fact }) => fresh({ fact }));
    await statedTogether(source, subjectId, statements);

    await refreshFromStream();

    const all = await assessmentsOf(world, subjectId);
    expect(all.map(({ data }) => data.evidenceRevision)).toEqual([0, 3]);
  });

  test('that revokes earlier evidence creates a new assessment', async () => {
    const { subjectId, source } = await watchedSubject(world);
    await stated(source, subjectId, fresh({ status: 'revoked', value: null }));

    await refreshFromStream();

    const [, second] = await assessmentsOf(world, subjectId);
    expect(second.data).toMatchObject({ outcome: 'incomplete', score: null });
  });

  test('is assessed by every enabled policy, and by no paused one', async () => {
    const { subjectId, source, policyId } = await watchedSubject(world);
    const [second, paused] = [
      await newPolicy(world, aDefinition(source.identity)),
      await newPolicy(world, aDefinition(source.identity)),
    ];
    await watch(world, subjectId, second);
    await watch(world, subjectId, paused, false);
    await tickUntilDone();
    await stated(source, subjectId, fresh({ value: 90 }));

    await refreshFromStream();

    const made = (await assessmentsOf(world, subjectId)).filter(({ data }) => data.evidenceRevision === 2);
    expect(made.map(({ data }) => data.policyVersionId).sort()).toEqual([policyId, second].sort());
  });

  test('of an unmonitored subject creates no assessment', async () => {
    const { subjectId, source } = await knownSubject(world);
    await stated(source, subjectId, fresh({ value: 90 }));

    expect(await shownByStream()).toEqual([]);
    await tickUntilDone(addSeconds(now(), 365 * DAY_SECONDS));
    expect(await assessmentsOf(world, subjectId)).toEqual([]);
  });

  test('that a request has already assessed is not assessed again', async () => {
    const { subjectId, source, policyId } = await watchedSubject(world);
    await stated(source, subjectId, fresh({ value: 90 }));
    const theirs = await assessed(world, subjectId, policyId);

    await refreshFromStream();

    const all = await assessmentsOf(world, subjectId);
    expect(all.map(({ id }) => id).slice(1)).toEqual([theirs.id]);
    const { nextCheckAt } = await subscriptionOf(world, subjectId);
    expect(nextCheckAt).toBe(theirs.data.freshUntil);
  });
});

describe('monitoring: time', () => {
  test('creates a new assessment when evidence expires', async () => {
    const { subjectId, source, policyId } = await knownSubject(world);
    const expiresAt = addSeconds(now(), 3600).toISOString();
    await stated(source, subjectId, fresh({ expiresAt }));
    await watch(world, subjectId, policyId);
    await tickUntilDone();

    passSeconds(3590);
    await tick();
    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    passSeconds(11);
    await tick();

    const [, second, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(second.data).toMatchObject({ outcome: 'incomplete', evidenceRevision: 2 });
  });

  test('creates a new assessment when a contradiction ends because evidence expires', async () => {
    const { subjectId, policyId, expiresAt } = await disputedSubject(world);
    await watch(world, subjectId, policyId);
    await tickUntilDone();

    expect((await subscriptionOf(world, subjectId)).nextCheckAt).toBe(expiresAt);
    passSeconds(3601);
    await tick();

    const [first, second, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(first.data).toMatchObject({ outcome: 'incomplete' });
    expect(second.data).toMatchObject({ outcome: 'complete', decision: 'review' });
  });

  test('creates a new assessment when evidence is stale', async () => {
    const { subjectId } = await watchedSubject(world);

    passSeconds(DAY_SECONDS + 1);
    await tick();
    await tick();

    const [, second, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(second.data).toMatchObject({ outcome: 'incomplete' });
    expect((await subscriptionOf(world, subjectId)).nextCheckAt).toBe(second.data.reviewDueAt);
  });

  test('creates a new assessment when a review is due', async () => {
    const { subjectId } = await watchedSubject(world, { reviewAfterSeconds: 600 });
    const [first] = await assessmentsOf(world, subjectId);

    passSeconds(590);
    await tick();
    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    passSeconds(11);
    await tick();

    const [, second, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(second.data).toMatchObject({ decision: 'review', evidenceRevision: 1, sequence: 2 });
    expect(second.data.evaluatedAt >= first.data.reviewDueAt).toBe(true);
  });

  test('creates nothing before a deadline passes', async () => {
    const { subjectId } = await watchedSubject(world);
    const before = await subscriptionOf(world, subjectId);

    for (const seconds of [5, 60, 3600, DAY_SECONDS / 2]) {
      passSeconds(seconds);
      await tick();
    }

    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    expect(await subscriptionOf(world, subjectId)).toEqual(before);
  });
});

describe('monitoring: without changes', () => {
  test('a check creates nothing and sets the time of the next one', async () => {
    const { subjectId, policyId } = await watchedSubject(world);
    const before = await subscriptionOf(world, subjectId);
    passSeconds(60);
    await watch(world, subjectId, policyId); // due now

    await tick();

    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    const { lastEvaluatedAt, nextCheckAt } = await subscriptionOf(world, subjectId);
    expect({ lastEvaluatedAt, nextCheckAt }).toEqual({
      lastEvaluatedAt: before.lastEvaluatedAt,
      nextCheckAt: before.nextCheckAt,
    });
  });

  test('a repeated stream record creates nothing', async () => {
    const { subjectId, source } = await watchedSubject(world);
    await stated(source, subjectId, fresh({ value: 90 }));
    const shown = streamEvent(await shownByStream(), 'MODIFY');

    for (let times = 0; times < 3; times += 1) await worked(refresh, shown);
    await tickUntilDone();

    expect(await assessmentsOf(world, subjectId)).toHaveLength(2);
  });

  test('an activity triggers nothing', async () => {
    const { subjectId } = await watchedSubject(world);
    const before = await subscriptionOf(world, subjectId);
    await newActivity(world, subjectId);

    expect(await shownByStream()).toEqual([]);
    await tick();

    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    expect(await subscriptionOf(world, subjectId)).toEqual(before);
  });
});

test('monitoring: an automatic assessment sends events and requests actions as any other', async () => {
  const [{ id: webhookId } = { id: '' }] = await plantSubscriptions(world, [['risk.*']]);
  const { subjectId } = await watchedSubject(world);

  const [assessment] = await assessmentsOf(world, subjectId);
  const [actionId] = assessment.data.actionIds;
  const { items } = (await list(world, 'events', { subjectId })).body;
  const told = items.filter(({ data }: { data: { actor: string } }) => data.actor.startsWith('service:'));
  const [outbox] = (await waitingEvents()).filter(({ actor }) => actor === 'service:monitoring');
  const queue = await done(world.client, riskRoutes.listActionQueue);

  expect(told.map(({ data }: { data: object }) => data)).toMatchObject([
    { type: 'risk.assessment.created', resourceId: assessment.id, actor: 'service:monitoring' },
    { type: 'risk.action.requested', resourceId: actionId, actor: 'service:monitoring' },
  ]);
  expect(outbox?.subscribers).toEqual({ [webhookId]: [0, 1] });
  expect(queue.items).toMatchObject([{ id: actionId, data: { status: 'requested', subjectId } }]);
});

test('monitoring: its own events are not delivered to webhooks', async () => {
  await plantSubscriptions(world, [['*']]);
  const { subjectId, policyId } = await knownSubject(world);
  const before = (await waitingEvents()).length;

  await watch(world, subjectId, policyId);

  expect(await waitingEvents()).toHaveLength(before);
});

test('monitoring: an organization is monitored in each mode separately', async () => {
  const live = await aWorld('live', world.organizationId);
  const [inTest, inLive] = [await watchedSubject(world), await watchedSubject(live)];
  await plantSubscriptions(world, [['*']]);
  await stated(inLive.source, inLive.subjectId, fresh({ value: 90 }));

  await refreshFromStream();

  expect(await assessmentsOf(live, inLive.subjectId)).toHaveLength(2);
  expect(await assessmentsOf(world, inTest.subjectId)).toHaveLength(1);
  const told = (await waitingEvents()).filter(({ actor }) => actor === 'service:monitoring');
  expect(told).toEqual([]); // the subscription is of test mode
  expect((await tryToWatch(world, inLive.subjectId, inLive.policyId)).status).toBe(404);
});
