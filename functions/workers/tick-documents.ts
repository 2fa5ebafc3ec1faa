import { deliverDueMail } from '#shared/documents/use-cases/deliver-due-mail.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * Every minute: documents that expired, and emails that were not sent yet. If the first fails, the second is
 * done all the same, and then the failure is reported.
 */
export const handler = tickWorker('tickDocuments', async (context) => {
  try {
    await expireDocuments(context);
  } finally {
    await deliverDueMail(context);
  }
});
