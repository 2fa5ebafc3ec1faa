import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { type AwsCall, holding, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { ago, aWorld, done, newPolicy, newSubject } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  LISTED,
  NOT_LISTED,
  newScreeningWorkflow,
  screenedByStream,
} from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import {
  type Attempt,
  evidenceAbout,
  newRun,
  newSession,
  newWorkflow,
  policyOver,
  report,
  resolutionOf,
  standingOf,
} from '#test/support/verification-world.ts';

/** A newer check is never replaced by an older one, whatever the order of the imports. */
const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry()]);
  return aWorld();
});

const isCommit = ({ command }: AwsCall) => command === 'TransactWriteItems';

const FACT = 'check.pep_sanctions';

const importCheck = (subjectId: string, checkId: string, options: CallOptions = {}) =>
  call(world.client, riskRoutes.importSessionCheck, {
    params: { id: subjectId },
    body: { checkId },
    ...options,
  });

/** Screens an attempt and returns the id of its check. */
async function screened(attempt: Attempt, outputs: Record<string, string>): Promise<string> {
  await identify(world, attempt, outputs);
  await screenedByStream(attempt.runId);
  return (await checksOf(world, attempt.sessionId)).at(-1).id;
}

/** One subject, and two attempts of one session: harmless first, then listed. */
async function clearThenListed() {
  const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
  const first = await begun(world, workflow, subjectId);
  const older = await screened(first, NOT_LISTED);
  const second = { sessionId: first.sessionId, runId: await newRun(world, first.sessionId) };
  return { workflow, subjectId, first, second, older, newer: await screened(second, LISTED) };
}

const recordCheck = async (sessionId: string, changes: Record<string, unknown> = {}) =>
  (
    await done(world.client, verificationRoutes.createCheck, {
      params: { id: sessionId },
      body: { kind: 'email', status: 'completed', outcome: 'clear', observedAt: ago(1_000), ...changes },
    })
  ).id;

async function anySession() {
  const [workflow, subjectId] = [await newWorkflow(world), await newSubject(world)];
  return { workflow, subjectId, sessionId: await newSession(world, workflow, subjectId) };
}

describe('the check of a screening step', () => {
  test('of an earlier attempt does not replace that of a later one, and a policy keeps its decision', async () => {
    const { subjectId, older, newer } = await clearThenListed();
    const policyId = await newPolicy(
      world,
      policyOver([{ key: FACT, type: 'string', maxAgeSeconds: 3_600, acceptedSources: [`api_key:${world.keyId}`] }]),
    );
    expect((await importCheck(subjectId, newer)).status).toBe(201);

    const refused = await importCheck(subjectId, older);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'newer_check', existingId: newer },
    });
    expect(await resolutionOf(world, subjectId, policyId)).toEqual({ [FACT]: 'block' });
  });

  test('of an earlier attempt is refused before the later one is imported', async () => {
    const { subjectId, older } = await clearThenListed();

    expect(await importCheck(subjectId, older)).toMatchObject({ status: 409, body: { code: 'newer_check' } });
    expect(await standingOf(world, subjectId)).not.toHaveProperty([FACT]);
  });

  test('is refused while a newer attempt has no check yet', async () => {
    const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
    const attempt = await begun(world, workflow, subjectId);
    const checkId = await screened(attempt, NOT_LISTED);
    await newRun(world, attempt.sessionId);

    const refused = await importCheck(subjectId, checkId);

    expect(refused).toMatchObject({ status: 409, body: { code: 'newer_check' } });
    expect(refused.body).not.toHaveProperty('existingId');
  });

  test('is refused when the check of the newer attempt ended in an error, which is unavailable evidence', async () => {
    const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
    const attempt = await begun(world, workflow, subjectId);
    const older = await screened(attempt, NOT_LISTED);
    const next = { sessionId: attempt.sessionId, runId: await newRun(world, attempt.sessionId) };
    await report(world, next, 'document', { status: 'failed' });
    await screenedByStream(next.runId);
    const newer = (await checksOf(world, attempt.sessionId)).at(-1);

    expect(newer.data).toMatchObject({ status: 'error', workflowRunId: next.runId });
    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
    expect((await importCheck(subjectId, newer.id)).body.data).toMatchObject({ status: 'unavailable', value: null });
    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
  });

  test('is refused when another session of the workflow has a newer attempt', async () => {
    const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
    const older = await screened(await begun(world, workflow, subjectId), NOT_LISTED);
    const newer = await screened(await begun(world, workflow, subjectId), LISTED);

    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
    expect((await importCheck(subjectId, newer)).body.data.value).toBe('block');
    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
  });

  test('of a session without a subject is refused when the subject has a newer attempt', async () => {
    const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
    const loose = await screened(await begun(world, workflow, null), NOT_LISTED);
    await screened(await begun(world, workflow, subjectId), LISTED);

    expect((await importCheck(subjectId, loose)).body.code).toBe('newer_check');
  });

  test('that was stored without its attempt is refused as well', async () => {
    const { subjectId, older } = await clearThenListed();
    const row = (await everyRow('verification')).find(({ id, resource }) => id === older && resource === 'checks');
    if (!row) throw new Error('The check is not stored.');
    const { workflowRunId, ...data } = row.data as Record<string, unknown>;
    await dynamoStore.writeOne({ table: 'verification', put: { ...row, data } });

    expect(workflowRunId).toBeTypeOf('string');
    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
  });

  test('is not replaced by a check of the same kind that a client recorded', async () => {
    const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
    const attempt = await begun(world, workflow, subjectId);
    const own = await screened(attempt, LISTED);
    const recorded = await recordCheck(attempt.sessionId, { kind: 'pep_sanctions' });
    const elsewhere = await recordCheck((await anySession()).sessionId, { kind: 'pep_sanctions' });
    const other = await newWorkflow(world);
    const beside = await recordCheck(await newSession(world, other, subjectId), { kind: 'pep_sanctions' });

    expect((await importCheck(subjectId, recorded)).body.code).toBe('check_of_service');
    expect((await importCheck(subjectId, own)).body.data.value).toBe('block');
    expect((await importCheck(subjectId, beside)).body.code).toBe('check_of_service');
    expect((await importCheck(subjectId, elsewhere)).status).toBe(422);
  });
});

describe('a recorded check', () => {
  test('is refused when its session has a newer one of the same kind', async () => {
    const { subjectId, sessionId } = await anySession();
    const older = await recordCheck(sessionId);
    const newer = await recordCheck(sessionId, { outcome: 'block' });

    const refused = await importCheck(subjectId, older);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'newer_check', existingId: newer },
    });
    expect(await evidenceAbout(world, subjectId)).toEqual([]);
    expect((await importCheck(subjectId, newer)).body.data.value).toBe('block');
  });

  test('is refused when the newer one failed', async () => {
    const { subjectId, sessionId } = await anySession();
    const older = await recordCheck(sessionId);
    await recordCheck(sessionId, { status: 'failed', outcome: undefined });

    expect((await importCheck(subjectId, older)).body.code).toBe('newer_check');
  });

  test('is not affected by newer checks of other kinds or about participants', async () => {
    const { subjectId, sessionId } = await anySession();
    const checkId = await recordCheck(sessionId);
    await recordCheck(sessionId, { kind: 'phone' });
    await recordCheck(sessionId, { participantKey: 'director' });

    expect((await importCheck(subjectId, checkId)).status).toBe(201);
  });

  test('of an earlier session does not replace the imported check of a later one', async () => {
    const { subjectId, sessionId, workflow } = await anySession();
    const older = await recordCheck(sessionId);
    const newer = await recordCheck(await newSession(world, workflow, subjectId), { outcome: 'block' });
    await importCheck(subjectId, newer);

    const refused = await importCheck(subjectId, older);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'newer_check', existingId: newer },
    });
    expect(await standingOf(world, subjectId)).toEqual({
      'check.email': { status: 'available', value: 'block' },
    });
  });

  test('is refused when a newer one is recorded between reading and committing', async () => {
    const { subjectId, sessionId } = await anySession();
    const older = await recordCheck(sessionId);
    const { plan, reached, release } = holding(isCommit);

    const held = withFaults(plan, () => importCheck(subjectId, older));
    await reached;
    await recordCheck(sessionId, { outcome: 'block' });
    release();

    expect((await held).result).toMatchObject({ status: 409, body: { code: 'newer_check' } });
    expect(await evidenceAbout(world, subjectId)).toEqual([]);
  });
});

test('session check: a newer attempt of another session between reading and committing refuses it', async () => {
  const [workflow, subjectId] = [await newScreeningWorkflow(world), await newSubject(world)];
  const checkId = await screened(await begun(world, workflow, subjectId), NOT_LISTED);
  const { plan, reached, release } = holding(isCommit);

  const held = withFaults(plan, () => importCheck(subjectId, checkId));
  await reached;
  await begun(world, workflow, subjectId);
  release();

  expect((await held).result).toMatchObject({ status: 409, body: { code: 'newer_check' } });
  expect(await standingOf(world, subjectId)).not.toHaveProperty([FACT]);
});

test('session check: a retried import returns its receipt although a newer check exists', async () => {
  const { subjectId, sessionId } = await anySession();
  const checkId = await recordCheck(sessionId);
  const options = { idempotencyKey: randomUUID() };
  const first = await importCheck(subjectId, checkId, options);
  await recordCheck(sessionId, { outcome: 'block' });

  const again = await importCheck(subjectId, checkId, options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await evidenceAbout(world, subjectId)).toHaveLength(1);
});
