import { enqueueDueLists } from '#shared/screening/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every half hour and after every deployment: enqueues screening lists that are due for a refresh or a new index. */
export const handler = tickWorker('tickLists', enqueueDueLists);
