import type { StoredSigner } from '../signer.ts';

/** The workflow of the identity check, which follows the emailed code. */
export const workflowOf = ({ identityCheck }: Pick<StoredSigner, 'identityCheck'>): string | null =>
  typeof identityCheck === 'object' && identityCheck !== null ? identityCheck.workflowId : null;

/** Whether the session of the signer was approved for a document with the name of the signer. */
const isNameConfirmed = ({ identitySession }: Pick<StoredSigner, 'identitySession'>): boolean => {
  const name = identitySession?.result?.name;
  return name === 'equal' || name === 'similar';
};

/** Whether nothing but the code is missing: no workflow checks this signer, or its session was approved. */
export const isIdentityConfirmed = (signer: Pick<StoredSigner, 'identityCheck' | 'identitySession'>): boolean =>
  workflowOf(signer) === null || isNameConfirmed(signer);
