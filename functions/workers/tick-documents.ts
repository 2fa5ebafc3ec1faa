import { deliverDueMail } from '#shared/documents/use-cases/deliver-due-mail.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every five minutes: documents nobody signed in time, and letters that did not go out. */
export const handler = tickWorker('tickDocuments', async (context) => {
  await expireDocuments(context);
  await deliverDueMail(context);
});
