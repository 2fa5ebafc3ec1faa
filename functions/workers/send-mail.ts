import { deliverMail, mailIn, SendingRefused } from '#shared/documents/index.ts';
import { streamWorker } from '#shared/worker.ts';

/**
 * Sends emails that are due. Once SES throttles or pauses sending, the rest is left to the tick,
 * which backs off.
 */
export const handler = streamWorker('sendMail', async (context, rows) => {
  try {
    for (const row of rows) await deliverMail(context, mailIn(row));
  } catch (error) {
    if (!(error instanceof SendingRefused)) throw error;
  }
});
