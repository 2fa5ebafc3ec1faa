import { isTurnOf } from '@assay/agreements';
import { conflict } from '@assay/foundation';
import type { Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { hasEnded, type StoredDocument } from '../document.ts';
import { isBlocked } from '../email-delivery.ts';
import { claimEmails, mailboxOf } from '../email-rates.ts';
import { addMail, type Notice, type SignerMail } from '../repository/mails.ts';
import type { StoredSigner } from '../signer.ts';

/** Emails to an address that bounced harm the sender's reputation and are not read. */
export function assertReachable(signers: readonly StoredSigner[]): void {
  const blocked = signers.find(isBlocked);
  if (!blocked) return;
  const why =
    blocked.delivery?.status === 'complained'
      ? 'The signer reported an email as spam.'
      : 'Emails to the signer bounced.';
  throw conflict(
    'email_blocked',
    `${why} No further emails are sent to this address. Correct it with PATCH /documents/{id}/signers/{signerId}.`,
  );
}

/** Invitations requested by a caller: counted now, or rejected. */
export async function requestedInvitations(
  context: Context,
  document: StoredDocument,
  signers: readonly StoredSigner[],
): Promise<Write[]> {
  const invited = signers.filter((signer) => isTurnOf(signer, document.signers));
  assertReachable(invited);
  await claimEmails(
    context,
    invited.map(({ email }) => email),
  );
  return invited.map((signer) => mailTo(context, 'invitation', document, signer, true));
}

/** Invitations to the signers whose turn has come. */
export const invitationsFor = (context: Context, document: StoredDocument, signers: readonly StoredSigner[]): Write[] =>
  signers
    .filter((signer) => isTurnOf(signer, document.signers))
    .map((signer) => mailTo(context, 'invitation', document, signer));

/** A link to a completed document, requested by the signer. */
export const requestedLink = (context: Context, document: StoredDocument, signer: StoredSigner) =>
  mailTo(context, 'link', document, signer, true);

/** Emails to everyone who signed. */
export const completionsFor = (context: Context, document: StoredDocument): Write[] =>
  document.signers.map((signer) => mailTo(context, 'completion', document, signer));

/** Emails to invited signers of a document that can no longer be signed. */
export const closingsFor = (context: Context, document: StoredDocument, signers: readonly StoredSigner[]): Write[] =>
  hasEnded(document)
    ? signers.filter(({ invitedAt }) => invitedAt !== null).map((signer) => mailTo(context, 'closed', document, signer))
    : [];

const mailTo = (
  { caller, now }: Context,
  kind: SignerMail['kind'],
  document: StoredDocument,
  { id, linkVersion }: StoredSigner,
  isCounted = false,
) => addMail(caller, { kind, documentId: document.id, signerId: id, linkVersion, isCounted }, now);

/** The signer's present code. */
export const codeTo = (
  { caller, now }: Context,
  { id: documentId }: StoredDocument,
  { id: signerId, linkVersion, identityCode }: StoredSigner,
): Write => {
  const number = identityCode?.number ?? 0;
  return addMail(caller, { kind: 'code', documentId, signerId, linkVersion, number, isCounted: true }, now);
};

/** A reminder, which the caller has asked for or which was due. */
export const reminderTo = (
  { caller, now }: Context,
  { id: documentId }: StoredDocument,
  { id: signerId, linkVersion, reminders }: StoredSigner,
  { isExpiring, isCounted }: { isExpiring: boolean; isCounted: boolean },
): Write =>
  addMail(
    caller,
    { kind: 'reminder', documentId, signerId, linkVersion, number: reminders, isExpiring, isCounted },
    now,
  );

/** An email to the sender, unless they want none or sign the document themselves and get one as a signer. */
export function noticesFor(
  { caller, now }: Context,
  { id: documentId, noticesTo, signers }: StoredDocument,
  about: Notice['about'],
  signerId: string | null = null,
): Write[] {
  if (noticesTo === null) return [];
  const isSigner = ({ email }: StoredSigner) => mailboxOf(email) === mailboxOf(noticesTo);
  if (about === 'completed' && signers.some(isSigner)) return [];
  return [addMail(caller, { kind: 'notice', about, documentId, signerId, isCounted: false }, now)];
}
