import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewEvent } from '#shared/platform/change.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import {
  type Decision,
  decisionFault,
  VerificationDecisionRecord,
} from '#shared/risk/verification-decision.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  assessed,
  aWorld,
  done,
  everyItem,
  list,
  newSubject,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import {
  type Attempt,
  anAttempt,
  aStep,
  decide,
  decided,
  evidenceAbout,
  nativePolicy,
  newRun,
  newSession,
  newWorkflow,
  report,
  reported,
  resolutionOf,
  sourceOf,
  standingOf,
  statusesOf,
} from '#test/support/verification-world.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

const STEPS = ['check', 'extract', 'enrich'].map((type) => aStep(type));
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

/** An attempt in which every step found something out. */
async function completed() {
  const attempt = await anAttempt(world, STEPS);
  await complete(attempt);
  return attempt;
}
async function complete(attempt: Attempt) {
  for (const type of ['check', 'extract', 'enrich']) await reported(world, attempt, type);
}

const readRun = ({ sessionId, runId }: Attempt) =>
  done(world.client, verificationRoutes.readRun, { params: { id: sessionId, runId } });
const eventsAbout = async (subjectId: string) =>
  (await everyItem((offset) => list(world, 'events', { subjectId, offset }))).items;

describe('which decision is possible', () => {
  const open = { isCompleted: true, isLatest: true, decision: null };
  const fault = (changes: Partial<Parameters<typeof decisionFault>[0]>, next: Decision) =>
    decisionFault({ ...open, ...changes }, next)?.code;

  test.each<[Decision | null, Decision, string | undefined]>([
    [null, 'approved', undefined],
    [null, 'rejected', undefined],
    [null, 'revoked', 'run_not_approved'],
    ['approved', 'approved', 'already_decided'],
    ['approved', 'rejected', 'already_decided'],
    ['approved', 'revoked', undefined],
    ['rejected', 'approved', 'already_decided'],
    ['rejected', 'rejected', 'already_decided'],
    ['rejected', 'revoked', 'run_not_approved'],
    ['revoked', 'approved', 'already_decided'],
    ['revoked', 'rejected', 'already_decided'],
    ['revoked', 'revoked', 'run_not_approved'],
  ])('after %s, %s: %s', (decision, next, code) => {
    expect(fault({ decision }, next)).toBe(code);
  });

  test.each<[Partial<typeof open>, Decision, string | undefined]>([
    [{ isCompleted: false }, 'approved', 'run_not_completed'],
    [{ isCompleted: false }, 'rejected', 'run_not_completed'],
    [{ isLatest: false }, 'approved', 'newer_attempt'],
    [{ isLatest: false }, 'rejected', 'newer_attempt'],
    [{ isLatest: false, isCompleted: false }, 'approved', 'run_not_completed'],
  ])('of an attempt with %j, %s: %s', (changes, next, code) => {
    expect(fault(changes, next)).toBe(code);
  });

  test('an approval can be revoked when there is a newer attempt', () => {
    expect(fault({ isLatest: false, decision: 'approved' }, 'revoked')).toBeUndefined();
  });
});

test('an approval is a record of subject, session and exact attempt', async () => {
  const { workflow, subjectId, sessionId, runId } = await completed();

  const response = await decide(world, subjectId, { sessionId, runId }, 'approved');
  const { data } = VerificationDecisionRecord.parse(response.body);
  const run = await readRun({ sessionId, runId });
  const session = await done(world.client, verificationRoutes.readSession, {
    params: { id: sessionId },
  });

  expect(response.status).toBe(201);
  expect(data).toMatchObject({
    ...{ subjectId, sessionWorkflowId: sessionId, workflowRunId: runId, decision: 'approved' },
    ...{ workflowId: workflow.id, workflowRevision: 1, reason: 'Looked at it.' },
    decidedBy: expect.stringMatching(/^user:/),
  });
  expect(run.data).toMatchObject({
    decision: 'approved',
    decisions: [{ id: response.body.id, decision: 'approved', decidedBy: data.decidedBy }],
  });
  expect(session.data.runs).toMatchObject([{ id: runId, decision: 'approved' }]);
});

test('an approval makes what extraction and enrichment found out available, observed when it was', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, STEPS);
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
      ...{ status: 'available', evidenceClass: 'native_verification', batchId: null },
      ...{ providerRef: `verification-run:${attempt.runId}`, supersedesId: expect.any(String) },
    });
  expect(events.map(({ data }) => [data.type, data.resourceId, data.reason])).toEqual([
    ['risk.verification_decision.recorded', id, 'Looked at it.'],
    ['risk.evidence.recorded', receipts[0].id, null],
    ['risk.evidence.recorded', receipts[1].id, null],
  ]);
});

test('an approval makes nothing available that was missing or failed', async () => {
  const outputs = ['found', 'missing'].map((key) => ({ key, type: 'string' }));
  const steps = [aStep('extract', { outputs }), aStep('enrich')];
  const { subjectId, ...attempt } = await anAttempt(world, steps);
  await report(world, attempt, 'extract_step', { outputs: { found: 'x' } });
  await report(world, attempt, 'enrich_step', { status: 'failed' });

  await decided(world, subjectId, attempt, 'approved');

  expect(await statusesOf(world, subjectId)).toEqual({
    ...{ found: 'available', missing: 'unavailable', enrich_output: 'unavailable' },
  });
});

test('an attempt in which nothing waits for approval is approved without a word about it', async () => {
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  await reported(world, attempt, 'check');
  const before = await evidenceAbout(world, subjectId);

  await decided(world, subjectId, attempt, 'approved');

  expect(await evidenceAbout(world, subjectId)).toEqual(before);
  expect((await readRun(attempt)).data.decision).toBe('approved');
});

test('a rejection keeps it unavailable, and what counted at once counts on', async () => {
  const { subjectId, ...attempt } = await completed();
  const before = await evidenceAbout(world, subjectId);

  await decided(world, subjectId, attempt, 'rejected');

  expect(await evidenceAbout(world, subjectId)).toEqual(before);
  expect(await statusesOf(world, subjectId)).toEqual({
    ...{ check_output: 'available', extract_output: 'unavailable', enrich_output: 'unavailable' },
  });
});

test('a revocation makes extraction and enrichment revoked, and requires reassessment', async () => {
  const { workflow, subjectId, ...attempt } = await completed();
  const policyId = await nativePolicy(world, workflow, ['check', 'extract', 'enrich']);
  await decided(world, subjectId, attempt, 'approved');
  const { id } = await assessed(world, subjectId, policyId);

  await decided(world, subjectId, attempt, 'revoked');
  const run = await readRun(attempt);

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({
    'native.check': 'check value',
    'native.extract': 'revoked',
    'native.enrich': 'revoked',
  });
  expect(await stateOf(world, id)).toMatchObject({
    ...{ current: false, effectiveDecision: 'reassessment_required' },
  });
  expect(run.data.decision).toBe('revoked');
  expect(run.data.decisions.map(({ decision }: { decision: string }) => decision)).toEqual([
    'approved',
    'revoked',
  ]);
});

test('a revocation restores no earlier approval', async () => {
  const { subjectId, ...first } = await completed();
  await decided(world, subjectId, first, 'approved');
  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await complete(second);
  await decided(world, subjectId, second, 'approved');

  await decided(world, subjectId, second, 'revoked');

  expect(await statusesOf(world, subjectId)).toMatchObject({
    ...{ extract_output: 'revoked', enrich_output: 'revoked' },
  });
  expect((await readRun(first)).data.decision).toBe('approved');
});

test('a newer attempt does not inherit the approval', async () => {
  const { subjectId, ...first } = await completed();
  await decided(world, subjectId, first, 'approved');

  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await complete(second);

  expect((await readRun(second)).data).toMatchObject({ decision: null, decisions: [] });
  expect(await statusesOf(world, subjectId)).toEqual({
    ...{ check_output: 'available', extract_output: 'unavailable', enrich_output: 'unavailable' },
  });
});

test('an approval of an older attempt can be revoked, which takes nothing from the newer one', async () => {
  const { subjectId, ...first } = await completed();
  await decided(world, subjectId, first, 'approved');
  const second = { ...first, runId: await newRun(world, first.sessionId) };
  await complete(second);
  await decided(world, subjectId, second, 'approved');
  const before = await standingOf(world, subjectId);

  await decided(world, subjectId, first, 'revoked');

  expect(await standingOf(world, subjectId)).toEqual(before);
  expect((await readRun(first)).data.decision).toBe('revoked');
});

test('an attempt that is not completed cannot be decided', async () => {
  const { subjectId, ...attempt } = await anAttempt(world, STEPS);
  await reported(world, attempt, 'extract');

  for (const decision of ['approved', 'rejected'])
    expect(await decide(world, subjectId, attempt, decision)).toMatchObject({
      status: 409,
      body: { code: 'run_not_completed' },
    });
  expect((await readRun(attempt)).data.decisions).toEqual([]);
});

test.each([
  ['of the same session', async ({ sessionId }: Attempt) => sessionId],
  [
    'of another session',
    async (_attempt: Attempt, { workflow, subjectId }: Awaited<ReturnType<typeof completed>>) =>
      newSession(world, workflow, subjectId),
  ],
])('an attempt with a newer one %s cannot be approved', async (_case, sessionOf) => {
  const made = await completed();
  await newRun(world, await sessionOf(made, made));
  const before = await evidenceAbout(world, made.subjectId);

  const response = await decide(world, made.subjectId, made, 'approved');

  expect(response).toMatchObject({ status: 409, body: { code: 'newer_attempt' } });
  expect(await evidenceAbout(world, made.subjectId)).toEqual(before);
});

test.each([
  ['approved', 'approved', 'already_decided'],
  ['approved', 'rejected', 'already_decided'],
  ['rejected', 'approved', 'already_decided'],
  ['rejected', 'revoked', 'run_not_approved'],
])('after %s, %s is a conflict and changes nothing', async (first, second, code) => {
  const { subjectId, ...attempt } = await completed();
  await decided(world, subjectId, attempt, first);
  const before = [await readRun(attempt), await evidenceAbout(world, subjectId)];

  const response = await decide(world, subjectId, attempt, second);

  expect(response).toMatchObject({ status: 409, body: { code } });
  expect([await readRun(attempt), await evidenceAbout(world, subjectId)]).toEqual(before);
});

test('of decisions made at once one is taken', async () => {
  const { subjectId, ...attempt } = await completed();

  const answers = await Promise.all(
    ['approved', 'rejected', 'approved'].map((decision) =>
      decide(world, subjectId, attempt, decision),
    ),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await readRun(attempt)).data.decisions).toHaveLength(1);
});

test('an approval and a newer attempt at the same moment leave nothing available', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { subjectId, ...attempt } = await completed();

    await Promise.all([
      decide(world, subjectId, attempt, 'approved'),
      newRun(world, attempt.sessionId),
    ]);

    expect(Object.values(await statusesOf(world, subjectId))).not.toContain('available');
  }
});

test('subscribers are told of each receipt, and of no decision and no reason', async () => {
  const own = await aWorld();
  const [subscription] = await plantSubscriptions(own, [['*']]);
  const { subjectId, ...attempt } = await anAttempt(own, [aStep('extract')]);
  await reported(own, attempt, 'extract', 'a value');

  const { id } = await decided(own, subjectId, attempt, 'approved');
  const rows = (await waitingEvents()).map((row) => row as Item & { events: NewEvent[] });
  const row = rows.find(({ events }) => events.some(({ resourceId }) => resourceId === id));

  expect(row?.events.map(({ type }) => type)).toEqual([
    'risk.verification_decision.recorded',
    'risk.evidence.recorded',
  ]);
  expect(row?.subscribers).toEqual({ [subscription?.id ?? '']: [1] });
  expect(row?.events[1]).not.toHaveProperty('payload');
});

test('a repeated request is one decision', async () => {
  const { subjectId, ...attempt } = await completed();
  const options = { idempotencyKey: randomUUID() };

  const first = await decide(world, subjectId, attempt, 'approved', options);
  const again = await decide(world, subjectId, attempt, 'approved', options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await readRun(attempt)).data.decisions).toHaveLength(1);
});

test('a session of another subject, or of none, cannot be decided for this one', async () => {
  const { workflow, ...attempt } = await completed();
  const stranger = await newSubject(world);
  const sessionId = await newSession(world, workflow, null);
  const unlinked = { sessionId, runId: await newRun(world, sessionId) };

  for (const of of [attempt, unlinked])
    expect(await decide(world, stranger, of, 'approved')).toMatchObject({
      status: 422,
      body: { code: 'session_not_linked' },
    });
});

test('a run of another session is not found', async () => {
  const { workflow, subjectId, runId } = await completed();
  const other = await newSession(world, workflow, subjectId);

  const response = await decide(world, subjectId, { sessionId: other, runId }, 'approved');

  expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each<[string, () => Promise<World>]>([
  ['another organization', () => aWorld()],
  ['the other mode', () => aWorld('live', world.organizationId)],
])('%s finds neither subject nor session', async (_case, otherWorld) => {
  const { subjectId, ...attempt } = await completed();
  const other = await otherWorld();

  const theirs = await decide(other, await newSubject(other), attempt, 'approved');
  const ours = await decide(other, subjectId, attempt, 'approved');

  expect([theirs.status, ours.status]).toEqual([404, 404]);
  expect((await readRun(attempt)).data.decision).toBeNull();
});

test('owners and admins decide, and nobody else', async () => {
  const { subjectId, sessionId, runId } = await completed();
  const body = {
    ...{ sessionWorkflowId: sessionId, workflowRunId: runId },
    ...{ decision: 'rejected', reason: 'Blurred.' },
  };
  const as = (who: World['owner']) =>
    call(who, riskRoutes.decideVerification, { params: { id: subjectId }, body });

  expect((await as(world.client)).status).toBe(403);
  expect((await as(world.member)).status).toBe(403);
  expect((await as(world.admin)).status).toBe(201);
});

test.each<[string, Record<string, unknown>]>([
  ['a blank reason', { reason: ' ' }],
  ['no reason', { reason: undefined }],
  ['a decision that does not exist', { decision: 'postponed' }],
  ['a run that is no id', { workflowRunId: 'latest' }],
])('refuses %s', async (_case, changes) => {
  const [sessionWorkflowId, workflowRunId] = [randomUUID(), randomUUID()];
  const body = { sessionWorkflowId, workflowRunId, decision: 'approved', reason: 'x', ...changes };

  const response = await call(world.owner, riskRoutes.decideVerification, {
    params: { id: randomUUID() },
    body,
  });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test('a hundred outputs are approved at once', async () => {
  const outputs = Array.from({ length: 50 }, (_, index) => ({ key: `o${index}`, type: 'string' }));
  const steps = ['extract', 'enrich'].map((type) => aStep(type, { outputs }));
  const workflow = await newWorkflow(world, steps);
  const subjectId = await newSubject(world);
  const sessionId = await newSession(world, workflow, subjectId);
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  const found = Object.fromEntries(outputs.map(({ key }) => [key, 'x'.repeat(250)]));
  for (const type of ['extract', 'enrich'])
    await report(world, attempt, `${type}_step`, { outputs: found });

  await decided(world, subjectId, attempt, 'approved');
  const receipts = (await evidenceAbout(world, subjectId)).slice(100);

  expect(receipts).toHaveLength(100);
  expect(receipts.every(({ data }) => data.status === 'available')).toBe(true);
});
