import { drawDueSamples } from '#shared/quality/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Runs every five minutes: draws quality samples with the roots of audit logs that were sealed since. */
export const handler = tickWorker('tickQuality', drawDueSamples);
