import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { temporaryDirectory } from '../harsh/temporary-directory.ts';
import type { FunctionBlueprint } from '../template/blueprint.ts';
import { type BootstrapData, bootstrap, type FromWorker, type ToWorker } from './function-bootstrap.ts';

/** A failed start rejects, which ends the thread with that error. */
const BOOTSTRAP = `(${bootstrap})((url) => import(url));`;

/** A failed invocation: the function threw, timed out, ran out of memory or could not be loaded. */
export class FunctionError extends Error {
  override name = 'FunctionError';
}

export interface FunctionWorker {
  /** Resolves with the handler's result; rejects with a `FunctionError`. One event at a time. */
  invoke(event: string): Promise<unknown>;
  setClock(shiftMs: number): void;
  /** False as soon as the worker is known to be ending. */
  isAlive(): boolean;
  /** Settles when the worker has ended. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface FunctionWorkerOptions {
  environment: Record<string, string>;
  clockShiftMs: number;
  /** Multiplies timeouts, so that a start on a busy machine does not exceed them. */
  timeLimits: { factor: number };
  /** Directory for compiled code. */
  codeCache?: string | undefined;
  /** Receives the function's standard output and error. */
  onOutput(chunk: Buffer): void;
  harsh?: FunctionHarshness | undefined;
}

/** Faults of harsh mode for functions. */
export interface FunctionHarshness {
  /** Freezes the function between invocations. */
  freezes: boolean;
  limitsTemporaryFiles: boolean;
  /** Milliseconds after which this invocation is killed; undefined if it is not. */
  killAfterMs(): number | undefined;
}

const BYTES_PER_MB = 1024 * 1024;

/** A function's bundle in a worker thread with its own environment and heap. */
export function startFunctionWorker(
  { directory, handler, name, arn, memoryMb, temporaryMb, timeoutSeconds }: FunctionBlueprint,
  { environment, clockShiftMs, timeLimits, codeCache, onOutput, harsh }: FunctionWorkerOptions,
): FunctionWorker {
  const freezer = harsh?.freezes ? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) : undefined;
  const sent = freezer && new Int32Array(freezer);
  const temporary = harsh?.limitsTemporaryFiles ? temporaryDirectory(temporaryMb * BYTES_PER_MB) : undefined;
  const workerData: BootstrapData = {
    directory,
    handler,
    memoryMb,
    timeoutSeconds,
    clockShiftMs,
    codeCache,
    functionName: name,
    functionArn: arn,
    freezer,
  };
  const worker = new Worker(BOOTSTRAP, {
    eval: true,
    workerData,
    env: { ...environment, ...(temporary && { TMPDIR: temporary.path }) },
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
  // The invocation rejects if the start fails. Without an invocation the rejection is ignored.
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
    temporary?.remove();
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
      // As on Lambda, initialisation does not count towards the timeout.
      await ready.promise;
      current = Promise.withResolvers();
      const endWith = (message: string) => {
        fail(message);
        void worker.terminate();
      };
      const limitSeconds = timeoutSeconds * timeLimits.factor;
      const timer = setTimeout(() => endWith(`Task timed out after ${limitSeconds} seconds`), limitSeconds * 1000);
      const killAfterMs = harsh?.killAfterMs();
      const killer = killAfterMs === undefined ? undefined : setTimeout(() => endWith(KILLED), killAfterMs);
      const full = `ENOSPC: the temporary directory holds more than ${temporaryMb} MB`;
      const unwatch = temporary?.watch(() => endWith(full));
      if (sent) {
        Atomics.add(sent, 0, 1);
        Atomics.notify(sent, 0);
      }
      send({ kind: 'event', requestId: randomUUID(), event });
      try {
        const result = await current.promise;
        if (!(await temporary?.isFull())) return result;
        endWith(full);
        throw new FunctionError(full);
      } finally {
        clearTimeout(timer);
        clearTimeout(killer);
        unwatch?.();
        current = undefined;
      }
    },
  };
}

/** Error message of an invocation that harsh mode killed. */
const KILLED = 'Harsh mode killed the function.';

const describe = (error: unknown) => {
  const { name, message } = error as Partial<Error>;
  return `${name ?? 'Error'}: ${message ?? 'unknown'}`;
};
