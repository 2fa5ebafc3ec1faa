import { deliverDueMail, expireDocuments } from '#shared/documents/index.ts';
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
