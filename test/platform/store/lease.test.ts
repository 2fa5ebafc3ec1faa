import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { isHeld, type LeasedRow, newLease, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import { prepareEngine } from '#test/support/engine.ts';

const NOW = new Date('2026-03-14T12:00:00.000Z');

describe('leases in time', () => {
  const held = (value: string | null | undefined, at: Date) => isHeld(value, at);

  test('leases: a row without a lease is free', () => {
    expect(held(null, NOW)).toBe(false);
    expect(held(undefined, NOW)).toBe(false);
  });

  test('leases: a new lease is held until its last millisecond', () => {
    const { value, until } = newLease({ now: NOW, newId }, 60);
    expect(until).toEqual(addSeconds(NOW, 60));
    expect(held(value, NOW)).toBe(true);
    expect(held(value, new Date(until.getTime() - 1))).toBe(true);
    expect(held(value, until)).toBe(false);
  });

  test('leases: an end without a holder is a lease as well', () => {
    expect(held(addSeconds(NOW, 1).toISOString(), NOW)).toBe(true);
    expect(held(NOW.toISOString(), NOW)).toBe(false);
  });

  test('leases: two workers that take a lease at the same time have different values', () => {
    const values = [1, 2].map(() => newLease({ now: NOW, newId }, 60).value);
    expect(new Set(values).size).toBe(2);
  });
});

describe('leases in the store', () => {
  beforeAll(prepareEngine);

  test('leases: of many concurrent takers one succeeds', async () => {
    const row = await freeRow();
    const takers = Array.from({ length: 8 }, () => newLease({ now: NOW, newId }, 60).value);
    const taken = await Promise.all(takers.map((next) => take(row, { found: null, next })));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect((await read(row)).lease).toBe(takers[taken.indexOf(true)]);
  });

  test('leases: an expired lease is taken over, and its former holder cannot write', async () => {
    const row = await freeRow();
    const [first, second] = [NOW, addSeconds(NOW, 61)].map((now) => newLease({ now, newId }, 60));
    if (!first || !second) throw new Error('Two leases are needed.');
    await take(row, { found: null, next: first.value });
    const { lease: found } = await read(row);
    expect(isHeld(String(found), addSeconds(NOW, 61))).toBe(false);
    expect(await take(row, { found, next: second.value })).toBe(true);

    expect(await write(row, first.value, { set: { result: 'first' } })).toBe(false);
    expect(await read(row)).toMatchObject({ lease: second.value, result: 'none' });
    expect(await write(row, second.value, { set: { result: 'second', lease: null } })).toBe(true);
    expect(await read(row)).toMatchObject({ lease: null, result: 'second' });
    expect(await write(row, second.value, { set: { result: 'late' } })).toBe(false);
  });

  test('leases: a taker that read a lease renewed since then is refused', async () => {
    const row = await freeRow();
    await take(row, { found: null, next: newLease({ now: NOW, newId }, 60).value });
    const { lease: found } = await read(row);
    const renewed = newLease({ now: addSeconds(NOW, 59), newId }, 60).value;
    expect(await write(row, found, { set: { lease: renewed } })).toBe(true);
    expect(await take(row, { found, next: newLease({ now: NOW, newId }, 90).value })).toBe(false);
    expect((await read(row)).lease).toBe(renewed);
  });

  test('leases: further conditions of a write hold as well', async () => {
    const row = await freeRow();
    const next = newLease({ now: NOW, newId }, 60).value;
    const refused = takeLease(row, { found: null, next }, { when: { result: 'done' } });
    expect(await dynamoStore.writeOne(refused)).toBe(false);
    const accepted = takeLease(row, { found: null, next }, { when: { result: 'none' } });
    expect(await dynamoStore.writeOne(accepted)).toBe(true);
    expect(await write(row, next, { unset: ['lease'], when: { result: 'done' } })).toBe(false);
    expect(await write(row, next, { unset: ['lease'], when: { result: 'none' } })).toBe(true);
    expect(await read(row)).not.toHaveProperty('lease');
    expect(await take(row, { found: undefined, next })).toBe(true);
  });
});

async function freeRow(): Promise<LeasedRow> {
  const key = { pk: `leases#${randomUUID()}`, sk: 'row' };
  await dynamoStore.writeOne({ table: 'journal', put: { ...key, lease: null, result: 'none' } });
  return { table: 'journal', key, attribute: 'lease' };
}

const take = (...[row, values]: Parameters<typeof takeLease>) => dynamoStore.writeOne(takeLease(row, values));

const write = (...args: Parameters<typeof writeWhileHeld>) => dynamoStore.writeOne(writeWhileHeld(...args));

const read = async ({ table, key }: LeasedRow) => ({ ...(await dynamoStore.get(table, key)) });
