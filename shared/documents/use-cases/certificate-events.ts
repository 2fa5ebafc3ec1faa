import {
  type CertificateEvent,
  fitsInEvent,
  nameInEvent,
  signerNumbered,
} from '@assay/agreements/pdf';
import type { AuditAction, AuditEntry } from '../audit.ts';
import type { StoredDocument } from '../document.ts';

/**
 * Audit entries shown on the certificate: who sent, opened, consented to and signed the document.
 * The API returns all entries; hundreds of placed and filled fields would hide these.
 */
const SHOWN: Partial<Record<AuditAction, string>> = {
  'document.sent': 'Document sent',
  'document.viewed': 'Document opened',
  'consent.accepted': 'Disclosure accepted',
  'signer.signed': 'Signed',
};

const SENDER = 'Sender';

/**
 * A corrected email address comes with a new link, and the holder of the old link was not the
 * signer named on the certificate. So the events of each signer begin after the last correction.
 */
export function certificateEvents(
  trail: readonly AuditEntry[],
  { signers, senderName }: Pick<StoredDocument, 'signers' | 'senderName'>,
): CertificateEvent[] {
  const sender = senderName !== null && fitsInEvent(senderName) ? senderName : SENDER;
  const known = new Map<string, { name: string; corrected: number; correction: string }>(
    signers.map(({ id, name }, index) => {
      const corrected = trail.findLastIndex((entry) => replacesLinkOf(id, entry));
      const correction = `${signerNumbered(index)} corrected`;
      return [`signer:${id}`, { name: nameInEvent(name, index), corrected, correction }] as const;
    }),
  );
  const corrections = new Map(
    known.values().map(({ corrected, correction }) => [corrected, correction] as const),
  );
  return trail.flatMap(({ at, actor, action, ipAddress }, index) => {
    const signer = known.get(actor);
    const event = corrections.get(index) ?? SHOWN[action];
    if (event === undefined || (signer && index < signer.corrected)) return [];
    return [{ at, event, actor: signer?.name ?? sender, ipAddress }];
  });
}

const replacesLinkOf = (signerId: string, { action, details }: AuditEntry) =>
  action === 'signer.corrected' && details.signerId === signerId && details.isLinkReplaced === true;
