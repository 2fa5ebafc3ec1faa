import type { Caller } from './caller.ts';
import type { RequestClient } from './http/request.ts';
import type { Store } from './store/store.ts';

/** The dependencies of every use case: its only access to time, ids and the database. */
export interface Context<C extends Caller = Caller> {
  store: Store;
  caller: C;
  now: Date;
  newId: () => string;
  requestId: string;
  /** Of the request, if it has one: the same in every repetition. */
  idempotencyKey?: string | undefined;
  /** Undefined in workers. */
  client?: RequestClient;
  /** Throws if the caller may no longer make changes. For requests that make several; undefined in workers. */
  confirmCaller?: () => Promise<void>;
}

/** A worker has no caller: a message or row names its scope. */
export interface WorkerContext extends Omit<Context, 'caller'> {
  /** The current time; `now` is when the run began. */
  clock: () => Date;
  /** The time left for this run. */
  remainingMs: () => number;
}
