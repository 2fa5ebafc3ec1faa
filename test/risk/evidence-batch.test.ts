import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { memberId, rowIdOf } from '#shared/platform/ids.ts';
import { EvidenceBatch } from '#shared/risk/evidence.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import {
  ago,
  aStatement,
  aWorld,
  type FactOf,
  list,
  newSource,
  newSubject,
  readRecord,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';

const { submitEvidenceBatch } = riskRoutes;
const FACTS: FactOf[] = Array.from({ length: 100 }, (_, index) =>
  index < 90 ? { key: `text.f${index}`, type: 'string' } : { key: `list.f${index}`, type: 'list', itemType: 'number' },
);
let world: World;
let source: Source;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  source = await newSource(world, FACTS);
});

const itemsNumbered = (count: number, value: (index: number) => unknown = (index) => `v${index}`) =>
  FACTS.slice(0, count).map(({ key, type }, index) =>
    aStatement({ fact: key, value: type === 'list' ? [index] : value(index) }),
  );

const sendBatch = (subjectId: string, items: object[], options: CallOptions = {}) =>
  call(source.speaks, submitEvidenceBatch, {
    params: { id: subjectId },
    body: { sourceRegistrationId: source.id, items },
    ...options,
  });

const receiptsOf = async (subjectId: string) => (await list(world, 'evidence', { subjectId })).body.items;

test.each([1, 2, 99, 100])('evidence batch: accepts %i items and returns receipts in their order', async (count) => {
  const subjectId = await newSubject(world);
  const items = itemsNumbered(count).reverse();

  const response = await sendBatch(subjectId, items);
  const batch = EvidenceBatch.parse(response.body);

  expect(response.status).toBe(201);
  expect(batch.subjectId).toBe(subjectId);
  expect(batch.items.map(({ data }) => data.fact)).toEqual(items.map(({ fact }) => fact));
  expect(batch.items.map(({ data }) => data.evidenceRevision)).toEqual(items.map((_, index) => index + 1));
  expect(new Set(batch.items.map(({ data }) => data.batchId))).toEqual(new Set([batch.id]));
  expect(await receiptsOf(subjectId)).toEqual(batch.items);
});

test.each([
  ['no item', () => []],
  ['101 items', () => [...itemsNumbered(100), aStatement({ fact: 'one.more' })]],
  ['a fact twice', () => [...itemsNumbered(2), ...itemsNumbered(1)]],
  ['a source of its own for an item', () => [{ ...aStatement(), sourceRegistrationId: source.id }]],
])('evidence batch: refuses %s', async (_case, items) => {
  const response = await sendBatch(await newSubject(world), items());

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test.each([
  ['an undeclared fact', { fact: 'other' }, 422, 'undeclared_fact', 'fact'],
  ['a wrong type', { value: 1 }, 422, 'wrong_type', 'value'],
  ['a future observation', { observedAt: ago(-60_000) }, 422, 'observed_in_future', 'observedAt'],
  ['a value of revoked evidence', { status: 'revoked' }, 400, 'invalid_body', 'value'],
])('evidence batch: with %s at its end it stores nothing and leaves the idempotency key usable', async (...row) => {
  const [, changes, status, code, member] = row;
  const subjectId = await newSubject(world);
  const idempotencyKey = randomUUID();
  const good = itemsNumbered(50);
  const bad = aStatement({ fact: 'text.f60', value: 'x', ...changes });

  const refused = await sendBatch(subjectId, [...good, bad], { idempotencyKey });
  const left = await receiptsOf(subjectId);
  const mended = await sendBatch(subjectId, good, { idempotencyKey });

  expect(refused).toMatchObject({ status, body: { code } });
  expect(refused.body.errors).toMatchObject([{ path: `items.50.${member}` }]);
  expect(left).toEqual([]);
  expect(mended.status).toBe(201);
});

test('evidence batch: reports every error, not only the first', async () => {
  const items = [aStatement({ fact: 'other' }), aStatement({ fact: 'text.f1', value: 1 })];

  const { body } = await sendBatch(await newSubject(world), items);

  expect(body.errors).toMatchObject([{ path: 'items.0.fact' }, { path: 'items.1.value' }]);
});

test('evidence batch: supersedes earlier single receipts and batches', async () => {
  const subjectId = await newSubject(world);
  const single = await stated(source, subjectId, { fact: 'text.f1', value: 'old' });
  const first = (await sendBatch(subjectId, itemsNumbered(3))).body;
  const second = (await sendBatch(subjectId, itemsNumbered(2).reverse())).body;

  const superseded = (batch: EvidenceBatchBody) => batch.items.map(({ data }) => data.supersedesId);

  expect(superseded(first)).toEqual([null, single.id, null]);
  expect(superseded(second)).toEqual([first.items[1]?.id, first.items[0]?.id]);
});
interface EvidenceBatchBody {
  items: { id: string; data: { supersedesId: string | null } }[];
}

describe('a retry of a batch', () => {
  test('in the same order returns the same batch and receipts', async () => {
    const subjectId = await newSubject(world);
    const options = { idempotencyKey: randomUUID() };
    const items = itemsNumbered(5);

    const first = await sendBatch(subjectId, items, options);
    const again = await sendBatch(subjectId, items, options);

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await receiptsOf(subjectId)).toHaveLength(5);
  });

  test('in another order is refused', async () => {
    const subjectId = await newSubject(world);
    const options = { idempotencyKey: randomUUID() };
    await sendBatch(subjectId, itemsNumbered(5), options);

    const other = await sendBatch(subjectId, itemsNumbered(5).reverse(), options);

    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });

  test('with another credential is refused', async () => {
    const subjectId = await newSubject(world);
    const options = { idempotencyKey: randomUUID() };
    const items = itemsNumbered(2);
    await sendBatch(subjectId, items, options);

    const other = await call(world.client, submitEvidenceBatch, {
      params: { id: subjectId },
      body: { sourceRegistrationId: source.id, items },
      ...options,
    });

    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });
});

describe('evidence batch size', () => {
  /** A body of exactly so many bytes, its items of about the same size. */
  function ofBytes(bytes: number, filler: string): string {
    const items = itemsNumbered(90, () => '');
    const bare = { sourceRegistrationId: source.id, items };
    const room = bytes - Buffer.byteLength(JSON.stringify(bare));
    const width = Buffer.byteLength(filler);
    const share = Math.floor(room / items.length / width);
    const rest = room - share * width * items.length;
    const filled = items.map((item, index) => ({
      ...item,
      value: filler.repeat(share) + (index === 0 ? 'x'.repeat(rest) : ''),
    }));
    return JSON.stringify({ ...bare, items: filled });
  }

  test.each([
    [262_144, 'x', 201],
    [262_145, 'x', 413],
    [262_144, '€', 201],
    [262_145, '€', 413],
  ])('%i of %s in a batch: %i', async (bytes, filler, status) => {
    const subjectId = await newSubject(world);
    const rawBody = ofBytes(bytes, filler);
    expect(Buffer.byteLength(rawBody)).toBe(bytes);

    const response = await sendBatch(subjectId, [], { rawBody });

    expect(response.status).toBe(status);
    expect(await receiptsOf(subjectId)).toEqual(status === 201 ? response.body.items : []);
  });

  test.each([
    [16_384, 'x', 201],
    [16_385, 'x', 413],
    [16_384, '\u{1f600}', 201],
    [16_385, '\u{1f600}', 413],
  ])('%i of %s in an item: %i', async (bytes, filler, status) => {
    const bare = aStatement({ fact: 'text.f1', value: '' });
    const room = bytes - Buffer.byteLength(JSON.stringify(bare));
    const width = Buffer.byteLength(filler);
    const value = filler.repeat(Math.floor(room / width)) + 'x'.repeat(room % width);
    const item = { ...bare, value };
    expect(Buffer.byteLength(JSON.stringify(item))).toBe(bytes);

    const response = await sendBatch(await newSubject(world), [...itemsNumbered(1), item]);

    expect(response.status).toBe(status);
    if (status === 413) expect(response.body.code).toBe('item_too_large');
  });

  test('counts numbers as they are stored, not as they are sent', async () => {
    const numbers = `[${Array(700).fill('1e20').join(',')}]`;
    const items = FACTS.map(({ key, type }) => aStatement({ fact: key, value: type === 'list' ? 'N' : 'x' }));
    const widened = JSON.stringify({ sourceRegistrationId: source.id, items });
    const fits = widened.replaceAll('"value":"N"', `"value":${numbers}`);
    const subjectId = await newSubject(world);
    const wide = await newSource(
      world,
      FACTS.map(({ key }) => ({ key, type: 'list', itemType: 'number' })),
    );
    const all = JSON.stringify({
      sourceRegistrationId: wide.id,
      items: FACTS.map(({ key }) => aStatement({ fact: key, value: 'N' })),
    }).replaceAll('"value":"N"', `"value":[${Array(480).fill('1e20').join(',')}]`);

    const accepted = await sendBatch(subjectId, [], { rawBody: fits });
    const refused = await call(wide.speaks, submitEvidenceBatch, {
      params: { id: subjectId },
      rawBody: all,
    });

    expect(Buffer.byteLength(all)).toBeLessThan(262_144);
    expect(accepted.status).toBe(201);
    expect(refused).toMatchObject({ status: 413, body: { code: 'batch_too_large' } });
  });
});

test('evidence batch: sends one event per receipt and one for the batch to each webhook', async () => {
  const own = await aWorld();
  const wanted = [['*'], ['risk.evidence.recorded'], ['risk.evidence.batch_recorded'], ['risk.policy.*']];
  const subscriptions = await plantSubscriptions(own, wanted);
  const speaker = await newSource(own, FACTS);
  const subjectId = await newSubject(own);

  const { body: batch } = await call(speaker.speaks, submitEvidenceBatch, {
    params: { id: subjectId },
    body: { sourceRegistrationId: speaker.id, items: itemsNumbered(100) },
  });
  const rows = (await everyRow('journal')).filter(({ pk }) =>
    String(pk).startsWith(`${own.organizationId}#test#events#`),
  );
  const row = rows.find(({ events }) => (events as unknown[]).length === 101);
  const outbox = row?.subscribers as Record<string, number[]>;

  const events = row?.events as { type: string; resourceId: string }[];
  expect(events.map(({ resourceId }) => resourceId)).toEqual([
    ...batch.items.map(({ id }: { id: string }) => id),
    batch.id,
  ]);
  expect(events.at(-1)?.type).toBe('risk.evidence.batch_recorded');
  expect(subscriptions.map(({ id }) => outbox[id]?.length ?? 0)).toEqual([101, 100, 1, 0]);
});

test('evidence batch: a receipt is read by its own id only', async () => {
  const subjectId = await newSubject(world);
  const { body: batch } = await sendBatch(subjectId, itemsNumbered(3));

  const reads = await Promise.all(batch.items.map(({ id }: { id: string }) => readRecord(world, 'evidence', id)));
  const beyond = await readRecord(world, 'evidence', memberId(rowIdOf(batch.id), 3));
  const whole = await readRecord(world, 'evidence', batch.id);

  expect(reads.map(({ body }) => body)).toEqual(batch.items);
  expect([beyond.status, whole.status]).toEqual([404, 404]);
});

test.each(['owner', 'member'] as const)('evidence batch: refuses the token of a %s', async (who) => {
  const response = await call(world[who], submitEvidenceBatch, {
    params: { id: await newSubject(world) },
    body: { sourceRegistrationId: source.id, items: itemsNumbered(1) },
  });

  expect(response).toMatchObject({ status: 403, body: { detail: 'Requires an API key.' } });
});
