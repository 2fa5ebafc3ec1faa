import { EmailEvent, recordEmailEvent } from '#shared/documents/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Records deliveries, bounces and complaints reported by SES. */
export const handler = queueWorker('recordEmailEvent', EmailEvent, recordEmailEvent);
