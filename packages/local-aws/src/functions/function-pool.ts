import type { FunctionBlueprint } from '../template/blueprint.ts';
import {
  FunctionError,
  type FunctionWorker,
  type FunctionWorkerOptions,
  startFunctionWorker,
} from './function-worker.ts';

const WORKERS_PER_FUNCTION = 4;
const IDLE_SECONDS = 300;

/** Lambda's payload limit of a synchronous invocation, in both directions. */
const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;

export class PayloadTooLarge extends Error {
  override name = 'PayloadTooLarge';
}

/**
 * One function with as many workers as its load needs. As on Lambda, each handles one event at a
 * time; events beyond the limit are queued.
 */
export class FunctionPool {
  readonly #blueprint: FunctionBlueprint;
  readonly #options: FunctionWorkerOptions;
  readonly #workers = new Set<FunctionWorker>();
  readonly #idle: { worker: FunctionWorker; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: PromiseWithResolvers<FunctionWorker>[] = [];
  #isStopped = false;

  constructor(blueprint: FunctionBlueprint, options: FunctionWorkerOptions) {
    this.#blueprint = blueprint;
    this.#options = options;
  }

  get name(): string {
    return this.#blueprint.name;
  }

  async invoke(event: unknown): Promise<unknown> {
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES) throw new PayloadTooLarge();
    const worker = await this.#take();
    try {
      return await worker.invoke(payload);
    } finally {
      this.#giveBack(worker);
    }
  }

  setClock(shiftMs: number): void {
    this.#options.clockShiftMs = shiftMs;
    for (const worker of this.#workers) worker.setClock(shiftMs);
  }

  /** Applies to workers that start from now on. */
  setEnvironment(changes: Record<string, string>): void {
    Object.assign(this.#options.environment, changes);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const turn of this.#waiting) turn.reject(stopping());
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }

  async #take(): Promise<FunctionWorker> {
    if (this.#isStopped) throw stopping();
    // Use the most recently used worker, so that the others become idle and end.
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.timer);
      return idle.worker;
    }
    if (this.#workers.size < WORKERS_PER_FUNCTION) return this.#start();
    const turn = Promise.withResolvers<FunctionWorker>();
    this.#waiting.push(turn);
    return turn.promise;
  }

  #start(): FunctionWorker {
    const worker = startFunctionWorker(this.#blueprint, this.#options);
    this.#workers.add(worker);
    void worker.ended.then(() => this.#forget(worker));
    return worker;
  }

  #giveBack(worker: FunctionWorker): void {
    if (this.#isStopped || !worker.isAlive()) return;
    const next = this.#waiting.shift();
    if (next) next.resolve(worker);
    else {
      const timer = setTimeout(() => void worker.stop(), IDLE_SECONDS * 1000).unref();
      this.#idle.push({ worker, timer });
    }
  }

  #forget(worker: FunctionWorker): void {
    this.#workers.delete(worker);
    const index = this.#idle.findIndex((idle) => idle.worker === worker);
    if (index >= 0) this.#idle.splice(index, 1);
    if (this.#isStopped) return;
    const next = this.#waiting.shift();
    if (next) next.resolve(this.#start());
  }
}

const stopping = () => new FunctionError('The local cloud is stopping.');
