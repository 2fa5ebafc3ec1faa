import { refreshMonitored } from '#shared/risk/use-cases/refresh-monitored.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream of the risk table: checks monitored subjects as soon as new evidence arrives. */
export const handler = streamWorker('refreshMonitoring', refreshMonitored);
