import { enqueueDueLists } from '#shared/screening/use-cases/enqueue-due-lists.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every half hour: the screening lists that were not confirmed for as long as their schedule says. */
export const handler = tickWorker('tickLists', enqueueDueLists);
