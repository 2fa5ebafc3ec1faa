import { mailIn } from '#shared/documents/repository/mails.ts';
import { deliverMail } from '#shared/documents/use-cases/deliver-mail.ts';
import { streamWorker } from '#shared/worker.ts';

/** Letters as they come to be due, told by the stream. */
export const handler = streamWorker('sendMail', async (context, rows) => {
  for (const row of rows) await deliverMail(context, mailIn(row));
});
