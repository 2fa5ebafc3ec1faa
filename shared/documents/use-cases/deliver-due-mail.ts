import { setTimeout as sleep } from 'node:timers/promises';
import { mapConcurrently } from '@assay/foundation/concurrency';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logDefect, logDependencyFailure, measureOldestDue } from '#shared/platform/log.ts';
import { isMailError, isSendingPaused } from '#shared/platform/mail.ts';
import { isStillDue, readDue } from '#shared/platform/store/due.ts';
import { DueMail } from '../repository/mails.ts';
import { deliverMail, SendingRefused } from './deliver-mail.ts';

const EMAILS = 100;
/** Emails sent concurrently. New SES accounts may send 14 per second. */
const EMAILS_AT_ONCE = 4;
/** Time a round may still take when the run is about to end. */
const LAST_ROUND_MS = 20_000;
/** Pauses after SES throttles; if it throttles again, the next tick continues. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000];

/**
 * Sends due emails in rounds until none is left or the time of the run is nearly over. One email
 * that fails does not delay others; when SES stops sending altogether, the rest waits.
 */
export async function deliverDueMail(context: WorkerContext): Promise<void> {
  let refusals = 0;
  for (let round = 1; ; round += 1) {
    const now = context.clock();
    const wanted = { now, limit: EMAILS, line: 'mails' as const };
    const { rows, oldestSeconds } = await readDue(context.store, 'documents', wanted);
    if (round === 1) measureOldestDue('emails', oldestSeconds);
    const due = rows.flatMap((row) => {
      const mail = DueMail.safeParse(row);
      return mail.success && isStillDue(row, now) ? [mail.data] : [];
    });
    const { isRefused, taken } = await deliverRound({ ...context, now }, due);
    const pauseMs = isRefused ? BACKOFF_MS[refusals] : 0;
    // Other workers have taken the rest.
    if (taken === 0 || pauseMs === undefined) return;
    if (context.remainingMs() < LAST_ROUND_MS + pauseMs) return;
    if (isRefused) refusals += 1;
    await sleep(pauseMs);
  }
}

/**
 * Returns how many emails were taken, and whether SES stopped sending; emails not tried stay due.
 */
async function deliverRound(context: WorkerContext, due: readonly DueMail[]) {
  let isRefused = false;
  let taken = 0;
  const deliver = async (mail: DueMail) => {
    try {
      if (await deliverMail(context, mail)) taken += 1;
    } catch (error) {
      taken += 1;
      const isRefusal = error instanceof SendingRefused;
      if (isRefusal) isRefused = true;
      // Throttling ends by itself; a paused account needs an operator.
      if (isRefusal && !isSendingPaused(error.cause)) return;
      (isRefusal || isMailError(error) ? logDependencyFailure : logDefect)('deliverMail', context.requestId, error);
    }
  };
  await mapConcurrently(due, EMAILS_AT_ONCE, async (mail) => {
    if (!isRefused && context.remainingMs() >= LAST_ROUND_MS / 2) await deliver(mail);
  });
  return { isRefused, taken };
}
