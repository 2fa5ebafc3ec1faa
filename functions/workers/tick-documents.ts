import { deliverDueMail } from '#shared/documents/use-cases/deliver-due-mail.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * Every five minutes: documents nobody signed in time, and letters that did not go out. If the first
 * fails, the second is done all the same, and then the failure is told.
 */
export const handler = tickWorker('tickDocuments', async (context) => {
  try {
    await expireDocuments(context);
  } finally {
    await deliverDueMail(context);
  }
});
