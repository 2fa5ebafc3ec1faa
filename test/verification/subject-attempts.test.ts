import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { ago, aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import {
  completedAttempt,
  decided,
  newRun,
  newSession,
  newWorkflow,
  reported,
} from '#test/support/verification-world.ts';

const { listSubjectAttempts, createCheck, readSession, readRun } = verificationRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const attemptsOf = (id: string, as = world.client) => call(as, listSubjectAttempts, { params: { id } });
const factsIn = (item: { evidence: { data: { fact: string; value: unknown } }[] }) =>
  Object.fromEntries(item.evidence.map(({ data }) => [data.fact, data.value]));

test('attempts of a subject: the current attempt of each workflow is listed with session, checks and evidence', async () => {
  const { workflow, subjectId, sessionId, runId } = await completedAttempt(world);
  const check = await done(world.client, createCheck, {
    params: { id: sessionId },
    body: { kind: 'email', status: 'completed', outcome: 'clear', observedAt: ago(1_000) },
  });
  const waiting = await attemptsOf(subjectId);
  await decided(world, subjectId, { sessionId, runId }, 'approved');
  const other = await newWorkflow(world);
  const session = await newSession(world, other, subjectId);
  const run = await newRun(world, session);

  const { status, body } = await attemptsOf(subjectId);

  expect(status).toBe(200);
  expect(body.items.map((one: { run: { id: string } }) => one.run.id)).toEqual([run, runId]);
  const [, first] = body.items;
  const params = { id: sessionId };
  expect(first).toMatchObject({
    workflow: { id: workflow.id, key: workflow.key, revision: 1 },
    session: await done(world.client, readSession, { params }),
    checks: [check],
  });
  const read = await done(world.client, readRun, { params: { ...params, runId } });
  expect(first.run.data.decision).toBe('approved');
  expect(Object.keys(first.run.data.steps)).toEqual(Object.keys(read.data.steps));
  expect(factsIn(waiting.body.items[0])).toMatchObject({ check_output: 'check value' });
  expect(factsIn(first)).toEqual({
    check_output: 'check value',
    extract_output: 'extract value',
    enrich_output: 'enrich value',
  });
});

test('attempts of a subject: earlier sessions of a workflow stay, with their decision, which can still be revoked', async () => {
  const { workflow, subjectId, sessionId, runId } = await completedAttempt(world);
  await decided(world, subjectId, { sessionId, runId }, 'approved');
  const sessions = [sessionId];
  for (let index = 0; index < 2; index++) {
    const session = await newSession(world, workflow, subjectId);
    await newRun(world, session);
    sessions.push(session);
  }

  const earlierOf = async () => (await attemptsOf(subjectId)).body.items[0].earlier;
  const idsIn = (earlier: { session: { id: string } }[]) => earlier.map(({ session }) => session.id);
  const earlier = await earlierOf();
  expect(idsIn(earlier)).toEqual([sessions[1], sessions[0]]);
  expect(earlier[1].run).toMatchObject({ id: runId, data: { decision: 'approved' } });

  await decided(world, subjectId, { sessionId, runId }, 'revoked');
  expect((await earlierOf())[1].run.data.decision).toBe('revoked');

  // A further attempt in the first session makes it the current one again.
  await newRun(world, sessionId);
  expect(idsIn(await earlierOf())).toEqual([sessions[2], sessions[1]]);
});

test('attempts of a subject: at most five earlier sessions are kept', async () => {
  const { workflow, subjectId } = await completedAttempt(world);
  for (let index = 0; index < 7; index++) await newRun(world, await newSession(world, workflow, subjectId));

  expect((await attemptsOf(subjectId)).body.items[0].earlier).toHaveLength(5);
});

test('attempts of a subject: a newer attempt replaces the earlier one and its evidence', async () => {
  const { subjectId, sessionId } = await completedAttempt(world);
  const runId = await newRun(world, sessionId);
  await reported(world, { sessionId, runId }, 'check', 'second value');

  const { body } = await attemptsOf(subjectId);

  expect(body.items).toHaveLength(1);
  expect(body.items[0].run).toMatchObject({ id: runId, data: { number: 2 } });
  expect(factsIn(body.items[0])).toMatchObject({ check_output: 'second value' });
});

test('attempts of a subject: a subject without attempts has none, and an unknown one is not found', async () => {
  const subjectId = await newSubject(world);
  const stranger = await aWorld();

  expect((await attemptsOf(subjectId)).body).toEqual({ items: [] });
  expect((await attemptsOf(randomUUID())).status).toBe(404);
  expect((await attemptsOf(subjectId, stranger.client)).status).toBe(404);
});
