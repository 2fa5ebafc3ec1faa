import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { refused } from '#shared/platform/problem.ts';
import type { KeptSigner } from '../document.ts';
import { quietDocumentEvent } from '../events.ts';
import { newFieldOf } from '../fields/change-field.ts';
import { signatureFieldOf } from '../fields/template-fields.ts';
import type { SignaturePlace } from '../printing/printer.ts';
import { keptInDraft } from '../repository/conditions.ts';
import { type KeptField, putField } from '../repository/fields.ts';
import { keepFile } from '../repository/files.ts';
import type { DocumentFromTemplate, Template } from '../template.ts';
import { type Changed, newDocument } from './change-document.ts';
import { emptyDraft, newSigner } from './draft.ts';
import { printTemplate } from './print-template.ts';

type Wanted = z.infer<typeof DocumentFromTemplate>;

/** One for each role, and nobody else. */
export function assertSigners({ signerRoles }: Template, signers: Wanted['signers']): void {
  const roles = signerRoles.map(({ id }) => id);
  const errors = [
    ...roles
      .filter((role) => !Object.hasOwn(signers, role))
      .map((role) => ({ path: `signers.${role}`, message: 'Nobody was named for this role.' })),
    ...Object.keys(signers)
      .filter((role) => !roles.includes(role))
      .map((role) => ({ path: `signers.${role}`, message: 'The template has no such role.' })),
  ];
  if (errors.length > 0)
    throw refused('wrong_signers', 'The signers are not one for each role.', errors);
}

/** Unless an order is said, all of them may sign at once: a role says nothing of it. */
export async function draftFromTemplate(
  context: Context,
  template: Template,
  { name, templateData, signers: named }: Wanted,
): Promise<Changed> {
  const printed = await printTemplate(template, templateData, name);
  const id = context.newId();
  const original = await keepFile(context.caller, id, printed.pdf, 'pdf');
  const signers = template.signerRoles.flatMap(({ id: roleId }) => {
    const one = named[roleId];
    return one ? [newSigner({ ...one, roleId }, context.newId())] : [];
  });
  const { revision, sourceHash } = template;
  const origin = { kind: 'template' as const, templateId: template.id, revision, sourceHash };
  const draft = {
    ...emptyDraft(context, { id, name, origin, original }),
    pages: printed.pages.map(({ width, height }) => ({ width, height })),
    signers,
  };
  const labels = new Map(template.signerRoles.map((role) => [role.id, role.label]));
  const fields = printed.signatures.map((place) =>
    signatureField(context, { id, signers, place, label: labels.get(place.role) ?? null }),
  );
  return newDocument(context, draft, {
    entries: [{ action: 'document.created', details: { ...origin, sha256: original.sha256 } }],
    writes: fields.map((field) => putField(context.caller, field)),
    events: [quietDocumentEvent('document.created', draft, { details: origin })],
  });
}

function signatureField(
  { newId, now }: Context,
  about: {
    id: string;
    signers: readonly KeptSigner[];
    place: SignaturePlace;
    label: string | null;
  },
): KeptField {
  const { id, signers, place, label } = about;
  const signer = signers.find(({ roleId }) => roleId === place.role);
  if (!signer) throw new Error('A signature block has a role the template does not know.');
  const settings = signatureFieldOf({ signerId: signer.id, label, place });
  const field = newFieldOf({ id: newId(), documentId: id, settings, now: now.toISOString() });
  return keptInDraft(field, []);
}
