import type { AuditAction, AuditEntry } from '../audit.ts';
import type { KeptSigner } from '../document.ts';
import type { Field } from '../field.ts';
import { nameOf } from '../fields/field-name.ts';
import type { AuditLine } from '../pdf/certificate-of-completion.ts';
import { fitsInTrail, nameInTrail } from '../pdf/name-in-trail.ts';

const WORDS: Record<AuditAction, string> = {
  'document.created': 'Document created',
  'document.renamed': 'Document renamed',
  'signer.added': 'Signer added',
  'signer.removed': 'Signer removed',
  'signer.corrected': 'Signer corrected',
  'field.created': 'Field placed',
  'field.updated': 'Field changed',
  'field.removed': 'Field removed',
  'document.sent': 'Document sent',
  'link.issued': 'New link issued',
  'invitation.sent': 'Invitation sent',
  'document.viewed': 'Document opened',
  'consent.accepted': 'Disclosure on electronic signatures accepted',
  'field.filled': 'Field filled',
  'signer.signed': 'Signed',
  'document.completed': 'Document completed',
  'document.declined': 'Document declined',
  'document.voided': 'Document withdrawn',
  'document.expired': 'Document expired',
};

const CLEARED = 'Field cleared';

/** Entries as the certificate has them: a signer by name, everybody else as the service knows them. */
export function auditLines(
  entries: readonly AuditEntry[],
  { signers, fields }: { signers: readonly KeptSigner[]; fields: readonly Field[] },
): AuditLine[] {
  const names = new Map<unknown, string>(
    signers.map(({ id, name }, index) => [id, nameInTrail(name, index)]),
  );
  const filled = new Map<unknown, FilledField>(
    fields.map((field) => [
      field.id,
      { name: fieldInTrail(field), ownerId: field.signerId, owner: names.get(field.signerId) },
    ]),
  );
  return entries.map(({ number, at, actor, action, details }) => {
    const [kind, id] = actor.split(':');
    const about =
      action === 'field.filled'
        ? ofWhom(filled.get(details.fieldId), id)
        : kind === 'signer'
          ? undefined
          : names.get(details.signerId);
    const what = action === 'field.filled' && details.isFilled === false ? CLEARED : WORDS[action];
    return {
      ...{ number, at },
      actor: (kind === 'signer' && names.get(id)) || actor,
      action: about === undefined ? what : `${what}: ${about}`,
    };
  });
}

interface FilledField {
  name: string;
  ownerId: string;
  owner: string | undefined;
}

/** A shared field may be filled by somebody else than it belongs to. */
const ofWhom = (field: FilledField | undefined, actorId: string | undefined) =>
  field && (field.ownerId === actorId ? field.name : `${field.name} (of ${field.owner})`);

/** By its label, unless that would fill the row; then by what it is and where it stands. */
function fieldInTrail(field: Field): string {
  const name = nameOf(field);
  return fitsInTrail(name) ? name : nameOf({ ...field, label: null });
}
