import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from '#shared/platform/store/limit-concurrency.ts';

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
