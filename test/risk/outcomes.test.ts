import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { qualityPartition } from '#shared/risk/repository/assessment-quality.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import { anOutcome } from '#test/support/risk-examples.ts';
import { aWorld, done, eventTypes, list, newSubject, readRecord, type World } from '#test/support/risk-world.ts';

const world = preparedForEachTest(aWorld);

const record = (subjectId: string, changes: object = {}, of: World = world, options: CallOptions = {}) =>
  call(of.client, riskRoutes.recordOutcome, {
    params: { id: subjectId },
    body: { ...anOutcome(), ...changes },
    ...options,
  });

const withdraw = (id: string, of: World = world) =>
  call(of.client, riskRoutes.withdrawOutcome, { params: { id }, body: { reason: 'Reversed.' } });

test('outcomes: are recorded once for each idempotency key, listed, and read as any record', async () => {
  const subjectId = await newSubject(world);
  const options = { idempotencyKey: randomUUID() };
  const changes = {
    amount: { value: '99999999999999999.000001', currency: 'EUR' },
    occurredAt: '2026-01-02T01:00:00+02:00',
  };
  const first = await record(subjectId, changes, world, options);
  const again = await record(subjectId, changes, world, options);
  const { body: listed } = await list(world, 'outcomes', { subjectId });

  expect(first).toMatchObject({
    status: 201,
    body: { data: { ...changes, occurredAt: '2026-01-01T23:00:00.000Z', sampled: false, withdrawal: null } },
  });
  expect(again.body).toEqual(first.body);
  expect(await done(world.client, riskRoutes.listOutcomes, { params: { id: subjectId } })).toEqual(listed);
  expect(listed.items).toEqual([first.body]);
  expect((await readRecord(world, 'outcomes', first.body.id)).body).toEqual(first.body);
});

test('outcomes: a withdrawal is a record of its own, made once, and leaves what was recorded', async () => {
  const subjectId = await newSubject(world);
  const { body: outcome } = await record(subjectId, { label: 'legitimate' });
  const both = await Promise.all([withdraw(outcome.id), withdraw(outcome.id)]);
  const withdrawal = both.find(({ status }) => status === 201)?.body;
  const { withdrawal: named, ...stored } = (await readRecord(world, 'outcomes', outcome.id)).body.data;

  expect(both.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [201, undefined],
    [409, 'already_withdrawn'],
  ]);
  expect({ ...stored, withdrawal: null }).toEqual(outcome.data);
  expect(named).toMatchObject({ id: withdrawal.id, reason: 'Reversed.' });
  expect(withdrawal.data).toMatchObject({ outcomeId: outcome.id, subjectId });
  expect((await readRecord(world, 'outcome-withdrawals', withdrawal.id)).body).toEqual(withdrawal);
  expect(await eventTypes(world, outcome.id)).toEqual(['risk.outcome.recorded', 'risk.outcome.withdrawn']);
});

test.each([
  [{ occurredAt: addSeconds(now(), 60).toISOString() }, 422, 'occurred_in_future'],
  [{ label: 'fraud' }, 400, 'invalid_body'],
  [{ amount: { value: '1e3', currency: 'EUR' } }, 400, 'invalid_body'],
  [{ amount: { value: '-1', currency: 'EUR' } }, 400, 'invalid_body'],
  [{ amount: { value: 1, currency: 'EUR' } }, 400, 'invalid_body'],
  [{ amount: { value: '1', currency: 'eur' } }, 400, 'invalid_body'],
  [{ withdrawal: { reason: 'x' } }, 400, 'invalid_body'],
])('outcomes: %o is refused', async (changes, status, code) => {
  expect(await record(await newSubject(world), changes)).toMatchObject({ status, body: { code } });
});

test('outcomes: another organization and the other mode find neither subject nor outcome', async () => {
  const subjectId = await newSubject(world);
  const { body: outcome } = await record(subjectId);
  const others = [await aWorld(), await aWorld('live', world.organizationId)];
  for (const other of others) {
    const statuses = await Promise.all([
      record(subjectId, {}, other),
      withdraw(outcome.id, other),
      call(other.client, riskRoutes.listOutcomes, { params: { id: subjectId } }),
      readRecord(other, 'outcomes', outcome.id),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
});

test('outcomes: a subject has at most 200, also of requests at the same time', async () => {
  const subjectId = await newSubject(world);
  await record(subjectId);
  const key = { pk: qualityPartition(world, subjectId), sk: 'outcomes' };
  await dynamoStore.writeOne({ table: 'risk', update: key, set: { outcomes: 199 }, when: { outcomes: 1 } });
  const all = await Promise.all([record(subjectId), record(subjectId), record(subjectId)]);

  expect(all.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [201, undefined],
    [422, 'too_many_outcomes'],
    [422, 'too_many_outcomes'],
  ]);
});
