import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseSchedule } from '../src/events/schedule-expression.ts';
import { startSchedules } from '../src/events/schedules.ts';

const AT = new Date('2026-03-14T09:26:53Z'); // a Saturday

test.each([
  ['rate(1 minute)', '2026-03-14T09:27:53'],
  ['rate(6 hours)', '2026-03-14T15:26:53'],
  ['rate(7 days)', '2026-03-21T09:26:53'],
  ['cron(* * * * ? *)', '2026-03-14T09:27:00'],
  ['cron(0/15 * * * ? *)', '2026-03-14T09:30:00'],
  ['cron(0 */6 * * ? *)', '2026-03-14T12:00:00'],
  ['cron(30 3 ? * MON-FRI *)', '2026-03-16T03:30:00'],
  ['cron(0 4 ? * 1 *)', '2026-03-15T04:00:00'],
  ['cron(0 0 1 JAN,APR ? *)', '2026-04-01T00:00:00'],
])('%s is due next at %s', (expression, expected) => {
  expect(parseSchedule(expression)(AT)).toEqual(new Date(`${expected}Z`));
});

test.each(['rate(0 minutes)', 'rate(5 weeks)', 'cron(* * * *)', 'cron(60 * * * ? *)', 'at(noon)'])(
  'refuses %s',
  (expression) => {
    expect(() => parseSchedule(expression)).toThrow('does not support the schedule');
  },
);

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A schedule every five minutes, on a clock that can be moved. */
function everyFiveMinutes() {
  const events: unknown[] = [];
  let shiftMs = 0;
  const schedule = {
    name: 'tick',
    arn: 'arn:tick',
    expression: 'rate(5 minutes)',
    targets: [{ functionName: 'tick', input: undefined }],
  };
  const schedules = startSchedules(
    [schedule],
    () => new Date(Date.now() + shiftMs),
    async (_functionName, event) => events.push(event),
  );
  const moveClock = (minutes: number) => {
    shiftMs += minutes * 60_000;
    schedules.clockMoved();
  };
  return { events, moveClock, ...schedules };
}

test('fires as time passes, and no more once it is stopped', async () => {
  const { events, stop } = everyFiveMinutes();

  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(events).toMatchObject([
    { 'detail-type': 'Scheduled Event', time: '2026-03-14T09:31:53Z' },
    { time: '2026-03-14T09:36:53Z' },
  ]);

  stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(events).toHaveLength(2);
});

test('fires once for all that became due when the clock is moved ahead', async () => {
  const { events, moveClock } = everyFiveMinutes();

  moveClock(4);
  expect(events).toHaveLength(0);
  moveClock(60 * 24);
  expect(events).toHaveLength(1);

  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(events).toHaveLength(2);
});

test('goes on when the clock is moved back', async () => {
  const { events, moveClock } = everyFiveMinutes();

  moveClock(-60 * 24);
  await vi.advanceTimersByTimeAsync(5 * 60_000);

  expect(events).toHaveLength(1);
});

test('paused schedules fire only when told to, and leave out what became due meanwhile', async () => {
  const { events, moveClock, pause, fire, resume, stop } = everyFiveMinutes();

  pause();
  moveClock(60);
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(events).toHaveLength(0);
  await fire(['another']);
  expect(events).toHaveLength(0);
  await fire(['tick']);
  expect(events).toHaveLength(1);

  moveClock(-90);
  resume();
  expect(events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(events).toHaveLength(3);
  stop();
});
