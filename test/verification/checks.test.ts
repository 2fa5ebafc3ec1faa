import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { ago, aWorld, done, eventTypes, everyItem, type World } from '#test/support/risk-world.ts';
import { newSession, newWorkflow } from '#test/support/verification-world.ts';

const { createCheck, listChecks, readSession } = verificationRoutes;
let world: World;
let sessionId: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  sessionId = await newSession(world, await newWorkflow(world), null);
});

const aCheck = (changes: Record<string, unknown> = {}) => ({
  kind: 'email',
  status: 'completed',
  outcome: 'clear',
  observedAt: ago(1_000),
  ...changes,
});
const record = (changes = {}, id = sessionId, as = world.client, options: CallOptions = {}) =>
  call(as, createCheck, { params: { id }, body: aCheck(changes), ...options });

test('check: is recorded in its session, which lists and returns it', async () => {
  const id = await newSession(world, await newWorkflow(world), null);
  const flags = [{ code: 'new_domain', severity: 'review' }];

  const first = await record({ flags, providerRef: 'p-1' }, id);
  const second = await record({ status: 'failed', outcome: undefined }, id);
  const { items } = await everyItem((offset) => call(world.client, listChecks, { params: { id }, query: { offset } }));
  const session = await done(world.client, readSession, { params: { id } });

  expect(first).toMatchObject({
    status: 201,
    body: {
      resource: 'checks',
      data: {
        ...aCheck({ observedAt: expect.any(String) }),
        sessionId: id,
        flags,
        providerRef: 'p-1',
      },
    },
  });
  expect(second.body.data).toMatchObject({ status: 'failed', outcome: null, flags: [] });
  expect(items).toEqual([first.body, second.body]);
  expect(session.data.checks).toEqual([
    { id: first.body.id, kind: 'email', status: 'completed' },
    { id: second.body.id, kind: 'email', status: 'failed' },
  ]);
  expect(await eventTypes(world, first.body.id)).toEqual(['verification.check.created']);
});

test.each<[string, Record<string, unknown>]>([
  ['a completed check without an outcome', { outcome: undefined }],
  ['a failed check with an outcome', { status: 'failed' }],
  ['an outcome that does not exist', { outcome: 'fine' }],
  ['a flag without severity', { flags: [{ code: 'x' }] }],
  ['a kind too long for a fact', { kind: 'k'.repeat(75) }],
  ['51 flags', { flags: Array.from({ length: 51 }, () => ({ code: 'x', severity: 'info' })) }],
])('check: refuses %s', async (_case, changes) => {
  expect(await record(changes)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test('check: refuses a time in the future', async () => {
  expect(await record({ observedAt: ago(-86_400_000) })).toMatchObject({
    status: 422,
    body: { code: 'observed_in_future', errors: [{ path: 'observedAt' }] },
  });
});

test('check: a session of another organization or mode is not found', async () => {
  const unchanged = await call(world.client, listChecks, { params: { id: sessionId } });

  for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
    expect((await record({}, sessionId, other.client)).status).toBe(404);
    const listed = await call(other.client, listChecks, { params: { id: sessionId } });
    expect(listed.status).toBe(404);
  }
  expect(await call(world.client, listChecks, { params: { id: sessionId } })).toMatchObject({
    body: unchanged.body,
  });
});

test('check: a retried request records one check', async () => {
  const id = await newSession(world, await newWorkflow(world), null);
  const options = { body: aCheck(), idempotencyKey: randomUUID() };

  const first = await record({}, id, world.client, options);
  const again = await record({}, id, world.client, options);

  expect(again.body).toEqual(first.body);
  expect((await call(world.client, listChecks, { params: { id } })).body.items).toHaveLength(1);
});

test('check: a session has at most 100 checks', async () => {
  const id = await newSession(world, await newWorkflow(world), null);
  for (let number = 1; number <= 100; number += 1) await record({}, id);

  expect(await record({}, id)).toMatchObject({ status: 409, body: { code: 'too_many_checks' } });
});
