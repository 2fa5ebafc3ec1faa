import { isTurnOf } from '@assay/agreements';
import { addSeconds } from '#shared/platform/clock.ts';
import type { StoredDocument } from './document.ts';
import { isBlocked } from './email-delivery.ts';
import { REMINDER_GAP_SECONDS, REMINDERS_PER_SIGNER, TRAIL_ENTRIES_TO_ISSUE_LINK } from './limits.ts';
import type { StoredSigner } from './signer.ts';

const DAY_SECONDS = 24 * 60 * 60;

export interface Reminder {
  at: string;
  /** Whether it announces that the document expires soon. */
  isExpiring: boolean;
}

/**
 * The next automatic reminder of a signer. It follows from the document alone, and times are instants: days are 24
 * hours. Null for signers who cannot sign now, have not been invited yet or cannot be reached.
 */
export function nextReminderOf(document: StoredDocument, signer: StoredSigner): Reminder | null {
  const { status, signers, expiresAt, auditCount } = document;
  if (status !== 'sent' || expiresAt === null || auditCount >= TRAIL_ENTRIES_TO_ISSUE_LINK) return null;
  if (!isTurnOf(signer, signers) || signer.invitedAt === null || isBlocked(signer)) return null;
  const last = latestOf(signer.invitedAt, signer.remindedAt);
  const reminders = [waitingReminder(document, signer, last), expiryReminder(document, signer, last, expiresAt)];
  return earliestOf(reminders.filter((one) => one !== null && one.at < expiresAt));
}

/** When the first signer of a document is reminded. */
export const nextReminderAt = (document: StoredDocument): string | null =>
  earliestOf(document.signers.map((signer) => nextReminderOf(document, signer)))?.at ?? null;

function waitingReminder(
  { remindAfterDays }: StoredDocument,
  { reminders }: StoredSigner,
  last: string,
): Reminder | null {
  if (remindAfterDays === null || reminders >= REMINDERS_PER_SIGNER) return null;
  return { at: addSeconds(new Date(last), remindAfterDays * DAY_SECONDS).toISOString(), isExpiring: false };
}

function expiryReminder(
  { remindBeforeExpiryDays }: StoredDocument,
  { announcedExpiry }: StoredSigner,
  last: string,
  expiresAt: string,
): Reminder | null {
  if (remindBeforeExpiryDays === null || announcedExpiry === expiresAt) return null;
  const wanted = addSeconds(new Date(expiresAt), -remindBeforeExpiryDays * DAY_SECONDS).toISOString();
  return { at: latestOf(wanted, addSeconds(new Date(last), REMINDER_GAP_SECONDS).toISOString()), isExpiring: true };
}

const latestOf = (one: string, other: string | null) => (other !== null && other > one ? other : one);

/** Of two at the same time, the one that announces the expiry. */
function earliestOf(reminders: readonly (Reminder | null)[]): Reminder | null {
  let earliest: Reminder | null = null;
  for (const one of reminders)
    if (one && (earliest === null || one.at < earliest.at || (one.at === earliest.at && one.isExpiring)))
      earliest = one;
  return earliest;
}
