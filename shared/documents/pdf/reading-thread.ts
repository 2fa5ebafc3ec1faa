import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Files that nobody vouches for are read in a thread of their own. No reader of PDFs is safe from a file
 * made to keep it busy for hours or to unpack to terabytes, and a thread can be ended in mid-loop. It is
 * kept for the next file, runs one at a time, and knows nothing of the environment.
 */
const DEADLINE_MS = 20_000;
const WATCH_EVERY_MS = 100;
const HEAP_MB = 512;
const MEMORY_BYTES = 768 * 1024 * 1024;
const ROLE = 'reads PDFs';

/** Loaded where they are needed: the thread that only asks has no use for libraries of this size. */
const readers = {
  inspect: async (pdf: Uint8Array) => (await import('./inspection.ts')).inspect(pdf),
  readTexts: async (pdf: Uint8Array) => (await import('./read-texts.ts')).readTexts(pdf),
  listFormFields: async (pdf: Uint8Array) =>
    (await import('./read-form-fields.ts')).readFormFields(pdf),
};
type Task = keyof typeof readers;
type Result<T extends Task> = Awaited<ReturnType<(typeof readers)[T]>>;

type Answer =
  | { kind: 'ready' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failed'; reason: string };

let thread: Worker | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** What was read, or `gave_up` where the file takes more time or memory than any honest one. */
export function readApart<T extends Task>(
  task: T,
  pdf: Uint8Array,
  deadlineMs = DEADLINE_MS,
): Promise<Result<T> | 'gave_up'> {
  const reading = turn.then(() => read(task, pdf, deadlineMs));
  turn = reading.catch(() => undefined);
  return reading as Promise<Result<T> | 'gave_up'>; // the thread runs the reader of that name
}

async function read(task: Task, pdf: Uint8Array, deadlineMs: number): Promise<unknown> {
  thread ??= await startThread();
  const worker = thread;
  const answer = Promise.withResolvers<unknown>();
  const giveUp = () => {
    thread = undefined;
    answer.resolve('gave_up');
    void worker.terminate();
  };
  const deadline = setTimeout(giveUp, deadlineMs);
  const watch = setInterval(() => {
    void usesTooMuch(worker).then((isTooMuch) => isTooMuch && giveUp());
  }, WATCH_EVERY_MS);

  const listen = (message: Answer) => {
    if (message.kind === 'result') answer.resolve(message.result);
    if (message.kind === 'failed') answer.reject(new Error(message.reason));
  };
  worker.on('message', listen).once('error', giveUp);
  worker.postMessage({ task, pdf });
  try {
    return await answer.promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    worker.off('message', listen).off('error', giveUp);
  }
}

/** The limit on a thread's heap does not cover what lies outside it, as unpacked streams do. */
async function usesTooMuch(worker: Worker): Promise<boolean> {
  const used = await worker.getHeapStatistics().catch(() => undefined);
  return used !== undefined && used.used_heap_size + used.external_memory > MEMORY_BYTES;
}

/**
 * The thread runs the file this very code is in: this module, or the bundle it has become part of. So
 * there is no second file for a deployment to forget.
 */
async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: ROLE,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('message', () => resolve()).once('error', reject);
  await promise;
  worker.off('error', reject);
  // It may end with the process, between two files as well as with one that hangs.
  worker.on('error', () => undefined).unref();
  return worker;
}

if (parentPort && workerData === ROLE) answerTo(parentPort);

function answerTo(port: MessagePort): void {
  // What libraries complain of stands in the file, and might be personal.
  for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = () => undefined;
  const send = (answer: Answer) => port.postMessage(answer);
  port.on('message', async ({ task, pdf }: { task: Task; pdf: Uint8Array }) => {
    try {
      send({ kind: 'result', result: await readers[task](pdf) });
    } catch (error) {
      send({ kind: 'failed', reason: String(error) });
    }
  });
  send({ kind: 'ready' });
}
