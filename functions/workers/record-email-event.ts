import { EmailEvent } from '#shared/documents/email-event.ts';
import { recordEmailEvent } from '#shared/documents/use-cases/record-email-event.ts';
import { queueWorker } from '#shared/worker.ts';

/** Deliveries, bounces and complaints as SES reports them. */
export const handler = queueWorker('recordEmailEvent', EmailEvent, recordEmailEvent);
