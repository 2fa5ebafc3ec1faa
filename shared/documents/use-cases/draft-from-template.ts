import {
  FIELDS_PER_DOCUMENT,
  type FormField,
  newFieldOf,
  remapFields,
  signatureFieldOf,
  type TemplateField,
} from '@assay/agreements';
import { listFormFields } from '@assay/agreements/pdf';
import type { FieldIds } from '@assay/agreements/printing';
import { refused } from '@assay/foundation';
import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import type { StoredDocument } from '../document.ts';
import { quietDocumentEvent } from '../events.ts';
import { NEW_FIELDS_BYTES } from '../limits.ts';
import { storedInDraft } from '../repository/conditions.ts';
import { CREATED, putFields } from '../repository/fields.ts';
import { fileKey, keepFile, readFile } from '../repository/files.ts';
import { keepForm } from '../repository/form.ts';
import type { StoredField } from '../repository/stored-field.ts';
import { markdownOf, pdfOf } from '../repository/templates.ts';
import type { DocumentFromTemplate, Template } from '../template.ts';
import { keepText } from '../text.ts';
import { type Changed, newDocument } from './change-document.ts';
import { emptyDraft, newSigner } from './draft.ts';
import { settingsWith } from './pdf-template.ts';
import { printTemplate } from './print-template.ts';
import { type BundlePart, renderBundle, rolesOf } from './render-bundle.ts';
import { assertSizes, type RenderedTemplate } from './render-template.ts';

type Wanted = z.infer<typeof DocumentFromTemplate>;

/** Exactly one signer per role. */
export function assertSigners({ signerRoles }: Pick<Template, 'signerRoles'>, signers: Wanted['signers']): void {
  const roles = signerRoles.map(({ id }) => id);
  const errors = [
    ...roles
      .filter((role) => !Object.hasOwn(signers, role))
      .map((role) => ({ path: `signers.${role}`, message: 'No signer is given for this role.' })),
    ...Object.keys(signers)
      .filter((role) => !roles.includes(role))
      .map((role) => ({
        path: `signers.${role}`,
        message: 'The template has no role with this id.',
      })),
  ];
  if (errors.length > 0) throw refused('wrong_signers', 'Provide exactly one signer per template role.', errors);
}

/** Without an explicit order all signers may sign in parallel; roles do not imply one. */
export async function draftFromTemplate(context: Context, template: Template, wanted: Wanted): Promise<Changed> {
  const begun = await begin(context, template, wanted);
  return draftOf(context, begun, { ...wanted, templates: [template] });
}

/** One document of several templates. Roles with the same id are one signer. */
export async function draftFromBundle(
  context: Context,
  parts: readonly BundlePart[],
  wanted: People,
): Promise<Changed> {
  const begun = await fromBundle(context, parts, wanted);
  return draftOf(context, begun, { ...wanted, templates: parts.map(({ template }) => template) });
}

type People = Pick<Wanted, 'name' | 'signers' | 'others'>;

interface Draft extends People {
  /** In order. More than one make a bundle. */
  templates: readonly Template[];
}

async function draftOf(
  context: Context,
  printed: Begun,
  { name, signers: named, others = [], templates }: Draft,
): Promise<Changed> {
  const id = context.newId();
  const original = await keepFile(context.caller, id, printed.pdf, 'pdf');
  const signing = rolesOf(templates).flatMap(({ id: roleId }) => {
    const one = named[roleId];
    return one ? [newSigner({ ...one, roleId }, context.newId())] : [];
  });
  const signers = [...signing, ...others.map((one) => newSigner({ ...one, roleId: null }, context.newId()))];
  const { origin, details } = originOf(templates);
  const draft = {
    ...emptyDraft(context, { id, name, origin, original }),
    pages: printed.pages.map(({ width, height }) => ({ width, height })),
    signers,
  };
  const { fields, ids } = fieldsOf(context, draft, inReadingOrder(printed.fields));
  assertSizeOf(fields);
  const text = printed.textWith && (await keepText(context.caller, id, printed.textWith(ids)));
  return newDocument(context, text ? { ...draft, text } : draft, {
    entries: [
      {
        action: 'document.created',
        details: { ...details, sha256: original.sha256, ...(text && { textSha256: text.sha256 }) },
      },
    ],
    writes: [...keepForm(context.caller, id, printed.form ?? []), ...putFields(context.caller, id, CREATED, fields)],
    events: [quietDocumentEvent('document.created', draft, { details })],
  });
}

/** The audit trail and the history contain ids and hashes only, no names. */
function originOf(templates: readonly Template[]) {
  const [first] = templates;
  if (!first) throw new Error('A document was made of no template.');
  const hashed = ({ id: templateId, revision, sourceHash }: Template) => ({ templateId, revision, sourceHash });
  const named = (one: Template) => ({ ...hashed(one), templateName: one.name });
  const isBundle = templates.length > 1;
  const kind = 'template' as const;
  return {
    details: { kind, ...hashed(first), ...(isBundle && { templates: templates.map(hashed) }) },
    origin: { kind, ...named(first), ...(isBundle && { templates: templates.map(named) }) },
  };
}

/** The initial state of a document, with roles instead of signer ids on its fields. */
interface Begun {
  pdf: Uint8Array;
  pages: readonly { width: number; height: number }[];
  fields: readonly TemplateField[];
  /** Of a Markdown template: the text of the PDF. */
  textWith?: RenderedTemplate['textWith'];
  /** The PDF's own form fields. */
  form?: readonly FormField[];
}

/** Prints the document, without storing anything. */
export const begin = (context: Context, template: Template, wanted: Wanted): Promise<Begun> =>
  template.kind === 'pdf' ? fromPdf(context, template, wanted.templateData) : fromSource(context, template, wanted);

async function fromSource({ caller }: Context, template: Template, wanted: Wanted): Promise<Begun> {
  const printed = await printTemplate(caller, markdownOf(template), wanted.templateData, {
    title: wanted.name,
    signerNames: signerNamesOf(wanted),
  });
  const labels = new Map(template.signerRoles.map((role) => [role.id, role.label]));
  const blocks = printed.signatures.map(({ role, ...place }) => ({
    id: signatureId(role),
    key: null,
    ...signatureFieldOf({ signerId: role, label: labels.get(role) ?? null, place }),
  }));
  const { pdf, pages, textWith } = printed;
  return { pdf, pages, textWith, fields: [...printed.fields, ...blocks] };
}

const signerNamesOf = ({ signers }: Pick<Wanted, 'signers'>) =>
  new Map(Object.entries(signers).map(([role, one]) => [role, one.name] as const));

/** A role has a signature block in each template that has the role. */
async function fromBundle(
  { caller }: Context,
  parts: readonly BundlePart[],
  wanted: Pick<Wanted, 'name' | 'signers'>,
): Promise<Begun> {
  const names = { title: wanted.name, signerNames: signerNamesOf(wanted) };
  const { pdf, pages, textWith, blocks, signatures, fields } = await renderBundle(caller, parts, names);
  const signed = signatures.flatMap(({ role: id, ...place }) => {
    const block = blocks.get(id);
    if (!block) return [];
    const { role, label, templateNumber } = block;
    return [{ id: signatureId(id), key: null, templateNumber, ...signatureFieldOf({ signerId: role, label, place }) }];
  });
  const all = [...fields, ...signed];
  if (all.length > FIELDS_PER_DOCUMENT)
    throw refused(
      'unfit_bundle',
      `The templates have ${all.length} fields, with signatures. A document has at most ${FIELDS_PER_DOCUMENT}.`,
    );
  return { pdf, pages, textWith, fields: all };
}

const signatureId = (role: string) => `signature of ${role}`;

async function fromPdf({ caller }: Context, template: Template, data: Wanted['templateData']): Promise<Begun> {
  const { id, sourceHash, pages, hasForm, fields } = pdfOf(template);
  assertSizes({ source: '', data, dataName: 'templateData' });
  const pdf = await readFile(fileKey(caller, id, sourceHash, 'pdf'));
  const form = hasForm ? await listFormFields(pdf) : [];
  return { pdf, pages, form, fields: settingsWith(fields, { pages, form, data }) };
}

/** Values and options of a thousand fields can be longer than what one transaction writes. */
function assertSizeOf(fields: readonly StoredField[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes > NEW_FIELDS_BYTES)
    throw refused(
      'invalid_template',
      `The fields with their values and options have ${bytes} bytes as JSON, and at most ${NEW_FIELDS_BYTES} are possible. ` +
        'Shorten prefilled values and options, or use fewer fields.',
    );
}

/** Ids follow reading order, and so does every list of fields. */
const inReadingOrder = (fields: readonly TemplateField[]) =>
  fields.toSorted(
    (one, other) =>
      one.pageNumber - other.pageNumber ||
      one.yPosition + one.height - (other.yPosition + other.height) ||
      one.xPosition - other.xPosition,
  );

/** Converts template fields to those of a draft with new ids, signers and conditions, and tells the ids. */
function fieldsOf(
  { newId, now }: Context,
  { id: documentId, signers }: StoredDocument,
  fields: readonly TemplateField[],
): { fields: StoredField[]; ids: FieldIds } {
  const idsByRole = new Map(signers.map(({ roleId, id }) => [roleId, id]));
  const newIds = new Map(fields.map(({ id }) => [id, newId()]));
  const idOf = (id: string) => {
    const made = newIds.get(id);
    if (made === undefined) throw new Error('The text has a field that the document does not have.');
    return made;
  };
  const remapped = remapFields(fields, {
    fieldIdOf: idOf,
    signerIdOf: (role) => {
      const signerId = idsByRole.get(role);
      if (!signerId) throw new Error('A field has a role the template does not know.');
      return signerId;
    },
  });
  return {
    fields: remapped.map(({ id, key, templateNumber, ...settings }) =>
      storedInDraft(newFieldOf({ id, documentId, key, templateNumber, settings, now: now.toISOString() }), []),
    ),
    ids: { ofField: idOf, ofSignature: (role) => idOf(signatureId(role)) },
  };
}
