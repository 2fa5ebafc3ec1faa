import { advanceWatches, WatchMessage } from '#shared/screening/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: one turn of the watches of an organization and mode. The only function that can read their customer data. */
export const handler = queueWorker('advanceWatches', WatchMessage, (context, message) =>
  advanceWatches(context, message),
);
