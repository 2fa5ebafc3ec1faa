import * as z from 'zod';

/** What a person does on a document. Stored and shown for approvers and recipients of copies only. */
export const SignerRole = z
  .enum(['signer', 'approver', 'copy'])
  .describe(
    '`approver`: approves or declines in turn, without fields and without signing. `copy`: is emailed a link to the ' +
      'sealed document once all others have signed or approved, and has no link before. By default a `signer`.',
  );

export const OtherRole = SignerRole.extract(['approver', 'copy']).describe('Missing for a signer.');

interface HasRole {
  role?: z.infer<typeof SignerRole> | undefined;
}

export const isCopy = ({ role }: HasRole) => role === 'copy';
export const isApprover = ({ role }: HasRole) => role === 'approver';
export const isSigning = ({ role = 'signer' }: HasRole) => role === 'signer';

/** Everybody but recipients of copies. */
export const actingOf = <Person extends HasRole>(signers: readonly Person[]): Person[] =>
  signers.filter((one) => !isCopy(one));
