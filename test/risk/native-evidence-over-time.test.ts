import { afterEach, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { assessed, aWorld, newSource, newSubject, stated, stateOf } from '#test/support/risk-world.ts';
import {
  anAttempt,
  aStep,
  decided,
  evidenceAbout,
  nativePolicy,
  newRun,
  newSession,
  newWorkflow,
  report,
  reported,
  reportedAll,
  resolutionOf,
  standingOf,
  statusesOf,
} from '#test/support/verification-world.ts';

/** Evidence of steps after some time, or after another attempt. */
const DAY_MS = 86_400_000;
const world = preparedForFile(aWorld);

afterEach(() => shiftClock(0));

test('native evidence: stale evidence resolves no input', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  const policyId = await nativePolicy(world, workflow, ['check']);
  await reported(world, attempt, 'check');

  shiftClock(DAY_MS + 60_000);

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({ 'native.check': 'stale' });
});

test('native evidence: results make earlier assessments of the subject not current', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check'), aStep('risk')]);
  const policyId = await nativePolicy(world, workflow, ['check']);
  await reported(world, attempt, 'check');
  const { id } = await assessed(world, subjectId, policyId);
  const before = await stateOf(world, id);

  await reported(world, attempt, 'risk');

  expect(before.current).toBe(true);
  expect(await stateOf(world, id)).toMatchObject({
    current: false,
    effectiveDecision: 'reassessment_required',
    reasons: ['newer_evidence'],
  });
});

describe('a newer attempt', () => {
  test('makes all evidence of the earlier one unavailable, without fallback', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world);
    const policyId = await nativePolicy(world, workflow);
    await reportedAll(world, attempt);
    await decided(world, subjectId, attempt, 'approved');
    const { id } = await assessed(world, subjectId, policyId);

    const runId = await newRun(world, attempt.sessionId);
    const begun = await resolutionOf(world, subjectId, policyId);
    await reported(world, { ...attempt, runId }, 'check', 'anew');
    const reportedAnew = await resolutionOf(world, subjectId, policyId);

    expect(new Set(Object.values(begun))).toEqual(new Set(['unavailable']));
    expect(reportedAnew).toEqual({ ...begun, 'native.check': 'anew' });
    expect(await stateOf(world, id)).toMatchObject({ current: false });
  });

  test('of another session of the same subject and workflow does the same', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    await reported(world, attempt, 'check');

    await newRun(world, await newSession(world, workflow, subjectId));

    expect(await statusesOf(world, subjectId)).toEqual({ check_output: 'unavailable' });
  });

  test('of a newer revision does the same, and the new revision requires a new binding', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    const bound = await nativePolicy(world, workflow, ['check']);
    await reported(world, attempt, 'check', 'of the first');

    const revised = await newWorkflow(world, [aStep('check')], workflow.key);
    const sessionId = await newSession(world, revised, subjectId);
    await reported(world, { sessionId, runId: await newRun(world, sessionId) }, 'check', 'of the second');
    const rebound = await nativePolicy(world, revised, ['check']);

    expect(await resolutionOf(world, subjectId, bound)).toEqual({ 'native.check': 'unavailable' });
    expect(await resolutionOf(world, subjectId, rebound)).toEqual({
      'native.check': 'of the second',
    });
  });

  test('does not affect other workflows, subjects and sources', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    const other = await newWorkflow(world, [aStep('risk')]);
    const otherSession = await newSession(world, other, subjectId);
    await reported(world, { sessionId: otherSession, runId: await newRun(world, otherSession) }, 'risk');
    const neighbour = await newSubject(world);
    const theirs = await newSession(world, workflow, neighbour);
    await reported(world, { sessionId: theirs, runId: await newRun(world, theirs) }, 'check');
    await stated(await newSource(world), subjectId);

    await newRun(world, attempt.sessionId);

    expect(await statusesOf(world, subjectId)).toEqual({ risk_output: 'available', 'email.age_days': 'available' });
    expect(await statusesOf(world, neighbour)).toEqual({ check_output: 'available' });
  });

  test('records nothing if there was no evidence', async () => {
    const { subjectId, sessionId } = await anAttempt(world);

    await newRun(world, sessionId);

    expect(await evidenceAbout(world, subjectId)).toEqual([]);
  });

  test('does not repeat receipts that are already unavailable', async () => {
    const { subjectId, ...attempt } = await anAttempt(world, [aStep('check'), aStep('extract')]);
    await reported(world, attempt, 'check');
    await reported(world, attempt, 'extract');
    const before = await evidenceAbout(world, subjectId);

    await newRun(world, attempt.sessionId);
    const once = await evidenceAbout(world, subjectId);
    await newRun(world, attempt.sessionId);

    expect(once.length - before.length).toBe(1);
    expect(await evidenceAbout(world, subjectId)).toEqual(once);
  });

  test('withdraws 100 facts at once', async () => {
    const outputs = Array.from({ length: 50 }, (_, index) => ({
      key: `o${index}`,
      type: 'string',
    }));
    const steps = ['check', 'risk'].map((type) => aStep(type, { outputs }));
    const { subjectId, ...attempt } = await anAttempt(world, steps);
    const found = Object.fromEntries(outputs.map(({ key }) => [key, 'x']));
    for (const type of ['check', 'risk']) await report(world, attempt, `${type}_step`, { outputs: found });

    await newRun(world, attempt.sessionId);
    const receipts = await evidenceAbout(world, subjectId);

    expect(receipts).toHaveLength(200);
    expect(receipts.slice(100).map(({ data }) => data.status)).toEqual(
      Array.from({ length: 100 }, () => 'unavailable'),
    );
    expect(new Set(receipts.map(({ data }) => data.evidenceRevision)).size).toBe(200);
  });

  test('a late step of an older session is stored and records no evidence', async () => {
    const { workflow, subjectId, ...late } = await anAttempt(world, [aStep('check'), aStep('risk')]);
    const sessionId = await newSession(world, workflow, subjectId);
    const latest = { sessionId, runId: await newRun(world, sessionId) };
    await reported(world, latest, 'check', 'of the latest');

    const noted = await reported(world, late, 'check', 'late');

    expect(noted.data.steps).toHaveProperty('check_step');
    expect(await standingOf(world, subjectId)).toEqual({
      check_output: { status: 'available', value: 'of the latest' },
    });
  });

  test('and a concurrent report leave no evidence of the older attempt', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { workflow, subjectId, ...older } = await anAttempt(world, [aStep('check'), aStep('risk')]);
      const sessionId = await newSession(world, workflow, subjectId);

      await Promise.all([reported(world, older, 'check'), newRun(world, sessionId)]);

      expect(Object.values(await statusesOf(world, subjectId))).not.toContain('available');
    }
  });
});
