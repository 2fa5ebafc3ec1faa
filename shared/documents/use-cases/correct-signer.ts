import { filledBySigner } from '@assay/agreements';
import { conflict } from '@assay/foundation';
import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { statusAt } from '../document.ts';
import { quietDocumentEvent } from '../events.ts';
import { putField } from '../repository/fields.ts';
import type { StoredField } from '../repository/stored-field.ts';
import type { SignerCorrection, StoredSigner } from '../signer.ts';
import { isCopy } from '../signer-role.ts';
import { type Changed, changeDocument } from './change-document.ts';
import { requestedInvitations } from './invitations.ts';
import { nextLink } from './links.ts';
import type { WithFields } from './read-fields.ts';
import { requireSigner, withSigner } from './read-signing.ts';
import { assertRoomForLink, assertRoomInDraft } from './room-in-trail.ts';

/**
 * A transaction has at most 100 rows; document, audit trail, emails and history take some of them.
 */
const CLEARED_FIELDS = 50;

/** Versions of links begin at 1. */
const NO_LINK = 0;

/**
 * Corrects the name or address of a signer who has not signed. Both are part of what the signer saw, so a view
 * before the correction does not count. A new address on a sent document gets a new link, and all values entered with
 * the old link are cleared, because it may have reached the wrong person.
 */
export async function correctSigner(
  context: Context,
  { stored, fields }: WithFields,
  signer: StoredSigner,
  { name = signer.name, email = signer.email }: z.infer<typeof SignerCorrection>,
): Promise<Changed | undefined> {
  const { record } = stored;
  const status = statusAt(record, context.now);
  if ((status !== 'draft' && status !== 'sent') || signer.status !== 'pending')
    throw conflict(
      'not_open',
      signer.status === 'completed'
        ? 'The signer has signed and cannot be corrected.'
        : `The document is ${status}; its signers cannot be corrected.`,
    );
  const changed = [...(name === signer.name ? [] : ['name']), ...(email === signer.email ? [] : ['email'])];
  if (changed.length === 0) return undefined;
  if (status === 'draft') assertRoomInDraft(record);
  else assertRoomForLink(record);

  // The recipient of a copy has no link yet.
  const isReplaced = status === 'sent' && email !== signer.email && !isCopy(signer);
  const link = isReplaced ? await nextLink(context, record.id, signer) : {};
  const unseen = isReplaced
    ? ofNewAddress(signer)
    : // What was viewed named another signer, so it has to be viewed again, with the same link.
      { ...(signer.viewedAt !== null && { viewedLink: NO_LINK }) };
  const after = withSigner(record, signer, { name, email, identitySession: null, ...link, ...unseen });
  const cleared = isReplaced ? clearedOf(fields, signer, context.now) : [];
  const details = {
    signerId: signer.id,
    changed,
    isLinkReplaced: isReplaced,
    clearedFields: cleared.map(({ id }) => id),
  };
  return changeDocument(context, stored, after, {
    entries: [{ action: 'signer.corrected', details }],
    writes: [
      ...cleared.map((field) => putField(context.caller, field)),
      ...(isReplaced ? await requestedInvitations(context, after, [requireSigner(after, signer.id)]) : []),
    ],
    events: [quietDocumentEvent('document.signer_corrected', record, { details })],
  });
}

/** What was known of the holder of the mailbox before does not count for the next one. */
export const ofNewAddress = ({ linkVersion }: StoredSigner) => ({
  invitedAt: null,
  reminders: 0,
  remindedAt: null,
  announcedExpiry: null,
  viewedAt: null,
  viewedLink: null,
  consent: null,
  identityVerifiedAt: null,
  identitySession: null,
  delivery: null,
  addressSince: linkVersion + 1,
});

/** The fields that the signer has filled, empty again. */
export function clearedOf(fields: readonly StoredField[], signer: StoredSigner, now: Date): StoredField[] {
  const filled = fields.filter(({ signerId, filledBy }) => signerId === signer.id && filledBy === 'signer');
  if (filled.length > CLEARED_FIELDS)
    throw conflict(
      'too_many_filled_fields',
      `The signer has filled more than ${CLEARED_FIELDS} fields. Void the document and send a new one.`,
    );
  return filled.map((field) => ({
    ...field,
    ...filledBySigner(field, null, now.toISOString()),
    imageKey: null,
  }));
}
