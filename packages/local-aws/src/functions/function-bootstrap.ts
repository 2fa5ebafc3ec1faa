import type { MessagePort } from 'node:worker_threads';
import type { Context } from 'aws-lambda';

export interface BootstrapData {
  directory: string;
  handler: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  timeoutSeconds: number;
  clockShiftMs: number;
  /** Directory for compiled code, which makes the next start faster. */
  codeCache?: string | undefined;
  /** Counts sent events. If given, the thread blocks until the next one. */
  freezer?: SharedArrayBuffer | undefined;
}

export type ToWorker = { kind: 'event'; requestId: string; event: string } | { kind: 'clock'; shiftMs: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; result: string | undefined }
  | { kind: 'error'; name: string; message: string; stack: string };

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/**
 * Runs inside a function's worker thread, like the Lambda runtime: loads the bundle once and
 * handles one event at a time.
 *
 * A thread receives the text of this function, without its types: a thread that has to remove types
 * itself needs twice as long to start. So it uses nothing but its arguments and Node.
 */
export async function bootstrap(load: (url: string) => Promise<Record<string, unknown>>) {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module');
  const { join } = process.getBuiltinModule('node:path');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  const port = parentPort as MessagePort;
  const data: BootstrapData = workerData;

  /** Functions that support a shifted clock add this number of milliseconds to the time. */
  const shiftClock = (milliseconds: number) => {
    (globalThis as Record<symbol, unknown>)[Symbol.for('assay.clock-shift-ms')] = milliseconds;
  };

  /** `index.handler` is the export `handler` of `index.mjs`. */
  const loadHandler = async (): Promise<Handler> => {
    const [file = '', name = ''] = data.handler.split('.');
    if (data.codeCache) enableCompileCache(data.codeCache);
    const module = await load(pathToFileURL(join(data.directory, `${file}.mjs`)).href);
    if (data.codeCache) flushCompileCache();
    const handler = module[name];
    if (typeof handler !== 'function') throw new Error(`${file}.mjs does not export a function ${name}.`);
    return handler as Handler;
  };

  const noCallbacks = (): never => {
    throw new Error('The handler must be an asynchronous function.');
  };
  const contextOf = (requestId: string): Context => {
    const deadlineMs = Date.now() + data.timeoutSeconds * 1000;
    return {
      awsRequestId: requestId,
      functionName: data.functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: data.functionArn,
      memoryLimitInMB: String(data.memoryMb),
      logGroupName: `/aws/lambda/${data.functionName}`,
      logStreamName: 'local',
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
      done: noCallbacks,
      fail: noCallbacks,
      succeed: noCallbacks,
    };
  };

  shiftClock(data.clockShiftMs);
  const handler = await loadHandler();
  const send = (message: FromWorker) => port.postMessage(message);
  const sent = data.freezer && new Int32Array(data.freezer);
  let received = 0;
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'clock') return shiftClock(message.shiftMs);
    received += 1;
    try {
      const result = await handler(JSON.parse(message.event), contextOf(message.requestId));
      send({ kind: 'result', result: JSON.stringify(result) });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      console.error(error);
      send({ kind: 'error', name: error.name, message: error.message, stack: error.stack ?? '' });
    }
    // As on Lambda: no timer fires and no socket is read until the next event.
    if (sent) Atomics.wait(sent, 0, received);
  });
  send({ kind: 'ready' });
}
