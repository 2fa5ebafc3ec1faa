import { type Finding, refused } from '#shared/platform/problem.ts';
import { newFieldOf } from '../fields/change-field.ts';
import { checkField } from '../fields/check-field.ts';
import { enteredValue } from '../fields/entered-value.ts';
import { settingsOf } from '../fields/new-field.ts';
import type { TemplateField } from '../fields/template-fields.ts';
import { ROLES_PER_TEMPLATE } from '../limits.ts';
import { prefillFault, renderPrefill } from '../markdown/prefill.ts';
import { findAnchor } from '../pdf/find-anchor.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';
import type { TextPiece } from '../pdf/read-texts.ts';
import { readApart } from '../pdf/reading-thread.ts';
import type { NewPdfField } from '../pdf-template.ts';
import { toThousandths } from '../points.ts';
import type { TemplateFieldListing } from '../template.ts';
import { unprintableIn } from './unprintable.ts';

type Pages = readonly { width: number; height: number }[];

/** What the specification recommends. */
const SIZES: Record<NewPdfField['fieldType'], { width: number; height: number }> = {
  signature: { width: 200, height: 50 },
  initials: { width: 80, height: 40 },
  date: { width: 150, height: 30 },
  text: { width: 200, height: 30 },
  checkbox: { width: 30, height: 30 },
  dropdown: { width: 200, height: 30 },
};

/** A PDF that can be signed, with fields that lie on its pages and agree with each other. */
export async function assertPdfTemplate(content: Uint8Array, wanted: readonly NewPdfField[]) {
  const inspected = await inspectPdf(content);
  if ('refusal' in inspected) throw refused(inspected.refusal.code, inspected.refusal.message);
  const pages = inspected.pages.map(({ width, height }) => ({ width, height }));

  const texts = wanted.some(({ anchor }) => anchor) ? await textsOf(content) : [];
  const placed = wanted.map((field) => placeOf(field, texts));
  const errors = [
    ...placed.flatMap((place, index) => ('path' in place ? [inField(index, place)] : [])),
    ...referenceFaults(wanted),
  ];
  if (errors.length > 0) throw invalidFields(errors);

  const fields = wanted.map((field, index) => listed(field, placed[index]));
  settingsWith(fields, { pages });
  const roles = [...new Set(wanted.map(({ role }) => role))];
  if (roles.length > ROLES_PER_TEMPLATE)
    throw invalidFields([
      { path: 'fields', message: `A template has at most ${ROLES_PER_TEMPLATE} signer roles.` },
    ]);
  return { pages, fields, signerRoles: roles.map((id) => ({ id, label: null })) };
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
  refused('invalid_template', 'The fields of the template break a rule.', errors);

interface Place {
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
}

function placeOf(field: NewPdfField, texts: readonly (readonly TextPiece[])[]): Place | Finding {
  const { anchor, pageNumber, xPosition, yPosition } = field;
  const size = SIZES[field.fieldType];
  const { width = size.width, height = size.height } = field;
  const hasPlace = [pageNumber, xPosition, yPosition].some((one) => one !== undefined);
  if (!anchor) {
    if (pageNumber === undefined || xPosition === undefined || yPosition === undefined)
      return {
        path: 'pageNumber',
        message: 'Send `pageNumber`, `xPosition` and `yPosition`, or an `anchor`.',
      };
    return { pageNumber, xPosition, yPosition, width, height };
  }
  if (hasPlace)
    return { path: 'anchor', message: 'A field has coordinates or an `anchor`, not both.' };
  const found = findAnchor(anchor.text, texts);
  const chosen = found[(anchor.occurrence ?? 1) - 1];
  if (!chosen) {
    const times = found.length === 1 ? 'once' : `${found.length} times`;
    return {
      path: 'anchor',
      message:
        found.length === 0
          ? 'The PDF does not contain this text.'
          : `The PDF contains this text ${times} only.`,
    };
  }
  if (anchor.occurrence === undefined && found.length > 1)
    return {
      path: 'anchor',
      message: `The PDF contains this text ${found.length} times. Say which with \`occurrence\`.`,
    };
  const left = toThousandths(chosen.x + anchor.dx);
  const top = toThousandths(chosen.y + anchor.dy - height);
  if (left < 0 || top < 0)
    return {
      path: 'anchor',
      message: 'The box leaves the page. Move it with `dx` and `dy`, or make it smaller.',
    };
  return { pageNumber: chosen.pageNumber, xPosition: left, yPosition: top, width, height };
}

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
    if (field.editable && !field.prefill)
      say('editable', '`editable` needs a `prefill` that the signer can correct.');
    const isDrawn = field.fieldType === 'signature' || field.fieldType === 'initials';
    if (field.prefill && isDrawn) say('prefill', 'A signature or initials cannot be prefilled.');
    return faults;
  });
}

function listed(field: NewPdfField, place: Place | Finding | undefined): TemplateFieldListing {
  if (!place || 'path' in place) throw new Error('A field without a place was let through.');
  const { required, label, options, maxLength, dateFormat, multiline, sharedFill } = settingsOf({
    ...{ ...field, ...place, signerId: field.role },
  });
  return {
    ...{ key: field.key ?? null, fieldType: field.fieldType, role: field.role, ...place },
    ...{ label, options, maxLength, dateFormat, multiline, sharedFill },
    required: required && !field.requiredWhenField,
    ...{ prefill: field.prefill || null, editable: field.editable ?? false },
    requiredWhenField: field.requiredWhenField ?? null,
    requiredWhenValue: field.requiredWhenValue ?? null,
    ...{ groupKey: field.groupKey ?? null, groupRequired: field.groupRequired ?? false },
    validationPattern: field.validationPattern ?? null,
    validationMessage: field.validationMessage ?? null,
  };
}

interface On {
  pages: Pages;
  /** Without it nothing is prefilled. */
  data?: unknown;
}

/** The fields of a PDF template for a document, prefilled from its data; every finding names its field. */
export function settingsWith(
  fields: readonly TemplateFieldListing[],
  { pages, data }: On,
): TemplateField[] {
  const errors: Finding[] = [];
  const made = fields.map((field, index): TemplateField => {
    const prefill =
      data === undefined || !field.prefill ? { value: '' } : renderPrefill(field.prefill, data);
    if ('message' in prefill) errors.push(inField(index, { path: 'prefill', ...prefill }));
    const value = enteredValue('value' in prefill ? prefill.value : '', field.fieldType);
    const unprintable = unprintableIn([value ?? '', ...(field.options ?? [])].join(' '));
    if (unprintable) errors.push(inField(index, { path: 'prefill', message: unprintable }));
    const controller = fields.findIndex(
      ({ key }) => key !== null && key === field.requiredWhenField,
    );
    const {
      pageNumber,
      xPosition,
      yPosition,
      key: _,
      role,
      prefill: __,
      requiredWhenField,
      ...own
    } = field;
    const settings = settingsOf({
      ...{ ...own, signerId: role, value, editable: field.editable && value !== null },
      ...{ pageNumber: pageNumber ?? 1, xPosition: xPosition ?? 0, yPosition: yPosition ?? 0 },
      requiredWhenFieldId: requiredWhenField === null ? null : idOf(controller),
    });
    return { ...settings, required: field.required, id: idOf(index) };
  });
  const now = '';
  const document = {
    ...{ pages, form: [], signerIds: [...new Set(fields.map(({ role }) => role))] },
    fields: made.map(({ id, ...settings }) => newFieldOf({ id, documentId: '', settings, now })),
  };
  for (const [index, { id, ...settings }] of made.entries())
    for (const finding of checkField(settings, { ...document, fieldId: id }))
      errors.push(inField(index, { ...finding, path: NAMES[finding.path] ?? finding.path }));
  if (errors.length > 0) throw invalidFields(errors);
  return made;
}

const idOf = (index: number) => `f${index + 1}`;

const NAMES: Record<string, string> = {
  requiredWhenFieldId: 'requiredWhenField',
  signerId: 'role',
  value: 'prefill',
};
