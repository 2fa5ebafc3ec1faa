import { conflict, refused } from '@assay/foundation';
import type * as z from 'zod';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { canDelegate } from '../document.ts';
import { mailboxOf } from '../email-rates.ts';
import { documentEvent } from '../events.ts';
import { DELEGATIONS_PER_SIGNER } from '../limits.ts';
import { putField } from '../repository/fields.ts';
import type { NewDelegation } from '../signer.ts';
import { signerSha256 } from '../signing/state.ts';
import { changeDocument } from './change-document.ts';
import { clearedOf, ofNewAddress } from './correct-signer.ts';
import { noticesFor, requestedInvitations } from './invitations.ts';
import { nextLink } from './links.ts';
import { assertMayAct, requireSigner, type Signing, withSigner } from './read-signing.ts';
import { assertRoomForLink } from './room-in-trail.ts';

/**
 * Hands the turn of a signer to another person, who takes over id, fields, order, role and identity check. The link
 * is replaced and what was entered with it is cleared, as after a corrected address. The invitation does not have the
 * reason: anyone with a link could send a text of their own to any address.
 */
export async function delegateSigning(
  context: Context,
  { stored, fields, signer }: Signing,
  { name, email, reason }: z.infer<typeof NewDelegation>,
): Promise<Pick<Change, 'writes' | 'events'>> {
  const { record } = stored;
  assertMayAct({ stored, fields, signer }, context.now);
  if (!record.allowDelegation)
    throw conflict('delegation_not_allowed', 'The sender does not let signers hand over this document.');
  if (!canDelegate(record, signer))
    throw conflict('too_many_delegations', `A turn can be handed over ${DELEGATIONS_PER_SIGNER} times.`);
  if (record.signers.some((one) => mailboxOf(one.email) === mailboxOf(email)))
    throw refused('already_a_signer', 'This address already takes part in the document. See `errors`.', [
      { path: 'email', message: 'Name a person who does not take part in the document yet.' },
    ]);
  assertRoomForLink(record);

  const at = context.now.toISOString();
  const delegation = { name: signer.name, email: signer.email, reason, at };
  const after = withSigner(record, signer, {
    name,
    email,
    ...(await nextLink(context, record.id, signer)),
    ...ofNewAddress(signer),
    delegations: [...(signer.delegations ?? []), delegation],
  });
  const delegate = requireSigner(after, signer.id);
  const cleared = clearedOf(fields, signer, context.now);
  const details = {
    signerId: signer.id,
    linkVersion: delegate.linkVersion,
    fromSha256: signerSha256(signer),
    toSha256: signerSha256(delegate),
    reason,
    clearedFields: cleared.map(({ id }) => id),
  };
  return changeDocument(context, stored, after, {
    entries: [{ action: 'signer.delegated', details }],
    writes: [
      ...cleared.map((field) => putField(context.caller, field)),
      ...(await requestedInvitations(context, after, [delegate])),
      ...noticesFor(context, after, 'delegated', signer.id),
    ],
    events: [documentEvent('signer.delegated', after, { signerId: signer.id }, { reason })],
  });
}
