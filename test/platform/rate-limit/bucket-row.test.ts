import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { takeFromRow } from '#shared/platform/rate-limit/bucket-row.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { prepareEngine } from '#test/support/engine.ts';

const LIMIT = { perSecond: 10, burst: 20 };
const NOW_MS = Date.UTC(2026, 2, 14);

beforeAll(prepareEngine);

test('bucket row: tokens run out and are refilled with time', async () => {
  const pk = randomUUID();

  const tokens = [];
  for (const wanted of [1, 2, 4, 8, 16, 1])
    tokens.push((await takeFromRow(pk, LIMIT, { nowMs: NOW_MS, wanted })).tokens);
  const refused = await takeFromRow(pk, LIMIT, { nowMs: NOW_MS, wanted: 1 });
  const later = await takeFromRow(pk, LIMIT, { nowMs: NOW_MS + 500, wanted: 16 });
  const full = await takeFromRow(pk, LIMIT, { nowMs: NOW_MS + 60_000, wanted: 32 });

  expect(tokens).toEqual([1, 2, 4, 8, 5, 0]);
  expect(refused).toMatchObject({ tokens: 0, retryAfterMs: 100 });
  expect(later.tokens).toBe(5);
  expect(full.tokens).toBe(20);
});

test('bucket row: concurrent requests share the burst and get no more', async () => {
  const pk = randomUUID();

  const taken = await Promise.all(
    Array.from({ length: 12 }, () => takeFromRow(pk, LIMIT, { nowMs: NOW_MS, wanted: 2 }).catch(() => null)),
  );

  const sum = taken.reduce((total, one) => total + (one?.tokens ?? 0), 0);
  const lost = taken.filter((one) => one === null).length;
  expect(sum).toBeLessThanOrEqual(20);
  expect(sum + 2 * lost).toBeGreaterThanOrEqual(20);
});

test('bucket row: the row expires after the bucket is full again', async () => {
  const pk = randomUUID();

  await takeFromRow(pk, LIMIT, { nowMs: NOW_MS, wanted: 1 });

  const row = await dynamoStore.get('identity', { pk, sk: 'bucket' });
  expect(Number(row?.expiresAtSeconds)).toBeGreaterThan(NOW_MS / 1000 + 2);
});
