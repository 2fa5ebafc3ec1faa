/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): void | Promise<void>;
}

/** Progress messages of the phases. */
const PHASES = {
  template: 'Synthesising the template',
  database: 'Starting DynamoDB Local',
  queues: 'Starting queues and buckets',
  tables: 'Creating tables',
  credentials: 'Creating demo credentials',
};
type Phase = keyof typeof PHASES;

/** Records what has to be stopped again, and how long each phase takes. */
export interface Startup {
  /** Registers a started part for `stopAll` and returns it. */
  stopLater<T extends Stoppable>(started: T): T;
  /** Stops all parts in reverse order. */
  stopAll(): Promise<void>;
  timed<T>(phase: Phase, work: Promise<T>): Promise<T>;
  timings: Record<string, number>;
}

/** Interval of progress messages for a long phase. */
const REMINDER_MS = 15_000;

export function trackStartup(progress: (line: string) => void): Startup {
  const started: Stoppable[] = [];
  const timings: Record<string, number> = {};
  return {
    timings,
    stopLater: (part) => {
      started.push(part);
      return part;
    },
    stopAll: async () => {
      const failures: unknown[] = [];
      for (const part of started.splice(0).reverse()) {
        try {
          await part.stop();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some parts of the local cloud failed to stop.');
    },
    timed: async (phase, work) => {
      const startedMs = performance.now();
      const tookMs = () => Math.round(performance.now() - startedMs);
      progress(`${PHASES[phase]} ...`);
      const reminder = setInterval(
        () => progress(`${PHASES[phase]}: ${Math.round(tookMs() / 1000)} s so far ...`),
        REMINDER_MS,
      );
      try {
        return await work;
      } finally {
        clearInterval(reminder);
        timings[phase] = tookMs();
      }
    },
  };
}
