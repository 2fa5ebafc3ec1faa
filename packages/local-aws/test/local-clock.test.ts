import { expect, test } from 'vitest';
import { localClock } from '../src/local-clock.ts';

const asked = (setting: unknown) => Buffer.from(JSON.stringify(setting));

test.each([
  ['farther than a date goes', { advanceSeconds: 1e300 }],
  ['beyond the year 9999', { advanceSeconds: 400 * 365 * 86_400 * 25 }],
  ['before the year 0', { advanceSeconds: -2_100 * 366 * 86_400 }],
  ['a time that is none', { now: '2031-02-30T00:00:00Z' }],
  ['nothing that is known', { faster: true }],
])('is not moved %s', (_case, setting) => {
  const moves: number[] = [];
  const clock = localClock((shiftMs) => moves.push(shiftMs));
  clock.set(asked({ advanceSeconds: 60 }));

  const answer = clock.set(asked(setting));

  expect(answer.status).toBe(400);
  expect([moves, clock.shiftMs()]).toEqual([[60_000], 60_000]);
});

test('is read with how far it has been moved', () => {
  const clock = localClock(() => undefined);
  clock.set(asked({ advanceSeconds: 3_600 }));

  const beforeMs = Date.now();
  const { status, body } = clock.read();
  const afterMs = Date.now();

  const { now, shiftSeconds } = JSON.parse(String(body));
  expect([status, shiftSeconds]).toEqual([200, 3_600]);
  expect(Date.parse(now)).toBeGreaterThanOrEqual(beforeMs + 3_600_000);
  expect(Date.parse(now)).toBeLessThanOrEqual(afterMs + 3_600_000);
});

test('is moved on, to a time, and back', () => {
  const moves: number[] = [];
  const clock = localClock((shiftMs) => moves.push(shiftMs));

  const answers = [
    clock.set(asked({ advanceSeconds: 60 })),
    clock.set(asked({ advanceSeconds: 60 })),
    clock.set(asked({ now: '2031-01-01T00:00:00+01:00' })),
    clock.set(asked({ reset: true })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(String(answers[2]?.body)).toContain('2030-12-31T23:00:0');
  expect([moves[0], moves[1], moves[3]]).toEqual([60_000, 120_000, 0]);
});
