import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, eventTypes, everyItem, newSubject, type World } from '#test/support/risk-world.ts';
import {
  aStep,
  begin,
  newRun,
  newSession,
  newWorkflow,
  openSession,
  reported,
  type Workflow,
} from '#test/support/verification-world.ts';

const { readSession, listSessions, createSession } = verificationRoutes;
let world: World;
let workflow: Workflow;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  workflow = await newWorkflow(world, [aStep('check')]);
});

const read = (id: string, as = world.client) => call(as, readSession, { params: { id } });

test('session: is created with the latest revision, and can be read', async () => {
  const own = await newWorkflow(world);
  await newWorkflow(world, [aStep('risk')], own.key);
  const riskSubjectId = await newSubject(world);

  const opened = await openSession(world, { workflowId: own.id, riskSubjectId });
  const { id } = opened.body;

  expect(opened).toMatchObject({
    status: 201,
    body: {
      resource: 'sessions',
      data: {
        workflowId: own.id,
        workflowRevision: 2,
        sessionWorkflowId: id,
        riskSubjectId,
        participantKey: null,
        status: 'created',
        latestRunId: null,
        runs: [],
        checks: [],
      },
    },
  });
  expect((await read(id)).body).toEqual(opened.body);
  expect(await eventTypes(world, id)).toEqual(['verification.session.created']);
});

test('session: keeps its revision when the workflow is revised', async () => {
  const own = await newWorkflow(world, [aStep('check')]);
  const sessionId = await newSession(world, own, null);
  await newWorkflow(world, [aStep('risk')], own.key);

  const run = { sessionId, runId: await newRun(world, sessionId) };
  const { data } = await reported(world, run, 'check');

  expect(data.status).toBe('completed');
  expect((await read(sessionId)).body.data.workflowRevision).toBe(1);
});

test('session: can be about a participant, and without a subject', async () => {
  const { body } = await openSession(world, {
    workflowId: workflow.id,
    participantKey: 'director',
  });

  expect(body.data).toMatchObject({ participantKey: 'director', riskSubjectId: null });
});

test.each<[string, (other: World) => Promise<Record<string, unknown>>]>([
  ['an unknown workflow', async () => ({ workflowId: randomUUID() })],
  ['an unknown subject', async () => ({ riskSubjectId: randomUUID() })],
  ['a workflow that is not theirs', async (other) => ({ workflowId: (await newWorkflow(other)).id })],
  ['a subject that is not theirs', async (other) => ({ riskSubjectId: await newSubject(other) })],
])('session: of %s is not found', async (_case, changes) => {
  for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
    const body = { workflowId: workflow.id, ...(await changes(other)) };

    expect(await openSession(world, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  }
});

test.each<[string, Record<string, unknown>]>([
  ['no workflow', { workflowId: undefined }],
  ['an id that is none', { workflowId: 'x' }],
  ['a participant without a key', { participantKey: '' }],
  ['a member that does not exist', { revision: 1 }],
])('session: refuses %s', async (_case, changes) => {
  const body = { workflowId: workflow.id, ...changes };

  expect(await openSession(world, body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_body' },
  });
});

test('session: lists sessions in order of creation, and none of other organizations', async () => {
  const own = await aWorld();
  const flow = await newWorkflow(own);
  const ids = [await newSession(own, flow, null), await newSession(own, flow, null)];
  const listed = async (as: World) =>
    (await everyItem((offset) => call(as.client, listSessions, { query: { offset } }))).items;

  expect((await listed(own)).map(({ id }) => id)).toEqual(ids);
  expect(await listed(await aWorld())).toEqual([]);
  expect(await listed(await aWorld('live', own.organizationId))).toEqual([]);
});

test('session: of another organization or mode is not found', async () => {
  const id = await newSession(world, workflow, null);

  for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
    expect((await read(id, other.client)).status).toBe(404);
    expect((await begin(other, id)).status).toBe(404);
  }
  expect((await read(id)).body.data.runs).toEqual([]);
});

test('session: contains its attempts, and has the status of the latest', async () => {
  const sessionId = await newSession(world, workflow, null);
  const first = await newRun(world, sessionId);
  await reported(world, { sessionId, runId: first }, 'check');
  const afterFirst = (await read(sessionId)).body.data;
  const second = await newRun(world, sessionId);
  const afterSecond = (await read(sessionId)).body.data;

  expect(afterFirst).toMatchObject({ status: 'completed', latestRunId: first });
  expect(afterSecond).toMatchObject({ status: 'in_progress', latestRunId: second });
  expect(afterSecond.runs).toEqual([
    { id: first, number: 1, status: 'completed', outcome: 'passed', decision: null },
    { id: second, number: 2, status: 'in_progress', decision: null },
  ]);
});

test('session: a retried request creates one session', async () => {
  const own = await aWorld();
  const flow = await newWorkflow(own);
  const options = { body: { workflowId: flow.id }, idempotencyKey: randomUUID() };

  const [first, again] = [
    await call(own.client, createSession, options),
    await call(own.client, createSession, options),
  ];

  expect(again.body).toEqual(first.body);
  expect((await call(own.client, listSessions)).body.items).toHaveLength(1);
});
