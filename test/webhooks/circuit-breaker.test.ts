import { expect, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { circuitBreaker } from '#shared/webhooks/circuit-breaker.ts';
import type { Outcome } from '#shared/webhooks/outcome.ts';

const now = new Date('2026-03-14T09:26:53.589Z');
const outcome = (error: string | null): Outcome => ({
  status: error === null ? 200 : null,
  error,
  preview: null,
  retryAfterSeconds: null,
  latencyMs: 0,
});

function after(errors: (string | null)[]) {
  const breaker = circuitBreaker();
  for (const error of errors) breaker.note('one', outcome(error), now);
  return breaker;
}

const ten = Array<string>(10).fill('timeout');

test.each<[string, (string | null)[], boolean]>([
  ['nine deadlines in a row', ten.slice(1), false],
  ['ten', ten, true],
  ['nine, a success and one more', [...ten.slice(1), null, 'timeout'], false],
  ['nine, another failure and one more', [...ten.slice(1), 'connection_reset', 'timeout'], false],
  ['ten quick failures', ten.map(() => 'connection_refused'), false],
  ['attempts that it has stopped itself', [...ten.slice(1), 'circuit_open', 'circuit_open'], false],
])('circuit breaker: after %s it is open: %s', (_what, errors, isOpen) => {
  expect(after(errors).isOpen('one', now)).toBe(isOpen);
});

test('circuit breaker: is open for half a minute, and again after the next timeout', () => {
  const breaker = after(ten);

  expect(breaker.isOpen('one', addSeconds(now, 29))).toBe(true);
  expect(breaker.isOpen('one', addSeconds(now, 30))).toBe(false);
  breaker.note('one', outcome('timeout'), addSeconds(now, 31));
  expect(breaker.isOpen('one', addSeconds(now, 32))).toBe(true);
});

test('circuit breaker: affects one receiver only', () => {
  expect(after(ten).isOpen('another', now)).toBe(false);
});

test('circuit breaker: remembers a thousand receivers and drops the least recently used', () => {
  const breaker = after(ten);
  for (let other = 0; other < 999; other += 1) breaker.note(`other ${other}`, outcome('timeout'), now);
  const before = breaker.isOpen('one', now);

  breaker.note('one too many', outcome('timeout'), now);

  expect(before).toBe(true);
  expect(breaker.isOpen('one', now)).toBe(false);
});
