import { refreshMonitored } from '#shared/risk/use-cases/refresh-monitored.ts';
import { streamWorker } from '#shared/worker.ts';

/** From the risk table's stream: watched subjects are checked as soon as there is new evidence. */
export const handler = streamWorker('refreshMonitoring', refreshMonitored);
