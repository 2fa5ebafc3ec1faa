import {
  checkField,
  enteredValue,
  type FormField,
  formValueFor,
  isDrawn,
  newFieldOf,
  ROLES_PER_TEMPLATE,
  settingsOf,
  type TemplateField,
  valueFaults,
  withFormLimits,
  withFormPlace,
} from '@assay/agreements';
import { prefillFault, renderPrefill } from '@assay/agreements/markdown';
import { inspectPdf, listFormFields, readApart, type TextPiece } from '@assay/agreements/pdf';
import { type Finding, refused } from '@assay/foundation';
import type { NewPdfField } from '../pdf-template.ts';
import type { TemplateFieldListing } from '../template.ts';
import { type FieldPlacement, placeOf } from './place-pdf-field.ts';
import { unprintableIn } from './unprintable.ts';

type Pages = readonly { width: number; height: number }[];

/**
 * Checks that a PDF can be signed, and that its fields lie on its pages and are consistent. Returns
 * the cleaned file, which is the one to store.
 */
export async function assertPdfTemplate(content: Uint8Array, wanted: readonly NewPdfField[]) {
  const inspected = await inspectPdf(content);
  if ('refusal' in inspected) throw refused(inspected.refusal.code, inspected.refusal.message);
  const pages = inspected.pages.map(({ width, height }) => ({ width, height }));
  const { pdf } = inspected;
  return { pdf, pages, ...(await pdfTemplateFields(pdf, pages, wanted)) };
}

/**
 * The fields of a template on a PDF that was already accepted. Throws a problem with all findings.
 */
export async function pdfTemplateFields(content: Uint8Array, pages: Pages, wanted: readonly NewPdfField[]) {
  const texts = wanted.some(({ anchor }) => anchor) ? await textsOf(content) : [];
  const form = await listFormFields(content);
  const placed = wanted.map((field) => placeOf(field, { texts, form }));
  const errors = [
    ...placed.flatMap((place, index) => ('path' in place ? [inField(index, place)] : [])),
    ...referenceFaults(wanted),
  ];
  if (errors.length > 0) throw invalidFields(errors);

  const fields = wanted.map((field, index) => listed(field, placed[index], form));
  settingsWith(fields, { pages, form });
  const roles = [...new Set(wanted.map(({ role }) => role))];
  if (roles.length > ROLES_PER_TEMPLATE)
    throw invalidFields([{ path: 'fields', message: `A template has at most ${ROLES_PER_TEMPLATE} signer roles.` }]);
  const signerRoles = roles.map((id) => ({ id, label: null }));
  return { hasForm: form.length > 0, fields, signerRoles };
}

async function textsOf(content: Uint8Array): Promise<TextPiece[][]> {
  const texts = await readApart('readTexts', content);
  if (texts === 'gave_up') throw refused('broken', 'The text of the file cannot be read.');
  return texts;
}

const inField = (index: number, { path, message }: Finding): Finding => ({
  path: `fields.${index}.${path}`,
  message,
});

const invalidFields = (errors: Finding[]) =>
  refused('invalid_template', 'The fields of the template are invalid. See `errors`.', errors);

function referenceFaults(fields: readonly NewPdfField[]): Finding[] {
  const keys = fields.flatMap(({ key }) => key ?? []);
  return fields.flatMap((field, index) => {
    const faults: Finding[] = [];
    const say = (path: string, message: string) => faults.push(inField(index, { path, message }));
    const first = fields.findIndex(({ key }) => key === field.key);
    if (field.key && first < index) say('key', `The key ${field.key} is used twice.`);
    if (field.requiredWhenField && !keys.includes(field.requiredWhenField))
      say('requiredWhenField', `No field has the key ${field.requiredWhenField}.`);
    const prefill = field.prefill && prefillFault(field.prefill);
    if (prefill) say('prefill', prefill);
    if (field.editable && !field.prefill) say('editable', '`editable` needs a `prefill` that the signer can correct.');
    if (field.prefill && isDrawn(field)) say('prefill', 'A signature or initials cannot be prefilled.');
    return faults;
  });
}

function listed(
  field: NewPdfField,
  place: FieldPlacement | Finding | undefined,
  form: readonly FormField[],
): TemplateFieldListing {
  if (!place || 'path' in place) throw new Error('A field without a place was let through.');
  const given = settingsOf({ ...field, ...place, signerId: field.role });
  const settings = withFormPlace(withFormLimits(given, field, form), form);
  const { required, label, options, maxLength, dateFormat, signingDate, multiline, sharedFill } = settings;
  const { pageNumber, xPosition, yPosition, width, height } = settings;
  return {
    key: field.key ?? null,
    fieldType: field.fieldType,
    role: field.role,
    pageNumber,
    xPosition,
    yPosition,
    width,
    height,
    label,
    options,
    maxLength,
    dateFormat,
    signingDate,
    multiline,
    sharedFill,
    required: required && !field.requiredWhenField,
    acroFieldName: settings.acroFieldName,
    prefill: field.prefill || null,
    editable: field.editable ?? false,
    requiredWhenField: field.requiredWhenField ?? null,
    requiredWhenValue: field.requiredWhenValue ?? null,
    groupKey: field.groupKey ?? null,
    groupRequired: field.groupRequired ?? false,
    validationPattern: field.validationPattern ?? null,
    validationMessage: field.validationMessage ?? null,
  };
}

interface On {
  pages: Pages;
  /** Fields of the PDF's own form. */
  form: readonly FormField[];
  /** Without data nothing is prefilled. */
  data?: unknown;
}

/**
 * The fields of a PDF template for a document, prefilled from its data. Every finding names its
 * field.
 */
export function settingsWith(fields: readonly TemplateFieldListing[], on: On): TemplateField[] {
  const made = fields.map((field, index) => templateField(field, { fields, index, ...on }));
  const errors = [...made.flatMap(({ findings }) => findings), ...faultsOf(made, on)];
  if (errors.length > 0) throw invalidFields(errors);
  if (on.data === undefined) return made.map(({ field }) => field);
  // A linked field starts with the form's value, unless a rule rejects it.
  const proposed = made.map(({ field, findings }) => ({ findings, field: withFormValue(field, on.form) }));
  return (faultsOf(proposed, on).length > 0 ? made : proposed).map(({ field }) => field);
}

interface Made {
  field: TemplateField;
  findings: Finding[];
}

function templateField(
  listing: TemplateFieldListing,
  { fields, index, data }: On & { fields: readonly TemplateFieldListing[]; index: number },
): Made {
  const { pageNumber, xPosition, yPosition, key, role, prefill, requiredWhenField, ...own } = listing;
  const findings: Finding[] = [];
  const rendered = data === undefined || !prefill ? { value: '' } : renderPrefill(prefill, data);
  if ('message' in rendered) findings.push(inField(index, { path: 'prefill', ...rendered }));
  const value = enteredValue('value' in rendered ? rendered.value : '', listing.fieldType);
  const unprintable = unprintableIn([value ?? '', ...(listing.options ?? [])].join(' '));
  if (unprintable) findings.push(inField(index, { path: 'prefill', message: unprintable }));
  const controller = fields.findIndex((other) => other.key !== null && other.key === requiredWhenField);
  const settings = settingsOf({
    ...own,
    signerId: role,
    value,
    editable: listing.editable && value !== null,
    pageNumber: pageNumber ?? 1,
    xPosition: xPosition ?? 0,
    yPosition: yPosition ?? 0,
    requiredWhenFieldId: requiredWhenField === null ? null : idOf(controller),
  });
  return { field: { ...settings, required: listing.required, id: idOf(index), key }, findings };
}

function faultsOf(made: readonly Made[], { pages, form }: On): Finding[] {
  const fields = made.map(({ field: { id, key: _, ...settings } }) =>
    newFieldOf({ id, documentId: '', settings, now: '' }),
  );
  const signerIds = [...new Set(fields.map(({ signerId }) => signerId))];
  return made.flatMap(({ field: { id, key: _, ...settings } }, index) =>
    checkField(settings, { pages, form, signerIds, fields, fieldId: id }).map((finding) =>
      inField(index, { ...finding, path: NAMES[finding.path] ?? finding.path }),
    ),
  );
}

function withFormValue(field: TemplateField, form: readonly FormField[]): TemplateField {
  if (field.value !== null) return field;
  const value = formValueFor(field, form);
  if (value === undefined || unprintableIn(value) || valueFaults(field, value).length > 0) return field;
  return { ...field, value, editable: true };
}

const idOf = (index: number) => `f${index + 1}`;

const NAMES: Record<string, string> = {
  requiredWhenFieldId: 'requiredWhenField',
  signerId: 'role',
  value: 'prefill',
};
