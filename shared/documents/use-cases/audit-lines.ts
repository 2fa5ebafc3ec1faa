import type { AuditAction, AuditEntry } from '../audit.ts';
import type { KeptSigner } from '../document.ts';
import type { AuditLine } from '../pdf/certificate-of-completion.ts';
import { nameInTrail } from '../pdf/name-in-trail.ts';

const WORDS: Record<AuditAction, string> = {
  'document.created': 'Document created',
  'signer.added': 'Signer added',
  'signer.removed': 'Signer removed',
  'field.created': 'Field placed',
  'field.updated': 'Field changed',
  'field.removed': 'Field removed',
  'document.sent': 'Document sent',
  'link.issued': 'New link issued',
  'invitation.sent': 'Invitation sent',
  'document.viewed': 'Document opened',
  'field.filled': 'Field filled',
  'signer.signed': 'Signed',
  'document.completed': 'Document completed',
  'document.declined': 'Document declined',
  'document.voided': 'Document withdrawn',
  'document.expired': 'Document expired',
};

/** Entries as the certificate has them: a signer by name, everybody else as the service knows them. */
export function auditLines(
  entries: readonly AuditEntry[],
  signers: readonly KeptSigner[],
): AuditLine[] {
  const names = new Map<unknown, string>(
    signers.map(({ id, name }, index) => [id, nameInTrail(name, index)]),
  );
  return entries.map(({ number, at, actor, action, details }) => {
    const [kind, id] = actor.split(':');
    const about = kind === 'signer' ? undefined : names.get(details.signerId);
    return {
      ...{ number, at },
      actor: (kind === 'signer' && names.get(id)) || actor,
      action: about === undefined ? WORDS[action] : `${WORDS[action]}: ${about}`,
    };
  });
}
