import { EmailEvent } from '#shared/documents/email-event.ts';
import { recordEmailEvent } from '#shared/documents/use-cases/record-email-event.ts';
import { queueWorker } from '#shared/worker.ts';

/** Records deliveries, bounces and complaints reported by SES. */
export const handler = queueWorker('recordEmailEvent', EmailEvent, recordEmailEvent);
