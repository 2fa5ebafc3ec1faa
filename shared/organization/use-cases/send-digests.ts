import { mapConcurrently } from '@assay/foundation/concurrency';
import { roleOf } from '#shared/identity/contract.ts';
import { findPeople } from '#shared/identity/index.ts';
import type { Caller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logDefect, logDependencyFailure, measureOldestDue } from '#shared/platform/log.ts';
import { type Email, isMailError, isNotSent, isSendingRefused, maySendMail, sendMail } from '#shared/platform/mail.ts';
import {
  beginDigest,
  closeDigest,
  type DueDigest,
  leaseDigest,
  nextDigestAt,
  readDueDigests,
  unbeginDigest,
} from '#shared/risk/index.ts';
import { digestEmail, hasNews } from '../email-digest.ts';
import { countForDigest } from './count-for-digest.ts';

/** Longer than the worker runs. */
const LEASE_SECONDS = 10 * 60;
/** A change has a time of its own before it can be read. What is younger than this is left to the next digest. */
const SETTLED_SECONDS = 60;
const DIGESTS_AT_ONCE = 4;
/** Time one round may still take when the run is about to end. */
const LAST_ROUND_MS = 30_000;

/** Sends the digests that are due, in rounds. One that fails does not delay the others. */
export async function sendDueDigests(context: WorkerContext): Promise<void> {
  for (let round = 1; context.remainingMs() > LAST_ROUND_MS; round += 1) {
    const { digests, oldestSeconds } = await readDueDigests(context.store, context.clock());
    if (round === 1) measureOldestDue('digests', oldestSeconds);
    let taken = 0;
    let isRefused = false;
    await mapConcurrently(digests, DIGESTS_AT_ONCE, async (digest) => {
      if (isRefused) return;
      try {
        if (await sendDigest({ ...context, now: context.clock() }, digest)) taken += 1;
      } catch (error) {
        // SES sends nothing at the moment: what is leased is due again when its lease ends, and the rest stays due.
        isRefused ||= isSendingRefused(error);
        (isMailError(error) ? logDependencyFailure : logDefect)('sendDigest', context.requestId, error);
      }
    });
    if (taken === 0 || isRefused) return;
  }
}

/**
 * Sends one digest if there is news. It counts as sent from before it is sent, so that nobody gets it twice; but only
 * what is known to be sent stops being new: if a worker dies in between, the next digest covers the time again. False
 * if another worker has taken it.
 */
export async function sendDigest(context: WorkerContext, digest: DueDigest): Promise<boolean> {
  const { store, now } = context;
  const leasedUntil = addSeconds(now, LEASE_SECONDS).toISOString();
  if (!(await store.writeOne(leaseDigest(digest, leasedUntil)))) return false;
  const close = (since: string) =>
    store.writeOne(closeDigest(digest, leasedUntil, { since, next: nextDigestAt(digest.interval, now) }));
  if (digest.isBegun) {
    await close(digest.since);
    return true;
  }

  const settled = addSeconds(now, -SETTLED_SECONDS).toISOString();
  const until = settled > digest.since ? settled : digest.since;
  const email = await emailFor(context, digest, until);
  if (email) {
    if (!(await store.writeOne(beginDigest(digest, leasedUntil)))) return false;
    try {
      await sendMail(email);
    } catch (error) {
      if (isNotSent(error)) await store.writeOne(unbeginDigest(digest, leasedUntil));
      // An address that SES refuses is tried again with the next digest.
      if (isNotSent(error) && !isSendingRefused(error)) await close(digest.since);
      throw error;
    }
  }
  await close(until);
  return true;
}

async function emailFor(context: WorkerContext, digest: DueDigest, until: string): Promise<Email | undefined> {
  const { organizationId, mode, userId } = digest;
  const [person] = await findPeople(context.store, organizationId, [userId]);
  if (!maySendMail() || !person || person.isDisabled || person.email === null) return undefined;
  const caller: Caller = { organizationId, mode, kind: 'user', id: userId, role: roleOf(person) };
  const counts = await countForDigest({ ...context, caller }, { ...digest, until });
  return hasNews(counts) ? digestEmail({ name: person.name, email: person.email }, digest, counts) : undefined;
}
