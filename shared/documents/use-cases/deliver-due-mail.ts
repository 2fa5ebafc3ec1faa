import { logDefect, measureOldestDue } from '#shared/platform/log.ts';
import { readDue } from '#shared/platform/store/due.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { DueMail } from '../repository/mails.ts';
import { deliverMail } from './deliver-mail.ts';

const LETTERS = 100;

/** One letter that cannot be sent holds up no other. */
export async function deliverDueMail(context: WorkerContext): Promise<void> {
  const { store, now, requestId } = context;
  const wanted = { now, limit: LETTERS, line: 'mails' as const };
  const { rows, oldestSeconds } = await readDue(store, 'documents', wanted);
  measureOldestDue('emails', oldestSeconds);
  for (const row of rows) {
    const mail = DueMail.safeParse(row);
    // The index lags behind: a row may be in other hands by now.
    if (!mail.success || mail.data.dueAt > now.toISOString()) continue;
    await deliverMail(context, mail.data).catch((error: unknown) =>
      logDefect('deliverMail', requestId, error),
    );
  }
}
