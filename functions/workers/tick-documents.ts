import { deliverDueMail } from '#shared/documents/use-cases/deliver-due-mail.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * Runs every minute: expires documents and sends overdue emails. If the first step fails, the
 * second still runs before the failure is reported.
 */
export const handler = tickWorker('tickDocuments', async (context) => {
  try {
    await expireDocuments(context);
  } finally {
    await deliverDueMail(context);
  }
});
