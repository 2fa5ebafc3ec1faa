import type { Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { hasEnded, type KeptDocument, type KeptSigner } from '../document.ts';
import { claimEmails } from '../email-rates.ts';
import { isTurnOf } from '../fields/turn.ts';
import { addMail, type Mail } from '../repository/mails.ts';

/** Invitations that a caller asks for: counted now, or refused. */
export async function requestedInvitations(
  context: Context,
  document: KeptDocument,
  signers: readonly KeptSigner[],
): Promise<Write[]> {
  const invited = signers.filter((signer) => isTurnOf(signer, document.signers));
  await claimEmails(
    context,
    invited.map(({ email }) => email),
  );
  return invited.map((signer) => mailTo(context, 'invitation', document, signer, true));
}

/** Invitations for those of the signers whose turn has come. */
export const invitationsFor = (
  context: Context,
  document: KeptDocument,
  signers: readonly KeptSigner[],
): Write[] =>
  signers
    .filter((signer) => isTurnOf(signer, document.signers))
    .map((signer) => mailTo(context, 'invitation', document, signer));

/** Mail for everybody who has signed. */
export const completionsFor = (context: Context, document: KeptDocument): Write[] =>
  document.signers.map((signer) => mailTo(context, 'completion', document, signer));

/** Mail for those of the signers who were invited to what nobody can sign any more. */
export const closingsFor = (
  context: Context,
  document: KeptDocument,
  signers: readonly KeptSigner[],
): Write[] =>
  hasEnded(document)
    ? signers
        .filter(({ invitedAt }) => invitedAt !== null)
        .map((signer) => mailTo(context, 'closed', document, signer))
    : [];

const mailTo = (
  { caller, now }: Context,
  kind: Mail['kind'],
  document: KeptDocument,
  { id, linkVersion }: KeptSigner,
  isCounted = false,
) => addMail(caller, { kind, documentId: document.id, signerId: id, linkVersion, isCounted }, now);
