import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { FunctionBlueprint } from '#infra/local/template/blueprint.ts';
import type { BootstrapData, FromWorker, ToWorker } from './function-bootstrap.ts';

const BOOTSTRAP = new URL('./function-bootstrap.ts', import.meta.url);

/** A function that failed: it threw, ran out of time or memory, or could not be loaded. */
export class FunctionError extends Error {
  override name = 'FunctionError';
}

export interface FunctionWorker {
  /** Settles with what the handler returns; rejects with a `FunctionError`. One event at a time. */
  invoke(event: string): Promise<unknown>;
  setClock(shiftMs: number): void;
  /** False as soon as it is known to end, which is before it has ended. */
  isAlive(): boolean;
  /** Settles when the worker has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface FunctionWorkerOptions {
  environment: Record<string, string>;
  clockShiftMs: number;
  /** Time limits are this many times as long: a start on a busy machine must not fail for them. */
  timeLimits: { factor: number };
  /** What the function writes to its standard output and error. */
  onOutput(chunk: Buffer): void;
}

/** One function from its bundle, in a thread with an environment and a heap of its own. */
export function startFunctionWorker(
  { directory, handler, name, arn, memoryMb, timeoutSeconds }: FunctionBlueprint,
  { environment, clockShiftMs, timeLimits, onOutput }: FunctionWorkerOptions,
): FunctionWorker {
  const workerData: BootstrapData = {
    ...{ directory, handler, memoryMb, timeoutSeconds, clockShiftMs },
    ...{ functionName: name, functionArn: arn },
  };
  const worker = new Worker(BOOTSTRAP, {
    workerData,
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.stdout.on('data', onOutput);
  worker.stderr.on('data', onOutput);
  const send = (message: ToWorker) => worker.postMessage(message);

  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // Whoever invokes hears of a failed start; without an invocation there is nobody to tell.
  ready.promise.catch(() => undefined);
  let current: PromiseWithResolvers<unknown> | undefined;
  let isAlive = true;

  const fail = (message: string) => {
    isAlive = false;
    const error = new FunctionError(message);
    ready.reject(error);
    current?.reject(error);
  };
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'error') current?.reject(new FunctionError(describe(message)));
    else current?.resolve(message.result === undefined ? null : JSON.parse(message.result));
  });
  worker.on('error', (error) => fail(describe(error)));
  worker.on('exit', () => {
    fail('The function ended without an answer.');
    ended.resolve();
  });

  return {
    ended: ended.promise,
    isAlive: () => isAlive,
    setClock: (shiftMs) => send({ kind: 'clock', shiftMs }),
    stop: async () => {
      await worker.terminate();
    },
    async invoke(event) {
      // As on Lambda, loading the code does not count towards the time limit.
      await ready.promise;
      current = Promise.withResolvers();
      const limitSeconds = timeoutSeconds * timeLimits.factor;
      const timer = setTimeout(() => {
        fail(`Task timed out after ${limitSeconds} seconds`);
        void worker.terminate();
      }, limitSeconds * 1000);
      send({ kind: 'event', requestId: randomUUID(), event });
      try {
        return await current.promise;
      } finally {
        clearTimeout(timer);
        current = undefined;
      }
    },
  };
}

const describe = (error: unknown) => {
  const { name, message } = error as Partial<Error>;
  return `${name ?? 'Error'}: ${message ?? 'unknown'}`;
};
