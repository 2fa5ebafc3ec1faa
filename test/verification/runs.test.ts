import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { serviceCaller } from '#shared/platform/caller.ts';
import { now, shiftClock } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { newId } from '#shared/platform/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { reportStep } from '#shared/verification/use-cases/report-step.ts';
import { OutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { ago, aWorld, eventTypes, type World } from '#test/support/risk-world.ts';
import { DOCUMENT } from '#test/support/screened-sessions.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import {
  type Attempt,
  anAttempt,
  aStep,
  begin,
  newRun,
  newSession,
  newWorkflow,
  report,
  reported,
  type StepOf,
} from '#test/support/verification-world.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

const { readRun } = verificationRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

afterEach(() => shiftClock(0));

/** An attempt of a session without a subject. */
async function unlinked(steps: readonly StepOf[] = [aStep('check'), aStep('extract')]) {
  const sessionId = await newSession(world, await newWorkflow(world, steps), null);
  return { sessionId, runId: await newRun(world, sessionId) };
}

const read = ({ sessionId, runId }: Attempt, as = world.client) =>
  call(as, readRun, { params: { id: sessionId, runId } });

test('attempt: starts with the next number of its session', async () => {
  const sessionId = await newSession(world, await newWorkflow(world), null);

  const [first, second] = [await begin(world, sessionId), await begin(world, sessionId)];

  expect(first).toMatchObject({
    status: 201,
    body: {
      resource: 'runs',
      data: {
        sessionId,
        workflowRunId: first.body.id,
        number: 1,
        status: 'in_progress',
        steps: {},
        completedAt: null,
        decision: null,
        decisions: [],
      },
    },
  });
  expect(second.body.data).toMatchObject({ number: 2, workflowRunId: second.body.id });
  expect(await eventTypes(world, first.body.id)).toEqual(['verification.run.created']);
});

test('attempt: concurrent starts get consecutive numbers', async () => {
  const sessionId = await newSession(world, await newWorkflow(world), null);

  const begun = await Promise.all([1, 2, 3].map(() => begin(world, sessionId)));

  expect(begun.map(({ body }) => body.data.number).sort()).toEqual([1, 2, 3]);
});

test('attempt: is completed when each step has a result, completed or failed', async () => {
  const attempt = await unlinked();

  const first = await reported(world, attempt, 'check');
  const last = await report(world, attempt, 'extract_step', { status: 'failed' });

  expect(first.data).toMatchObject({ status: 'in_progress', completedAt: null });
  expect(first.data).not.toHaveProperty('outcome');
  expect(last.body.data).toMatchObject({
    status: 'completed',
    outcome: 'failed',
    completedAt: expect.any(String),
    steps: { check_step: { status: 'completed' }, extract_step: { status: 'failed' } },
  });
  expect(await eventTypes(world, attempt.runId)).toEqual([
    'verification.run.created',
    'verification.step.reported',
    'verification.step.reported',
    'verification.run.completed',
  ]);
});

test('attempt: its completion is sent to webhooks with the outcome', async () => {
  const own = await aWorld();
  const [subscription] = await plantSubscriptions(own, [['verification.*']]);
  const { subjectId, ...attempt } = await anAttempt(own, [aStep('check'), aStep('extract')]);

  await reported(own, attempt, 'check');
  await reported(own, attempt, 'extract');
  const rows = (await waitingEvents()).filter(({ organizationId }) => organizationId === own.organizationId);
  const session = await call(own.client, verificationRoutes.readSession, { params: { id: attempt.sessionId } });

  expect(rows).toHaveLength(1);
  const { events, subscribers } = OutboxRow.parse(rows[0]);
  const [member = -1] = subscribers[subscription?.id ?? ''] ?? [];
  expect(events[member]).toEqual({
    type: 'verification.run.completed',
    resource: 'runs',
    resourceId: attempt.runId,
    subjectId,
    payload: { sessionId: attempt.sessionId, outcome: 'passed' },
  });
  expect(session.body.data.runs).toMatchObject([{ id: attempt.runId, status: 'completed', outcome: 'passed' }]);
});

test('attempt: is completed at the time of its last report, also if a step of the service began before', async () => {
  const attempt = await unlinked([aStep('check'), aStep('extract')]);
  await reported(world, attempt, 'extract');
  const began = new Date(Date.now() - 60_000);
  const caller = serviceCaller(world, 'screening');
  const context: Context = { store: dynamoStore, caller, now: began, newId, requestId: randomUUID() };
  const observedAt = began.toISOString();
  const late = { ...attempt, stepKey: 'check_step', report: { status: 'failed' as const, outputs: {}, observedAt } };
  const subscribers = async () => () => [];

  await commit(context, (as) => reportStep(as, late), { status: 200, subscribers });
  const { data } = (await read(attempt)).body;

  expect(data.steps.check_step.reportedAt).toBe(began.toISOString());
  expect(data.completedAt).toBe(data.steps.extract_step.reportedAt);
});

test('attempt: outputs are returned when a single attempt is read, and not in stored responses', async () => {
  const attempt = await unlinked();

  const answer = await reported(world, attempt, 'check', 'seen');
  const { body } = await read(attempt);

  expect(JSON.stringify(answer)).not.toContain('seen');
  expect(body.data.steps).toEqual({
    check_step: {
      ...answer.data.steps.check_step,
      outputs: { check_output: 'seen' },
    },
  });
});

test('attempt: stores every finite number exactly', async () => {
  const outputs = [{ key: 'numbers', type: 'list', itemType: 'number' }];
  const attempt = await unlinked([aStep('risk', { outputs })]);
  const numbers = [5e-324, 1.7976931348623157e308, -0.1, 123456789012345680000];

  await report(world, attempt, 'risk_step', { outputs: { numbers } });

  expect((await read(attempt)).body.data.steps.risk_step.outputs).toEqual({ numbers });
});

test('attempt: a step and an output can have the name of a built-in object property', async () => {
  const key = 'constructor';
  const attempt = await unlinked([aStep('risk', { key, outputs: [{ key, type: 'string' }] })]);

  const { status, body } = await report(world, attempt, key, { outputs: { [key]: 'x' } });

  expect({ status, run: body.data.status }).toEqual({ status: 200, run: 'completed' });
  expect((await read(attempt)).body.data.steps[key].outputs).toEqual({ [key]: 'x' });
});

test('attempt: each step is reported once', async () => {
  const attempt = await unlinked();
  const first = await reported(world, attempt, 'check', 'first');

  const again = await report(world, attempt, 'check_step', { outputs: { check_output: 'second' } });

  expect(again).toMatchObject({ status: 409, body: { code: 'step_reported' } });
  expect((await read(attempt)).body.data.steps.check_step.outputs.check_output).toBe('first');
  expect(first.data.steps).toHaveProperty('check_step');
});

test('attempt: one of several concurrent reports of a step is accepted', async () => {
  const attempt = await unlinked();

  const answers = await Promise.all(
    [1, 2, 3].map((value) => report(world, attempt, 'check_step', { outputs: { check_output: String(value) } })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('attempt: concurrent reports of different steps are all accepted', async () => {
  const steps = Array.from({ length: 5 }, (_, index) => aStep('check', { key: `s${index}` }));
  const attempt = await unlinked(steps);

  await Promise.all(steps.map(({ key }) => report(world, attempt, key)));

  expect((await read(attempt)).body.data).toMatchObject({ status: 'completed' });
});

test('attempt: a completed attempt accepts no report', async () => {
  const attempt = await unlinked([aStep('check')]);
  await reported(world, attempt, 'check');

  expect(await report(world, attempt, 'check_step')).toMatchObject({
    status: 409,
    body: { code: 'run_completed' },
  });
});

test('attempt: a newer one of the session ends it as superseded', async () => {
  const first = await unlinked();
  await reported(world, first, 'check');
  const second = await newRun(world, first.sessionId);

  const late = await report(world, first, 'extract_step');
  const session = await call(world.client, verificationRoutes.readSession, { params: { id: first.sessionId } });

  expect(late).toMatchObject({ status: 409, body: { code: 'run_superseded' } });
  expect((await read(first)).body.data.status).toBe('superseded');
  expect(session.body.data).toMatchObject({
    status: 'in_progress',
    runs: [{ status: 'superseded' }, { id: second, status: 'in_progress' }],
  });
});

test('attempt: a completed one stays completed when a newer one begins', async () => {
  const attempt = await unlinked([aStep('check')]);
  await reported(world, attempt, 'check');

  await newRun(world, attempt.sessionId);

  expect((await read(attempt)).body.data.status).toBe('completed');
});

test('session: takes no attempt and no report after it has expired', async () => {
  const workflow = await newWorkflow(world, [aStep('check')]);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const sessionId = await newSession(world, workflow, null, { expiresAt });
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  const session = await call(world.client, verificationRoutes.readSession, { params: { id: sessionId } });
  shiftClock(3_600_000);

  const late = [await report(world, attempt, 'check_step'), await begin(world, sessionId)];

  expect(session.body.data.expiresAt).toBe(expiresAt);
  for (const answer of late) expect(answer).toMatchObject({ status: 409, body: { code: 'session_expired' } });
  expect((await read(attempt)).body.data.steps).toEqual({});
});

test('session: cannot expire in the past', async () => {
  const { id: workflowId } = await newWorkflow(world, [aStep('check')]);
  const body = { workflowId, expiresAt: ago(1_000) };

  const refused = await call(world.client, verificationRoutes.createSession, { body });

  expect(refused).toMatchObject({ status: 422, body: { code: 'expires_in_past', errors: [{ path: 'expiresAt' }] } });
});

test('attempt: an attempt that a newer one has superseded accepts no report', async () => {
  const attempt = await unlinked();
  await newRun(world, attempt.sessionId);

  const late = await report(world, attempt, 'check_step');

  expect(late).toMatchObject({ status: 409, body: { code: 'run_superseded' } });
  expect((await read(attempt)).body.data.steps).toEqual({});
});

test.each<[string, Record<string, unknown>, string, string]>([
  ['an undeclared output', { outputs: { other: 'x' } }, 'undeclared_output', 'outputs.other'],
  ['a number for text', { outputs: { check_output: 1 } }, 'wrong_type', 'outputs.check_output'],
  ['a list for text', { outputs: { check_output: ['x'] } }, 'wrong_type', 'outputs.check_output'],
  ['a step of tomorrow', { observedAt: ago(-86_400_000) }, 'observed_in_future', 'observedAt'],
])('attempt: refuses %s, and records nothing', async (_case, body, code, path) => {
  const attempt = await unlinked();

  const response = await report(world, attempt, 'check_step', body);

  expect(response).toMatchObject({ status: 422, body: { code, errors: [{ path }] } });
  expect((await read(attempt)).body.data.steps).toEqual({});
});

test('attempt: a list output must match its declaration', async () => {
  const outputs = [{ key: 'names', type: 'list', itemType: 'string' }];
  const steps = [aStep('check', { outputs }), aStep('risk')];
  const attempt = await unlinked(steps);
  const names = (value: unknown) => report(world, attempt, 'check_step', { outputs: { names: value } });

  expect(await names(['a', 1])).toMatchObject({ status: 422, body: { code: 'wrong_type' } });
  expect((await names(['a', 'b'])).status).toBe(200);
});

test.each<[string, Record<string, unknown>]>([
  ['an object for a value', { outputs: { check_output: { image: 'x' } } }],
  ['null for a value', { outputs: { check_output: null } }],
  ['outputs of a failed step', { status: 'failed', outputs: { check_output: 'x' } }],
  ['a status that does not exist', { status: 'skipped' }],
  ['no time', { observedAt: undefined }],
])('attempt: refuses %s', async (_case, body) => {
  const attempt = await unlinked();

  expect(await report(world, attempt, 'check_step', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_body' },
  });
});

test('attempt: refuses a report of more than 16 KiB', async () => {
  const attempt = await unlinked();
  const value = 'x'.repeat(16 * 1024);

  expect(await report(world, attempt, 'check_step', { outputs: { check_output: value } })).toMatchObject({
    status: 413,
    body: { code: 'body_too_large' },
  });
});

test('attempt: unknown steps and attempts of other sessions, organizations or modes are not found', async () => {
  const [attempt, other] = [await unlinked(), await unlinked()];
  const mixed = { sessionId: other.sessionId, runId: attempt.runId };
  const strangers = [await aWorld(), await aWorld('live', world.organizationId)];

  expect((await report(world, attempt, 'other_step')).status).toBe(404);
  expect((await report(world, mixed, 'check_step')).status).toBe(404);
  expect((await read(mixed)).status).toBe(404);
  for (const stranger of strangers) {
    expect((await report(stranger, attempt, 'check_step')).status).toBe(404);
    expect((await read(attempt, stranger.client)).status).toBe(404);
  }
  expect((await read(attempt)).body.data.steps).toEqual({});
});

test('attempt: a retried report has one effect', async () => {
  const attempt = await unlinked();
  const options = { idempotencyKey: randomUUID() };
  const body = { outputs: { check_output: 'x' }, observedAt: ago(5_000) };

  const first = await report(world, attempt, 'check_step', body, options);
  const again = await report(world, attempt, 'check_step', body, options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('attempt: only the service can report a screening step', async () => {
  const config = { kind: 'pep_sanctions', provider: 'service_screening', providerConfig: { sources: ['eu_fsf'] } };
  const attempt = await unlinked([DOCUMENT, aStep('check', { config, outputs: [] })]);
  await report(world, attempt, 'document', { outputs: { full_name: 'x' } });
  const byClient = await report(world, attempt, 'check_step', { outputs: {} });
  const { organizationId, mode } = world;
  const service: Context = {
    store: dynamoStore,
    now: now(),
    newId,
    requestId: randomUUID(),
    caller: { organizationId, mode, kind: 'service', id: 'screening', role: 'client' },
  };
  const observedAt = ago(1_000);
  const result = { status: 'completed', outputs: {}, observedAt } as const;
  const byService = await commit(
    service,
    (context) => reportStep(context, { ...attempt, stepKey: 'check_step', report: result }),
    { status: 200, subscribers: async () => () => [] },
  );

  expect(byClient).toMatchObject({ status: 422, body: { code: 'step_of_service' } });
  expect(byService.body).toMatchObject({ id: attempt.runId, data: { status: 'completed' } });
});

test('attempt: a session has at most 100 attempts', async () => {
  const sessionId = await newSession(world, await newWorkflow(world), null);
  for (let number = 1; number <= 100; number += 1) await newRun(world, sessionId);

  expect(await begin(world, sessionId)).toMatchObject({
    status: 409,
    body: { code: 'too_many_runs' },
  });
});
