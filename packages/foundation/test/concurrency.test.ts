import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency, mapConcurrently } from '../src/concurrency.ts';

test('concurrency limit: no more calls run than allowed, in order, and a failure frees its slot', async () => {
  const limited = limitConcurrency(3);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const call = (number: number) =>
    limited(async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      if (number % 4 === 0) throw new Error('failed');
      return number;
    });

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => call(number)));

  expect(most).toBe(3);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(await limited(async () => 'again')).toBe('again');
});

test('concurrent map: results are in the order of the values, and no more calls run than allowed', async () => {
  let running = 0;
  let most = 0;
  const slowerFirst = async (value: number) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = value; turn < 10; turn += 1) await nextTurn();
    running -= 1;
    return value * 2;
  };

  expect(await mapConcurrently([...Array(10).keys()], 4, slowerFirst)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  expect(most).toBe(4);
  expect(await mapConcurrently([], 4, slowerFirst)).toEqual([]);
});

test('concurrent map: a failure rejects, and the other values are still taken', async () => {
  const taken: number[] = [];
  const mapping = mapConcurrently([0, 1, 2, 3], 2, async (value) => {
    taken.push(value);
    await nextTurn();
    if (value === 0) throw new Error('failed');
  });

  await expect(mapping).rejects.toThrow('failed');
  await expect.poll(() => taken).toEqual([0, 1, 2, 3]);
});
