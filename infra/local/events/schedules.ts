import { randomUUID } from 'node:crypto';
import type { ScheduleBlueprint } from '#infra/local/template/blueprint.ts';
import { ACCOUNT, REGION } from '#infra/local/template/identities.ts';
import { parseSchedule } from './schedule-expression.ts';

export interface Schedules {
  /** The clock was moved: what became due is fired, once. */
  clockMoved(): void;
  stop(): void;
}

/** Longer waits do not fit into a timer; whoever wakes too early goes to sleep again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** EventBridge rules as timers, by the clock that functions see. */
export function startSchedules(
  schedules: readonly ScheduleBlueprint[],
  now: () => Date,
  invoke: (functionName: string, event: unknown) => Promise<unknown>,
  isDuplicate: () => boolean = () => false,
): Schedules {
  /** EventBridge delivers at least once. */
  const deliver = async (functionName: string, event: unknown) => {
    const again = isDuplicate() && invoke(functionName, event).catch(() => undefined);
    await invoke(functionName, event);
    await again;
  };
  const timers = schedules.map((schedule) => startTimer(schedule, now, deliver));
  return {
    clockMoved: () => {
      for (const { look } of timers) look();
    },
    stop: () => {
      for (const { stop } of timers) stop();
    },
  };
}

function startTimer(
  schedule: ScheduleBlueprint,
  now: () => Date,
  invoke: (functionName: string, event: unknown) => Promise<unknown>,
) {
  const nextDue = parseSchedule(schedule.expression);
  let dueAt = nextDue(now());
  let timer: NodeJS.Timeout | undefined;

  const fire = () => {
    // A failure has been reported where it happened, and the next turn comes anyway.
    for (const { functionName, input } of schedule.targets)
      invoke(
        functionName,
        input === undefined ? scheduledEvent(schedule, dueAt) : JSON.parse(input),
      ).catch(() => undefined);
  };
  const look = () => {
    clearTimeout(timer);
    const at = now();
    if (dueAt <= at) fire();
    // Also when the clock was turned back: what was due far ahead is due sooner again.
    const soonest = nextDue(at);
    if (dueAt <= at || soonest < dueAt) dueAt = soonest;
    timer = setTimeout(look, Math.min(dueAt.getTime() - at.getTime(), LONGEST_TIMER_MS));
  };
  look();
  return { look, stop: () => clearTimeout(timer) };
}

const scheduledEvent = ({ arn }: ScheduleBlueprint, dueAt: Date) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT,
  time: dueAt.toISOString().replace(/\.\d+Z$/, 'Z'),
  region: REGION,
  resources: [arn],
  detail: {},
});
