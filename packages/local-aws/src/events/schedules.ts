import { randomUUID } from 'node:crypto';
import type { ScheduleBlueprint } from '../template/blueprint.ts';
import { ACCOUNT, REGION } from '../template/identities.ts';
import { parseSchedule } from './schedule-expression.ts';

export interface Schedules {
  /** Fires everything that became due when the clock was moved, once. */
  clockMoved(): void;
  /** Until `resume`, schedules fire only by `fire`: for a clock that is moved through months in seconds. */
  pause(): void;
  /** Fires the schedules of these functions now, and waits for them. */
  fire(functionNames: readonly string[]): Promise<void>;
  /** What became due meanwhile is left out. */
  resume(): void;
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
  let isPaused = false;
  const timers = schedules.map((schedule) => startTimer(schedule, { now, isPaused: () => isPaused, invoke: deliver }));
  return {
    pause: () => {
      isPaused = true;
    },
    fire: async (functionNames) => {
      await Promise.all(timers.map(({ fire }) => fire((name) => functionNames.includes(name))));
    },
    resume: () => {
      isPaused = false;
      for (const { restart } of timers) restart();
    },
    clockMoved: () => {
      for (const { look } of timers) look();
    },
    stop: () => {
      for (const { stop } of timers) stop();
    },
  };
}

interface TimerTools {
  now: () => Date;
  isPaused: () => boolean;
  invoke: (functionName: string, event: unknown) => Promise<unknown>;
}

function startTimer(schedule: ScheduleBlueprint, { now, isPaused, invoke }: TimerTools) {
  const nextDue = parseSchedule(schedule.expression);
  let dueAt = nextDue(now());
  let timer: NodeJS.Timeout | undefined;

  const fire = async (isWanted: (functionName: string) => boolean) => {
    const wanted = schedule.targets.filter(({ functionName }) => isWanted(functionName));
    // A failure has been reported already, and the next run follows anyway.
    await Promise.allSettled(
      wanted.map(({ functionName, input }) =>
        invoke(functionName, input === undefined ? scheduledEvent(schedule, dueAt) : JSON.parse(input)),
      ),
    );
  };
  const look = () => {
    clearTimeout(timer);
    const at = now();
    if (isPaused()) return;
    if (dueAt <= at) void fire(() => true);
    // Also applies when the clock was moved back: a distant due time comes closer.
    const soonest = nextDue(at);
    if (dueAt <= at || soonest < dueAt) dueAt = soonest;
    timer = setTimeout(look, Math.min(dueAt.getTime() - at.getTime(), LONGEST_TIMER_MS));
  };
  const restart = () => {
    dueAt = nextDue(now());
    look();
  };
  look();
  return { look, fire, restart, stop: () => clearTimeout(timer) };
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
