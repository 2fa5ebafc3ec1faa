import { randomUUID } from 'node:crypto';
import type { ScheduleBlueprint } from '../template/blueprint.ts';
import { ACCOUNT, REGION } from '../template/identities.ts';
import { parseSchedule } from './schedule-expression.ts';

export interface Schedules {
  /** Fires everything that became due when the clock was moved, once. */
  clockMoved(): void;
  stop(): void;
}

/** Maximum delay of a timer; longer waits take several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** EventBridge schedules as timers, on the clock of the functions. */
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
    // The failure has been reported already, and the next run follows anyway.
    for (const { functionName, input } of schedule.targets)
      invoke(functionName, input === undefined ? scheduledEvent(schedule, dueAt) : JSON.parse(input)).catch(
        () => undefined,
      );
  };
  const look = () => {
    clearTimeout(timer);
    const at = now();
    if (dueAt <= at) fire();
    // Also applies when the clock was moved back: a distant due time comes closer.
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
