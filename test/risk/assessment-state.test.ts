import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RETIRED_SOURCE } from '#packages/policy-engine/src/source-identity.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { STALE_REASONS } from '#shared/risk/assessment.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { assessmentStaleReasons } from '#shared/risk/use-cases/assessment-state.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  disputedSubject,
  newPolicy,
  newSource,
  newSubject,
  riskySubject,
  stated,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';

let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

afterEach(() => shiftClock(0));

const REQUIRED = { current: false, effectiveDecision: 'reassessment_required', override: null };
const DAY_MS = 86_400_000;

test('assessment state: the newest assessment is current, with its decision', async () => {
  const { assessment } = await riskySubject(world);

  expect(await stateOf(world, assessment.id)).toEqual({
    assessmentId: assessment.id,
    current: true,
    effectiveDecision: 'review',
    reasons: [],
    override: null,
    freshUntil: assessment.data.freshUntil,
    reviewDueAt: assessment.data.reviewDueAt,
  });
});

test('assessment state: an incomplete assessment is current, with the policy’s decision for missing evidence', async () => {
  const source = await newSource(world);
  const definition = aDefinition(source.identity, { missingEvidence: 'awaiting_evidence' });
  const subjectId = await newSubject(world);
  const { id } = await assessed(world, subjectId, await newPolicy(world, definition));

  expect(await stateOf(world, id)).toMatchObject({
    current: true,
    effectiveDecision: 'awaiting_evidence',
    freshUntil: null,
  });
});

test('assessment state: newer evidence makes an assessment not current, and a new assessment is current', async () => {
  const { subjectId, source, policyId, assessment } = await riskySubject(world);
  await stated(source, subjectId);
  const refreshed = await assessed(world, subjectId, policyId);

  expect(await stateOf(world, assessment.id)).toMatchObject({
    ...REQUIRED,
    reasons: ['newer_evidence', 'newer_assessment'],
  });
  expect(await stateOf(world, refreshed.id)).toMatchObject({ current: true });
});

test('assessment state: a newer assessment of the policy key makes an assessment not current', async () => {
  const { subjectId, source, policyId, assessment } = await riskySubject(world);
  const other = await newPolicy(world, aDefinition(source.identity));
  await assessed(world, subjectId, other);
  const untouched = await stateOf(world, assessment.id);
  await assessed(world, subjectId, policyId);

  expect(untouched.current).toBe(true);
  expect(await stateOf(world, assessment.id)).toMatchObject({
    ...REQUIRED,
    reasons: ['newer_assessment'],
  });
});

test('assessment state: is unaffected by changes of another subject', async () => {
  const { source, policyId, assessment } = await riskySubject(world);
  const other = await newSubject(world);
  await stated(source, other);
  await assessed(world, other, policyId);

  expect(await stateOf(world, assessment.id)).toMatchObject({ current: true });
});

test.each([
  ['evidence_no_longer_fresh', 'freshUntil', {}],
  ['review_due', 'reviewDueAt', { reviewAfterSeconds: 3_600 }],
])('assessment state: ends by %s, at exactly that time', async (reason, member, changes) => {
  const [source, subjectId] = [await newSource(world), await newSubject(world)];
  await stated(source, subjectId);
  const policy = await newPolicy(world, aDefinition(source.identity, changes));
  const { id, data } = await assessed(world, subjectId, policy);
  // The clock stands still, so that the last moment before the end can be looked at.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const end = Date.parse(data[member]) - Date.now();

  shiftClock(end - 1);
  const before = await stateOf(world, id);
  shiftClock(end + 1);
  const after = await stateOf(world, id);

  expect(before).toMatchObject({ current: true, effectiveDecision: 'review' });
  expect(after).toMatchObject({ ...REQUIRED, reasons: [reason] });
});

test('assessment state: evidence that expires early ends it early', async () => {
  const [source, subjectId] = [await newSource(world), await newSubject(world)];
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await stated(source, subjectId, { expiresAt });
  const policy = await newPolicy(world, aDefinition(source.identity));
  const { id, data } = await assessed(world, subjectId, policy);

  shiftClock(61_000);

  expect(data.freshUntil).toBe(expiresAt);
  expect(await stateOf(world, id)).toMatchObject({ ...REQUIRED });
});

test('assessment state: evidence that expires and thereby ends a contradiction ends it too', async () => {
  const { subjectId, policyId, expiresAt } = await disputedSubject(world);
  const { id, data } = await assessed(world, subjectId, policyId);

  shiftClock(3_590_000);
  const before = await stateOf(world, id);
  shiftClock(3_601_000);
  const after = await stateOf(world, id);
  const refreshed = await assessed(world, subjectId, policyId);

  expect(data).toMatchObject({ outcome: 'incomplete', score: null, freshUntil: expiresAt });
  expect(before).toMatchObject({ current: true });
  expect(after).toMatchObject({ ...REQUIRED, reasons: ['evidence_no_longer_fresh'] });
  expect(refreshed.data).toMatchObject({ outcome: 'complete', decision: 'review' });
});

test('assessment state: reports all reasons', async () => {
  const { subjectId, source, policyId, assessment } = await riskySubject(world);
  await stated(source, subjectId);
  await assessed(world, subjectId, policyId);

  shiftClock(31 * DAY_MS);

  expect((await stateOf(world, assessment.id)).reasons).toEqual([
    'newer_evidence',
    'newer_assessment',
    'evidence_no_longer_fresh',
    'review_due',
  ]);
});

test('assessment state: an assessment that used the retired source requires reassessment', async () => {
  const { assessment } = await riskySubject(world);
  const version = {
    revision: 1,
    evidenceRevision: 1,
    movedAt: '',
    sources: {},
    isMonitored: false,
  };
  const present = { version, latest: { id: assessment.id, sequence: 1 } };
  const [receipt] = assessment.data.evidence;
  const evidence = [{ ...receipt, source: RETIRED_SOURCE }];
  const old = { ...assessment, data: { ...assessment.data, evidence } };

  expect(assessmentStaleReasons(assessment, present, new Date())).toEqual([]);
  expect(assessmentStaleReasons(old, present, new Date())).toEqual(['retired_source']);
  expect(STALE_REASONS).toContain('retired_source');
});

test('assessment state: publishing another version changes no assessment', async () => {
  const { assessment, source } = await riskySubject(world);
  await newPolicy(world, aDefinition(source.identity), assessment.data.policyKey);

  expect(await stateOf(world, assessment.id)).toMatchObject({ current: true });
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('assessment state: is not found by another %s', async (_case, other) => {
  const { assessment } = await riskySubject(world);
  const stranger = await other();
  const params = { id: assessment.id };

  const answer = await call(stranger.client, riskRoutes.readAssessmentState, { params });

  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
