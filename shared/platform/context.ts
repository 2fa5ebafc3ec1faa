import type { Caller } from './caller.ts';
import type { RequestClient } from './http/request.ts';
import type { Store } from './store/store.ts';

/** What every use case is given. Nothing else tells it the time, makes ids or reaches the database. */
export interface Context<C extends Caller = Caller> {
  store: Store;
  caller: C;
  now: Date;
  newId: () => string;
  requestId: string;
  /** Missing where a worker acts. */
  client?: RequestClient;
}
