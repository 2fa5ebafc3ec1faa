import { refreshMonitored } from '#shared/risk/index.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream of the risk table: checks monitored subjects as soon as new evidence arrives. */
export const handler = streamWorker('refreshMonitoring', refreshMonitored);
