import { isTurnOf } from '@assay/agreements';
import { conflict, notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { API_PREFIX } from '#shared/platform/http/route.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { StoredDocument } from '../document.ts';
import { listFields } from '../repository/fields.ts';
import type { StoredField } from '../repository/stored-field.ts';
import type { StoredSigner } from '../signer.ts';
import type { SigningLink } from '../signing/link.ts';
import { type SigningState, signingState } from '../signing/state.ts';
import type { WithFields } from './read-fields.ts';
import { closed } from './require-status.ts';

export interface Signing extends WithFields {
  signer: StoredSigner;
}

/** The context of a request with a signing link. The link has been verified. */
export interface SignerContext extends Context {
  link: SigningLink;
  /**
   * The passed identity check; null if the document needs none now. `unconfirmed`: the code was entered, and the
   * workflow that follows it has not confirmed the signer.
   */
  identity: { verifiedAt: string } | 'missing' | 'unconfirmed' | null;
  /**
   * Returns the document that was read to verify the link, so that a request reads it once. Later calls
   * read it again, because the use case only runs again after a concurrent change.
   */
  readLinked: () => Promise<Stored<StoredDocument>>;
}

/** The document first, then its fields, for the same reason as in `readWithFields`. */
export async function readSigning(context: SignerContext): Promise<Signing> {
  const stored = await context.readLinked();
  const fields = await listFields(context.store, context.caller, stored.record.id);
  return { stored, fields, signer: requireSigner(stored.record, context.caller.id) };
}

export function requireSigner({ signers }: StoredDocument, id: string): StoredSigner {
  const signer = signers.find((one) => one.id === id);
  if (!signer) throw notFound('signer');
  return signer;
}

/** Throws unless the signer may act now. */
export function assertMayAct({ stored: { record }, signer }: Signing, now: Date): void {
  if (record.status !== 'sent') throw closed(record, now);
  if (signer.status === 'completed')
    throw conflict('signed_already', 'You have already signed. Your fields can no longer be changed.');
  if (!isTurnOf(signer, record.signers)) throw conflict('not_your_turn', 'Other signers have to sign first.');
}

/** The signer's view of a current or future state; `revealImages` completes it. */
export function presentSigning(
  { now, caller }: Context,
  { document, fields }: { document: StoredDocument; fields: readonly StoredField[] },
): SigningState {
  const signer = requireSigner(document, caller.id);
  return signingState(document, signer, fields, now);
}

/** Image URLs contain the signer's link, so an idempotency record stores the state without them. */
export async function revealImages(
  _context: Context,
  state: SigningState,
  { params }: { params: { token: string } },
): Promise<SigningState> {
  const link = `${API_PREFIX}/signing/${encodeURIComponent(params.token)}`;
  const fields = state.fields.map((field) => ({
    ...field,
    signatureImage: field.signatureImage === null ? null : `${link}${field.signatureImage}`,
  }));
  return { ...state, fields };
}

/** The document with this signer replaced. */
export const withSigner = (
  document: StoredDocument,
  { id }: StoredSigner,
  change: Partial<StoredSigner>,
): StoredDocument => ({
  ...document,
  signers: document.signers.map((one) => (one.id === id ? { ...one, ...change } : one)),
});
