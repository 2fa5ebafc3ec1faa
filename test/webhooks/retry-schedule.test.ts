import { expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import { jitterOf, secondsUntilNext } from '#shared/webhooks/retry-schedule.ts';

test.each([
  [0, [60, 120, 240, 480, null]],
  [1, [66, 132, 264, 528, null]],
])('retry schedule: with jitter %s the delays are %j', (jitter, expected) => {
  expect([1, 2, 3, 4, 5].map((attempt) => secondsUntilNext(attempt, null, jitter))).toEqual(expected);
});

test('retry schedule: a longer `Retry-After` counts up to 15 minutes, a shorter one not', () => {
  expect([30, 180, 86_400].map((seconds) => secondsUntilNext(1, seconds, 0.5))).toEqual([63, 180, 900]);
});

test('retry schedule: jitter is the same for a delivery and attempt, and spread over deliveries', () => {
  const ids = Array.from({ length: 1_000 }, () => newId());
  const jitters = ids.map((id) => jitterOf(id, 1));

  expect(ids.map((id) => jitterOf(id, 1))).toEqual(jitters);
  expect(Math.min(...jitters)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...jitters)).toBeLessThanOrEqual(1);
  const tenths = Map.groupBy(jitters, (jitter) => Math.min(Math.floor(jitter * 10), 9));
  expect(tenths.size).toBe(10);
});
