import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { decisionFault, type VerificationDecision } from '#shared/risk/verification-decision.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, newSubject, type World } from '#test/support/risk-world.ts';
import {
  APPROVABLE_STEPS,
  type Attempt,
  anAttempt,
  completedAttempt,
  decide,
  decided,
  evidenceAbout,
  newRun,
  newSession,
  reported,
  runOf,
  statusesOf,
} from '#test/support/verification-world.ts';

/** Which decisions are taken, by whom, and which are refused. */
const world = preparedForFile(aWorld);

describe('possible decisions on an attempt', () => {
  const open = { isCompleted: true, isLatest: true, decision: null };
  const fault = (changes: Partial<Parameters<typeof decisionFault>[0]>, next: VerificationDecision) =>
    decisionFault({ ...open, ...changes }, next)?.code;

  test.each<[VerificationDecision | null, VerificationDecision, string | undefined]>([
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

  test.each<[Partial<typeof open>, VerificationDecision, string | undefined]>([
    [{ isCompleted: false }, 'approved', 'run_not_completed'],
    [{ isCompleted: false }, 'rejected', 'run_not_completed'],
    [{ isLatest: false }, 'approved', 'newer_attempt'],
    [{ isLatest: false }, 'rejected', 'newer_attempt'],
    [{ isLatest: false, isCompleted: false }, 'approved', 'run_not_completed'],
  ])('of an attempt with %j, %s: %s', (changes, next, code) => {
    expect(fault(changes, next)).toBe(code);
  });

  test('an approval can be revoked if there is a newer attempt', () => {
    expect(fault({ isLatest: false, decision: 'approved' }, 'revoked')).toBeUndefined();
  });
});

test('verification decision: an attempt that is not completed cannot be decided', async () => {
  const { subjectId, ...attempt } = await anAttempt(world, APPROVABLE_STEPS);
  await reported(world, attempt, 'extract');

  for (const decision of ['approved', 'rejected'])
    expect(await decide(world, subjectId, attempt, decision)).toMatchObject({
      status: 409,
      body: { code: 'run_not_completed' },
    });
  expect((await runOf(world, attempt)).data.decisions).toEqual([]);
});

test.each([
  ['of the same session', async ({ sessionId }: Attempt) => sessionId],
  [
    'of another session',
    async (_attempt: Attempt, { workflow, subjectId }: Awaited<ReturnType<typeof completedAttempt>>) =>
      newSession(world, workflow, subjectId),
  ],
])('verification decision: an attempt with a newer one %s cannot be approved', async (_case, sessionOf) => {
  const made = await completedAttempt(world);
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
])('verification decision: after %s, %s is a conflict and changes nothing', async (first, second, code) => {
  const { subjectId, ...attempt } = await completedAttempt(world);
  await decided(world, subjectId, attempt, first);
  const before = [await runOf(world, attempt), await evidenceAbout(world, subjectId)];

  const response = await decide(world, subjectId, attempt, second);

  expect(response).toMatchObject({ status: 409, body: { code } });
  expect([await runOf(world, attempt), await evidenceAbout(world, subjectId)]).toEqual(before);
});

test('verification decision: one of several concurrent decisions is accepted', async () => {
  const { subjectId, ...attempt } = await completedAttempt(world);

  const answers = await Promise.all(
    ['approved', 'rejected', 'approved'].map((decision) => decide(world, subjectId, attempt, decision)),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await runOf(world, attempt)).data.decisions).toHaveLength(1);
});

test('verification decision: a concurrent approval and newer attempt leave nothing available', {
  tags: 'full',
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const { subjectId, ...attempt } = await completedAttempt(world);

    await Promise.all([decide(world, subjectId, attempt, 'approved'), newRun(world, attempt.sessionId)]);

    expect(Object.values(await statusesOf(world, subjectId))).not.toContain('available');
  }
});

test('verification decision: a retried request creates one decision', async () => {
  const { subjectId, ...attempt } = await completedAttempt(world);
  const options = { idempotencyKey: randomUUID() };

  const first = await decide(world, subjectId, attempt, 'approved', options);
  const again = await decide(world, subjectId, attempt, 'approved', options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await runOf(world, attempt)).data.decisions).toHaveLength(1);
});

test('verification decision: a session of another subject, or of none, is refused', async () => {
  const { workflow, ...attempt } = await completedAttempt(world);
  const stranger = await newSubject(world);
  const sessionId = await newSession(world, workflow, null);
  const unlinked = { sessionId, runId: await newRun(world, sessionId) };

  for (const of of [attempt, unlinked])
    expect(await decide(world, stranger, of, 'approved')).toMatchObject({
      status: 422,
      body: { code: 'session_not_linked' },
    });
});

test('verification decision: a run of another session is not found', async () => {
  const { workflow, subjectId, runId } = await completedAttempt(world);
  const other = await newSession(world, workflow, subjectId);

  const response = await decide(world, subjectId, { sessionId: other, runId }, 'approved');

  expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each<[string, () => Promise<World>]>([
  ['another organization', () => aWorld()],
  ['the other mode', () => aWorld('live', world.organizationId)],
])('verification decision: %s finds neither subject nor session', async (_case, otherWorld) => {
  const { subjectId, ...attempt } = await completedAttempt(world);
  const other = await otherWorld();

  const theirs = await decide(other, await newSubject(other), attempt, 'approved');
  const ours = await decide(other, subjectId, attempt, 'approved');

  expect([theirs.status, ours.status]).toEqual([404, 404]);
  expect((await runOf(world, attempt)).data.decision).toBeNull();
});

test('verification decision: only owners and admins can decide', async () => {
  const { subjectId, sessionId, runId } = await completedAttempt(world);
  const body = { sessionWorkflowId: sessionId, workflowRunId: runId, decision: 'rejected', reason: 'Blurred.' };
  const as = (who: World['owner']) => call(who, riskRoutes.decideVerification, { params: { id: subjectId }, body });

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
