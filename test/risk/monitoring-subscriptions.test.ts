import { afterEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '#shared/platform/clock.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';
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
import {
  aDefinition,
  assessed,
  aWorld,
  disputedSubject,
  EMAIL_AGE,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  stated,
  stateOf,
  tryToAssess,
} from '#test/support/risk-world.ts';

/** What a subscription goes through: policies that do not cover, failures, pauses, new versions. */
const world = preparedForEachTest(aWorld);
const DAY_SECONDS = 86_400;

afterEach(() => shiftClock(0));

describe('monitoring: a policy that does not cover the subject', () => {
  const REVIEW_SECONDS = 3600;
  const OLD = [[{ input: EMAIL_AGE, operator: 'gte', value: 1000 }]].map((all) => ({ all }));

  async function uncovered(isKnown: boolean) {
    const [subjectId, source] = [await newSubject(world), await newSource(world)];
    const policyId = await newPolicy(
      world,
      aDefinition(source.identity, { applicability: OLD, reviewAfterSeconds: REVIEW_SECONDS }),
    );
    if (isKnown) await stated(source, subjectId, fresh({ value: 3 }));
    await watch(world, subjectId, policyId);
    await tick();
    return { subjectId, source, policyId };
  }

  test.each([
    ['applicability_not_matched', true],
    ['applicability_unknown', false],
  ])('sets %s and creates no assessment', async (code, isKnown) => {
    const { subjectId, policyId } = await uncovered(isKnown);

    const subscription = await subscriptionOf(world, subjectId);
    const asked = await tryToAssess(world, subjectId, policyId);

    expect(await assessmentsOf(world, subjectId)).toEqual([]);
    expect(asked.body.code).toBe(code);
    expect(subscription).toMatchObject({ enabled: true, lastError: code });
    const { lastEvaluatedAt, nextCheckAt } = subscription;
    const waits = Date.parse(nextCheckAt ?? '') - Date.parse(lastEvaluatedAt ?? '');
    expect(waits).toBe(REVIEW_SECONDS * 1000);
  });

  test('is checked again when its review is due, and not before', async () => {
    const { subjectId } = await uncovered(true);
    const before = await subscriptionOf(world, subjectId);

    passSeconds(REVIEW_SECONDS - 10);
    await tick();
    expect(await subscriptionOf(world, subjectId)).toEqual(before);
    passSeconds(11);
    await tick();

    const after = await subscriptionOf(world, subjectId);
    expect(after).toMatchObject({ lastError: 'applicability_not_matched' });
    expect(after.lastEvaluatedAt).not.toBe(before.lastEvaluatedAt);
  });

  test('is checked again when its applicability can change with time', async () => {
    const YOUNG = [{ all: [{ input: EMAIL_AGE, operator: 'lt', value: 30 }] }];
    const disputed = await disputedSubject(world, { applicability: YOUNG });
    const { subjectId, policyId, expiresAt } = disputed;
    await watch(world, subjectId, policyId);
    await tick();

    const before = await subscriptionOf(world, subjectId);
    passSeconds(3601);
    await tick();

    expect(before).toMatchObject({ lastError: 'applicability_unknown', nextCheckAt: expiresAt });
    const [assessment] = await assessmentsOf(world, subjectId);
    expect(assessment.data).toMatchObject({ outcome: 'complete', decision: 'review' });
    expect((await subscriptionOf(world, subjectId)).lastError).toBeNull();
  });

  test('creates an assessment when new evidence makes it cover the subject', async () => {
    const { subjectId, source } = await uncovered(true);
    await stated(source, subjectId, fresh({ value: 2000 }));

    await refreshFromStream();

    const [assessment] = await assessmentsOf(world, subjectId);
    expect(assessment.data).toMatchObject({ evidenceRevision: 2, outcome: 'complete' });
    expect((await subscriptionOf(world, subjectId)).lastError).toBeNull();
  });

  test('leaves an earlier assessment unchanged', async () => {
    const { subjectId, source } = await uncovered(false);
    await stated(source, subjectId, fresh({ value: 2000 }));
    await refreshFromStream();
    await stated(source, subjectId, fresh({ value: 3 }));

    await refreshFromStream();
    await tickUntilDone();

    const [only, ...others] = await assessmentsOf(world, subjectId);
    expect(others).toEqual([]);
    expect(await stateOf(world, only.id)).toMatchObject({ current: false });
    expect((await subscriptionOf(world, subjectId)).lastError).toBe('applicability_not_matched');
  });
});

describe('monitoring: an evaluation that fails', () => {
  const makesAssessment = (one: AwsCall) => isTransaction(one) && JSON.stringify(one.input).includes('#assessments#');
  const failing = () =>
    withFaults(
      {
        ofCall: (one) => (makesAssessment(one) ? { fails: 'before', error: new Error('broken') } : undefined),
      },
      () => tick(),
    );

  test('sets evaluation_failed and is retried after 30 seconds', async () => {
    const { subjectId, policyId } = await knownSubject(world);
    await watch(world, subjectId, policyId);
    const startedAt = now();
    await failing();
    const failed = await subscriptionOf(world, subjectId);

    passSeconds(25);
    await tick();
    const early = await subscriptionOf(world, subjectId);
    passSeconds(7);
    await tick();

    expect(failed).toMatchObject({ lastError: 'evaluation_failed', lastEvaluatedAt: null });
    const waits = Date.parse(failed.nextCheckAt ?? '') - startedAt.getTime();
    expect(Math.abs(waits - 30_000)).toBeLessThan(2_000);
    expect(early).toEqual(failed);
    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    expect((await subscriptionOf(world, subjectId)).lastError).toBeNull();
  });

  test('does not stop the others of the tick', async () => {
    const [broken, sound] = [await knownSubject(world), await knownSubject(world)];
    for (const { subjectId, policyId } of [broken, sound]) await watch(world, subjectId, policyId);

    await withFaults(
      {
        ofCall: (one) =>
          makesAssessment(one) && JSON.stringify(one.input).includes(broken.subjectId)
            ? { fails: 'before', error: new Error('broken') }
            : undefined,
      },
      () => tick(),
    );

    expect(await assessmentsOf(world, sound.subjectId)).toHaveLength(1);
    expect(await assessmentsOf(world, broken.subjectId)).toEqual([]);
    const { lastError } = await subscriptionOf(world, broken.subjectId);
    expect(lastError).toBe('evaluation_failed');
  });

  test('clears the error when another assessment has been created meanwhile', async () => {
    const { subjectId, policyId } = await knownSubject(world);
    await watch(world, subjectId, policyId);
    await failing();
    await assessed(world, subjectId, policyId);

    passSeconds(31);
    await tick();

    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
    expect((await subscriptionOf(world, subjectId)).lastError).toBeNull();
  });

  test('because of too much evidence counts as failed as well', async () => {
    const facts = Array.from({ length: 18 }, (_, index) => ({ key: `f${index}`, type: 'string' }));
    const [source, subjectId] = [await newSource(world, facts), await newSubject(world)];
    const inputs = facts.map(({ key, type }) => ({
      key,
      type,
      maxAgeSeconds: DAY_SECONDS,
      acceptedSources: [source.identity],
    }));
    const policyId = await newPolicy(world, aDefinition(source.identity, { inputs, factors: [] }));
    for (const { key } of facts) await stated(source, subjectId, fresh({ fact: key, value: 'x'.repeat(15_500) }));
    await watch(world, subjectId, policyId);

    await tick();

    expect(await assessmentsOf(world, subjectId)).toEqual([]);
    expect((await subscriptionOf(world, subjectId)).lastError).toBe('evaluation_failed');
  });
});

describe('monitoring: pausing', () => {
  test('keeps assessments and actions, and stops checks', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    const [assessment] = await assessmentsOf(world, subjectId);
    const [actionId] = assessment.data.actionIds;
    const state = await stateOf(world, assessment.id);
    const action = (await readRecord(world, 'actions', actionId)).body;

    await watch(world, subjectId, policyId, false);

    expect(await stateOf(world, assessment.id)).toEqual(state);
    expect((await readRecord(world, 'actions', actionId)).body).toEqual(action);
    await stated(source, subjectId, fresh({ value: 90 }));
    passSeconds(60 * DAY_SECONDS);
    await tickUntilDone();
    expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
  });

  test('is followed by a check when monitoring is enabled again', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    await watch(world, subjectId, policyId, false);
    await stated(source, subjectId, fresh({ value: 90 }));
    await tickUntilDone();

    await watch(world, subjectId, policyId);
    await tick();

    const [, second] = await assessmentsOf(world, subjectId);
    expect(second.data).toMatchObject({ evidenceRevision: 2, decision: 'none' });
  });
});

test('monitoring: another version of the monitored policy reassesses the same evidence', async () => {
  const { subjectId, source } = await watchedSubject(world);
  const { policyKey } = await subscriptionOf(world, subjectId);
  const other = await newPolicy(world, aDefinition(source.identity), policyKey);
  await watch(world, subjectId, other);

  await tick();

  const [first, second, ...others] = await assessmentsOf(world, subjectId);
  expect(others).toEqual([]);
  expect(second.data).toMatchObject({ policyVersionId: other, sequence: 2, evidenceRevision: 1 });
  expect(second.data.previousAssessmentId).toBe(first.id);
});

test('monitoring: publishing a newer version without configuring it changes nothing', async () => {
  const { subjectId, policyId, source } = await watchedSubject(world);
  const { policyKey } = await subscriptionOf(world, subjectId);
  await newPolicy(world, aDefinition(source.identity), policyKey);

  await tickUntilDone();

  expect((await subscriptionOf(world, subjectId)).policyVersionId).toBe(policyId);
  expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
});
