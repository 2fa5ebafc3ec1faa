import { isTurnOf } from '@assay/agreements';
import { conflict } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { type StoredDocument, statusAt } from '../document.ts';
import { claimEmails } from '../email-rates.ts';
import { quietDocumentEvent } from '../events.ts';
import { REQUESTED_REMINDER_GAP_SECONDS } from '../limits.ts';
import { nextReminderOf } from '../reminders.ts';
import type { StoredSigner } from '../signer.ts';
import { isCopy } from '../signer-role.ts';
import { type Changed, changeDocument } from './change-document.ts';
import { assertReachable, reminderTo } from './invitations.ts';
import { requireSigner, withSigner } from './read-signing.ts';
import { assertRoomForLink } from './room-in-trail.ts';

/**
 * Writes the reminders that are due. The document's row counts them in the same transaction, so a reminder is written
 * once, however many workers find it.
 */
export function remindDue(context: Context, stored: Stored<StoredDocument>): Pick<Change, 'writes' | 'events'> {
  const at = context.now.toISOString();
  const due = stored.record.signers.flatMap((signer) => {
    const reminder = nextReminderOf(stored.record, signer);
    return reminder && reminder.at <= at ? [{ signer, ...reminder }] : [];
  });
  if (due.length === 0) return { writes: [], events: [] };
  const after = due.reduce((document, { signer, isExpiring }) => reminded(context, document, signer, isExpiring), {
    ...stored.record,
  });
  const { writes, events } = changeDocument(context, stored, after, {
    // The trail has an entry once the email has been sent.
    entries: [],
    writes: due.map(({ signer, isExpiring }) =>
      reminderTo(context, after, requireSigner(after, signer.id), { isExpiring, isCounted: false }),
    ),
    events: due.map(({ signer }) => remindedEvent(after, signer)),
  });
  return { writes, events };
}

/** Reminds a signer because the sender asks for it. */
export async function remindSigner(
  context: Context,
  stored: Stored<StoredDocument>,
  signer: StoredSigner,
): Promise<Changed> {
  const { record } = stored;
  assertOpen(record, signer, context.now);
  assertReachable([signer]);
  assertRoomForLink(record);
  const latest =
    [record.sentAt, signer.invitedAt, signer.remindedAt]
      .map((at) => at ?? '')
      .sort()
      .at(-1) ?? '';
  const from = addSeconds(new Date(latest), REQUESTED_REMINDER_GAP_SECONDS).toISOString();
  if (context.now.toISOString() < from)
    throw conflict('reminded_recently', `The signer was emailed less than an hour ago. Remind them from ${from} on.`);
  await claimEmails(context, [signer.email]);

  const after = reminded(context, record, signer, false);
  return changeDocument(context, stored, after, {
    entries: [],
    writes: [reminderTo(context, after, requireSigner(after, signer.id), { isExpiring: false, isCounted: true })],
    events: [remindedEvent(record, signer)],
  });
}

function assertOpen(document: StoredDocument, signer: StoredSigner, now: Date): void {
  const status = statusAt(document, now);
  if (status !== 'sent' || signer.status !== 'pending')
    throw conflict(
      'not_open',
      status === 'sent'
        ? 'This signer has no pending signature on the document.'
        : `The document is ${status}. Its signers cannot be reminded.`,
    );
  if (isCopy(signer)) throw conflict('not_open', 'The recipient of a copy has nothing to sign.');
  if (!isTurnOf(signer, document.signers)) throw conflict('not_open', 'Other signers have to sign first.');
}

const reminded = ({ now }: Context, document: StoredDocument, signer: StoredSigner, isExpiring: boolean) =>
  withSigner(document, signer, {
    reminders: signer.reminders + 1,
    remindedAt: now.toISOString(),
    ...(isExpiring && { announcedExpiry: document.expiresAt }),
  });

const remindedEvent = (document: StoredDocument, { id: signerId }: StoredSigner) =>
  quietDocumentEvent('document.signer_reminded', document, { details: { signerId } });
