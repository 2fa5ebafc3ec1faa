import { sendDueDigests } from '#shared/organization/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Runs every five minutes: emails the digests of notifications that are due. */
export const handler = tickWorker('tickDigests', sendDueDigests);
