import { enqueueDueLists } from '#shared/screening/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every half hour: enqueues screening lists that are due for a refresh. */
export const handler = tickWorker('tickLists', enqueueDueLists);
