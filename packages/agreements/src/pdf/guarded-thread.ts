import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { limitCpu } from '../cpu-limit.ts';

/**
 * Reads untrusted files in a worker thread. No decoder is safe from a file designed to run for
 * hours or to unpack to terabytes, and a thread can be terminated within a loop. The thread is
 * reused for the next file, runs one job at a time, and has no environment variables.
 */
const WATCH_EVERY_MS = 100;

export interface ThreadLimits {
  /** Of the time that the thread computes. */
  deadlineMs: number;
  heapMb: number;
  /** Of the heap and of memory outside it, such as unpacked streams and WebAssembly. */
  memoryMb: number;
}

const PDF_LIMITS: ThreadLimits = { deadlineMs: 20_000, heapMb: 512, memoryMb: 768 };

export type Jobs = Record<string, (input: never) => Promise<unknown>>;
type Input<J extends Jobs, Name extends keyof J> = Parameters<J[Name]>[0];
type Result<J extends Jobs, Name extends keyof J> = Awaited<ReturnType<J[Name]>>;

/** The result of a job, or `gave_up` if the file exceeds the limits on time or memory. */
export type RunJob<J extends Jobs> = <Name extends keyof J>(
  name: Name,
  input: Input<J, Name>,
  deadlineMs?: number,
) => Promise<Result<J, Name> | 'gave_up'>;

type Answer = { kind: 'ready' } | { kind: 'result'; result: unknown } | { kind: 'failed'; reason: string };

/**
 * `moduleUrl` is the `import.meta.url` of the module that defines the jobs: the thread runs that
 * file, or its bundle, so a deployment needs no second file. `role` distinguishes the threads of
 * one bundle.
 */
export function guardedThread<J extends Jobs>(
  role: string,
  moduleUrl: string,
  jobs: J,
  limits: ThreadLimits = PDF_LIMITS,
): RunJob<J> {
  if (parentPort && workerData === role) answerTo(parentPort, jobs);

  let thread: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function run(name: keyof J, input: unknown, deadlineMs: number): Promise<unknown> {
    thread ??= await startThread(role, moduleUrl, limits.heapMb);
    const worker = thread;
    const answer = Promise.withResolvers<unknown>();
    const giveUp = () => {
      thread = undefined;
      answer.resolve('gave_up');
      void worker.terminate();
    };
    const stopWaiting = limitCpu(worker, deadlineMs / 1000, giveUp);
    const watch = setInterval(() => {
      void usesTooMuch(worker, limits.memoryMb).then((isTooMuch) => isTooMuch && giveUp());
    }, WATCH_EVERY_MS);

    const listen = (message: Answer) => {
      if (message.kind === 'result') answer.resolve(message.result);
      if (message.kind === 'failed') answer.reject(new Error(message.reason));
    };
    worker.on('message', listen).once('error', giveUp);
    worker.postMessage({ name, input });
    try {
      return await answer.promise;
    } finally {
      stopWaiting();
      clearInterval(watch);
      worker.off('message', listen).off('error', giveUp);
    }
  }

  return <Name extends keyof J>(name: Name, input: Input<J, Name>, deadlineMs = limits.deadlineMs) => {
    const running = turn.then(() => run(name, input, deadlineMs));
    turn = running.catch(() => undefined);
    return running as Promise<Result<J, Name> | 'gave_up'>; // the thread runs the job of that name
  };
}

/** The heap limit of a thread does not cover memory outside it. */
async function usesTooMuch(worker: Worker, memoryMb: number): Promise<boolean> {
  const used = await worker.getHeapStatistics().catch(() => undefined);
  return used !== undefined && used.used_heap_size + used.external_memory > memoryMb * 1024 * 1024;
}

async function startThread(role: string, moduleUrl: string, heapMb: number): Promise<Worker> {
  const worker = new Worker(new URL(moduleUrl), {
    workerData: role,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('message', () => resolve()).once('error', reject);
  await promise;
  worker.off('error', reject);
  // The process may exit while the thread is idle or busy with a file.
  worker.on('error', () => undefined).unref();
  return worker;
}

function answerTo(port: MessagePort, jobs: Jobs): void {
  // Warnings of libraries quote the file, which may contain personal data.
  for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = () => undefined;
  const send = (answer: Answer) => port.postMessage(answer);
  port.on('message', async ({ name, input }: { name: string; input: never }) => {
    try {
      send({ kind: 'result', result: await jobs[name]?.(input) });
    } catch (error) {
      send({ kind: 'failed', reason: String(error) });
    }
  });
  send({ kind: 'ready' });
}
