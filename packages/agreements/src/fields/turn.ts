import type { Finding } from '@assay/foundation';
import type { Field } from '../field.ts';
import { isReadOnly } from './filled-by.ts';

export interface SigningParty {
  id: string;
  signingOrder: number;
  /** Null until they have signed. */
  completedAt: string | null;
  /** A `copy` has no turn, an `approver` no fields. */
  role?: 'signer' | 'approver' | 'copy' | undefined;
}

/** Signers with the same number may act in parallel, after those with lower numbers. */
export const isTurnOf = (signer: SigningParty, signers: readonly SigningParty[]) =>
  signer.role !== 'copy' &&
  signer.completedAt === null &&
  signers.every(
    ({ signingOrder, completedAt, role }) =>
      role === 'copy' || signingOrder >= signer.signingOrder || completedAt !== null,
  );

/** Why this signer may not fill this field now; undefined if they may. */
export function fillRefusal(field: Field, signer: SigningParty, signers: readonly SigningParty[]): Finding | undefined {
  if (signer.completedAt !== null)
    return {
      path: 'signer',
      message: 'You have already signed. Your fields can no longer be changed.',
    };
  if (!isTurnOf(signer, signers)) return { path: 'signer', message: 'Other signers have to sign first.' };
  if (signer.role === 'approver') return { path: 'signer', message: 'An approver fills no fields.' };
  if (field.signerId !== signer.id) {
    if (!field.sharedFill) return { path: 'signer', message: 'This field belongs to another signer.' };
    const owner = signers.find(({ id }) => id === field.signerId);
    if (owner?.completedAt)
      return {
        path: 'field',
        message: 'Its signer has signed. The value can no longer be changed.',
      };
  }
  if (field.signingDate)
    return { path: 'field', message: 'The service writes this date when its signer finishes. It cannot be entered.' };
  if (isReadOnly(field)) return { path: 'field', message: 'This field was filled by the sender and is read-only.' };
  return undefined;
}
