import { attestDays, enqueueDueLists } from '#shared/screening/index.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * Every half hour and after every deployment: enqueues screening lists that are due for a refresh or a new index, and attests
 * the days that are over.
 */
export const handler = tickWorker('tickLists', async (context) => {
  await enqueueDueLists(context);
  await attestDays(context);
});
