import { sealDueLogs } from '#shared/risk/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Runs every five minutes: adds the events of the day before to the audit logs that are due, and seals them. */
export const handler = tickWorker('tickAudit', sealDueLogs);
