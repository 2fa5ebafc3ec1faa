import type { LinkHandOuts } from '@assay/agreements/pdf';
import type { AuditEntry } from '../audit.ts';

/** A signing link that was emailed to its signer, or given to a caller of the API. */
export interface HandOut {
  signerId: string;
  /** Place in the trail. */
  index: number;
  at: string;
  /** API key or user; null for an email to the signer. */
  to: string | null;
  ipAddress: string | null;
}

/**
 * All hand-outs in a trail. Before hand-outs had entries of their own, `send` and a new link returned the
 * links of all signers to the caller; those entries lack `returnLinks` and `linkVersion`.
 */
export function handOutsIn(trail: readonly AuditEntry[], signerIds: readonly string[]): HandOut[] {
  return trail.flatMap(({ action, actor, at, details, ipAddress }, index) => {
    const handOut = (signerId: string, to: string | null): HandOut[] =>
      signerIds.includes(signerId) ? [{ signerId, index, at, to, ipAddress }] : [];
    const isEarlier =
      (action === 'document.sent' && details.returnLinks === undefined) ||
      (action === 'link.issued' && details.linkVersion === undefined);
    if (isEarlier) return signerIds.flatMap((id) => handOut(id, actor));
    if (action === 'link.disclosed') return handOut(String(details.signerId), actor);
    return action === 'invitation.sent' || action === 'reminder.sent' ? handOut(String(details.signerId), null) : [];
  });
}

/** The hand-outs to one signer and to callers, for the signer's block on the certificate. */
export function summaryOf(handOuts: readonly HandOut[]): LinkHandOuts {
  const given = new Map<string, string>();
  for (const { to, at } of handOuts)
    if (to !== null) {
      // Inserted anew, so that the latest recipient is last.
      given.delete(to);
      given.set(to, at);
    }
  return {
    emailedAt: handOuts.findLast(({ to }) => to === null)?.at ?? null,
    given: [...given].map(([to, at]) => ({ to, at })).reverse(),
  };
}
