import { expect, test } from 'vitest';
import type { NewEvent } from '#shared/platform/change.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { VerificationDecisionRecord } from '#shared/risk/verification-decision.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { assessed, aWorld, done, everyItem, list, stateOf } from '#test/support/risk-world.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import {
  APPROVABLE_STEPS,
  anAttempt,
  aStep,
  completeAttempt,
  completedAttempt,
  decide,
  decided,
  evidenceAbout,
  nativePolicy,
  newRun,
  report,
  reported,
  resolutionOf,
  runOf,
  sourceOf,
  standingOf,
  statusesOf,
} from '#test/support/verification-world.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** What a decision makes of the evidence of an attempt. */
const world = preparedForFile(aWorld);

const eventsAbout = async (subjectId: string) =>
  (await everyItem((offset) => list(world, 'events', { subjectId, offset }))).items;

test('verification decision: an approval names subject, session and attempt', async () => {
  const { workflow, subjectId, sessionId, runId } = await completedAttempt(world);

  const response = await decide(world, subjectId, { sessionId, runId }, 'approved');
  const { data } = VerificationDecisionRecord.parse(response.body);
  const run = await runOf(world, { sessionId, runId });
  const session = await done(world.client, verificationRoutes.readSession, {
    params: { id: sessionId },
  });

  expect(response.status).toBe(201);
  expect(data).toMatchObject({
    subjectId,
    sessionWorkflowId: sessionId,
    workflowRunId: runId,
    decision: 'approved',
    workflowId: workflow.id,
    workflowRevision: 1,
    reason: 'Looked at it.',
    decidedBy: expect.stringMatching(/^user:/),
  });
  expect(run.data).toMatchObject({
    decision: 'approved',
    decisions: [{ id: response.body.id, decision: 'approved', decidedBy: data.decidedBy }],
  });
  expect(session.data.runs).toMatchObject([{ id: runId, decision: 'approved' }]);
});

test('verification decision: an approval makes extract and enrich outputs available, with their time of observation', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, APPROVABLE_STEPS);
  const observedAt = new Date(Date.now() - 3_600_000).toISOString();
  await reported(world, attempt, 'check');
  await reported(world, attempt, 'extract', 'extracted', { observedAt });
  await reported(world, attempt, 'enrich', 'enriched', { observedAt });
  const before = await evidenceAbout(world, subjectId);

  const { id } = await decided(world, subjectId, attempt, 'approved');
  const receipts = (await evidenceAbout(world, subjectId)).slice(before.length);
  const events = (await eventsAbout(subjectId)).slice(-3);

  expect(receipts.map(({ data }) => data)).toMatchObject([
    { source: sourceOf(workflow, 'extract_step'), value: 'extracted', observedAt },
    { source: sourceOf(workflow, 'enrich_step'), value: 'enriched', observedAt },
  ]);
  for (const { data } of receipts)
    expect(data).toMatchObject({
      status: 'available',
      evidenceClass: 'native_verification',
      batchId: null,
      providerRef: `verification-run:${attempt.runId}`,
      supersedesId: expect.any(String),
    });
  expect(events.map(({ data }) => [data.type, data.resourceId, data.reason])).toEqual([
    ['verification.decision.recorded', id, 'Looked at it.'],
    ['risk.evidence.recorded', receipts[0].id, null],
    ['risk.evidence.recorded', receipts[1].id, null],
  ]);
});

test('verification decision: an approval makes no missing or failed output available', async () => {
  const outputs = ['found', 'missing'].map((key) => ({ key, type: 'string' }));
  const steps = [aStep('extract', { outputs }), aStep('enrich')];
  const { subjectId, ...attempt } = await anAttempt(world, steps);
  await report(world, attempt, 'extract_step', { outputs: { found: 'x' } });
  await report(world, attempt, 'enrich_step', { status: 'failed' });

  await decided(world, subjectId, attempt, 'approved', { acceptFailedSteps: ['enrich_step'] });

  expect(await statusesOf(world, subjectId)).toEqual({
    found: 'available',
    missing: 'unavailable',
    enrich_output: 'unavailable',
  });
});

test('verification decision: an attempt without extract or enrich steps is approved without new receipts', async () => {
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  await reported(world, attempt, 'check');
  const before = await evidenceAbout(world, subjectId);

  await decided(world, subjectId, attempt, 'approved');

  expect(await evidenceAbout(world, subjectId)).toEqual(before);
  expect((await runOf(world, attempt)).data.decision).toBe('approved');
});

test('verification decision: a rejection leaves outputs unavailable, and other evidence available', async () => {
  const { subjectId, ...attempt } = await completedAttempt(world);
  const before = await evidenceAbout(world, subjectId);

  await decided(world, subjectId, attempt, 'rejected');

  expect(await evidenceAbout(world, subjectId)).toEqual(before);
  expect(await statusesOf(world, subjectId)).toEqual({
    check_output: 'available',
    extract_output: 'unavailable',
    enrich_output: 'unavailable',
  });
});

test('verification decision: a revocation revokes extract and enrich outputs and requires reassessment', async () => {
  const { workflow, subjectId, ...attempt } = await completedAttempt(world);
  const policyId = await nativePolicy(world, workflow, ['check', 'extract', 'enrich']);
  await decided(world, subjectId, attempt, 'approved');
  const { id } = await assessed(world, subjectId, policyId);

  await decided(world, subjectId, attempt, 'revoked');
  const run = await runOf(world, attempt);

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({
    'native.check': 'check value',
    'native.extract': 'revoked',
    'native.enrich': 'revoked',
  });
  expect(await stateOf(world, id)).toMatchObject({ current: false, effectiveDecision: 'reassessment_required' });
  expect(run.data.decision).toBe('revoked');
  expect(run.data.decisions.map(({ decision }: { decision: string }) => decision)).toEqual(['approved', 'revoked']);
});

test('verification decision: a revocation restores no earlier approval', async () => {
  const { subjectId, ...first } = await completedAttempt(world);
  await decided(world, subjectId, first, 'approved');
  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await completeAttempt(world, second);
  await decided(world, subjectId, second, 'approved');

  await decided(world, subjectId, second, 'revoked');

  expect(await statusesOf(world, subjectId)).toMatchObject({ extract_output: 'revoked', enrich_output: 'revoked' });
  expect((await runOf(world, first)).data.decision).toBe('approved');
});

test('verification decision: a newer attempt does not inherit the approval', async () => {
  const { subjectId, ...first } = await completedAttempt(world);
  await decided(world, subjectId, first, 'approved');

  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await completeAttempt(world, second);

  expect((await runOf(world, second)).data).toMatchObject({ decision: null, decisions: [] });
  expect(await statusesOf(world, subjectId)).toEqual({
    check_output: 'available',
    extract_output: 'unavailable',
    enrich_output: 'unavailable',
  });
});

test('verification decision: revoking an older attempt does not affect the newer one', async () => {
  const { subjectId, ...first } = await completedAttempt(world);
  await decided(world, subjectId, first, 'approved');
  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await completeAttempt(world, second);
  await decided(world, subjectId, second, 'approved');
  const before = await standingOf(world, subjectId);

  await decided(world, subjectId, first, 'revoked');

  expect(await standingOf(world, subjectId)).toEqual(before);
  expect((await runOf(world, first)).data.decision).toBe('revoked');
});

test('verification decision: webhooks receive the decision and receipts, and no reason', async () => {
  const own = await aWorld();
  const [subscription] = await plantSubscriptions(own, [['*']]);
  const { subjectId, ...attempt } = await anAttempt(own, [aStep('extract')]);
  await reported(own, attempt, 'extract', 'a value');

  const { id } = await decided(own, subjectId, attempt, 'approved');
  const rows = (await waitingEvents()).map((row) => row as Item & { events: NewEvent[] });
  const row = rows.find(({ events }) => events.some(({ resourceId }) => resourceId === id));

  expect(row?.events.map(({ type }) => type)).toEqual(['verification.decision.recorded', 'risk.evidence.recorded']);
  expect(row?.subscribers).toEqual({ [subscription?.id ?? '']: [0, 1] });
  expect(row?.events[0]).toMatchObject({ payload: { ...attemptIds(attempt), decision: 'approved' } });
  expect(row?.events[1]).not.toHaveProperty('payload');
});

const attemptIds = ({ sessionId, runId }: { sessionId: string; runId: string }) => ({ sessionId, runId });

test('verification decision: an attempt with 100 outputs can be approved', async () => {
  const outputs = Array.from({ length: 50 }, (_, index) => ({ key: `o${index}`, type: 'string' }));
  const steps = ['extract', 'enrich'].map((type) => aStep(type, { outputs }));
  const { subjectId, ...attempt } = await anAttempt(world, steps);
  const found = Object.fromEntries(outputs.map(({ key }) => [key, 'x'.repeat(250)]));
  for (const type of ['extract', 'enrich']) await report(world, attempt, `${type}_step`, { outputs: found });

  await decided(world, subjectId, attempt, 'approved');
  const receipts = (await evidenceAbout(world, subjectId)).slice(100);

  expect(receipts).toHaveLength(100);
  expect(receipts.every(({ data }) => data.status === 'available')).toBe(true);
});
