import type { AuditAction, AuditEntry } from '../audit.ts';
import type { KeptSigner } from '../document.ts';
import type { AuditLine } from '../pdf/certificate-of-completion.ts';

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

/** An entry as the certificate has it: a signer by name, everybody else as the service knows them. */
export function auditLine(
  { number, at, actor, action, details }: AuditEntry,
  signers: readonly KeptSigner[],
): AuditLine {
  const nameOf = (id: unknown) => signers.find((signer) => signer.id === id)?.name;
  const [kind, id] = actor.split(':');
  const about = kind === 'signer' ? undefined : nameOf(details.signerId);
  return {
    ...{ number, at },
    actor: (kind === 'signer' && nameOf(id)) || actor,
    action: about === undefined ? WORDS[action] : `${WORDS[action]}: ${about}`,
  };
}
