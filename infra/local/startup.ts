/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): void | Promise<void>;
}

/** Keeps account of a start: what has to be stopped again, and where the time went. */
export interface Startup {
  /** Notes what has been started, and hands it on. */
  stopLater<T extends Stoppable>(started: T): T;
  /** Stops all of it, the last first. */
  stopAll(): Promise<void>;
  timed<T>(name: string, work: Promise<T>): Promise<T>;
  timings: Record<string, number>;
}

export function startingUp(): Startup {
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
      if (failures.length > 0)
        throw new AggregateError(failures, 'Not everything could be stopped.');
    },
    timed: async (name, work) => {
      const startedMs = performance.now();
      const result = await work;
      timings[name] = Math.round(performance.now() - startedMs);
      return result;
    },
  };
}
