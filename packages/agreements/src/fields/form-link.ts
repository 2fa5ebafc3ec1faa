import type { Finding } from '@assay/foundation';
import type { Field, FieldSettings } from '../field.ts';
import type { FormField } from '../form-field.ts';
import { canLink, fieldTypes, hasSetting, isChosen, isTyped } from './field-types.ts';

/** Form field types that can only show their own options. */
const CLOSED_LISTS: readonly FormField['type'][] = ['listbox', 'radio'];

const NAMES: Record<FormField['type'], string> = {
  text: 'text field',
  checkbox: 'checkbox',
  radio: 'radio group',
  dropdown: 'dropdown',
  listbox: 'list box',
  signature: 'signature field',
  button: 'push button',
};

export const formFieldNamed = (form: readonly FormField[], name: string | null) =>
  name === null ? undefined : form.find((field) => field.name === name);

/** Only one of our fields may fill a form field; otherwise the last one stamped would win. */
export function checkFormLink(
  settings: FieldSettings,
  others: readonly Field[],
  form: readonly FormField[],
): Finding[] {
  const { acroFieldName, fieldType } = settings;
  if (acroFieldName === null) return [];
  const linked = formFieldNamed(form, acroFieldName);
  const refuse = (message: string, path = 'acroFieldName') => [{ path, message }];
  if (!linked) return refuse('The PDF has no form field with this name. See `GET /documents/{id}/form-fields`.');
  if (!canLink(fieldType, linked.type))
    return refuse(
      `A ${fieldType} field cannot fill a ${NAMES[linked.type]} of the PDF’s form` + `${suggestion(linked.type)}.`,
    );
  if (linked.isReadOnly) return refuse('This form field is read-only in the PDF and cannot be filled.');
  if (linked.values && linked.values.length > 1)
    return refuse(
      `This list box has several selections (${linked.values.join(', ')}), and a field has one value. Leave it unlinked: ` +
        'its selections are sealed as they are. Or export the PDF with one selection.',
    );
  if (others.some((other) => other.acroFieldName === acroFieldName))
    return refuse('Another field already fills this form field.');
  return [...checkLength(settings, linked), ...checkOptions(settings, linked)];
}

function suggestion(type: FormField['type']): string {
  const types = fieldTypes.filter((one) => canLink(one, type));
  return types.length === 0 ? ', which holds no value' : `; use ${types.join(' or ')}`;
}

function checkLength(settings: FieldSettings, linked: FormField) {
  const { maxLength, multiline } = settings;
  const findings: Finding[] = [];
  if (!isTyped(settings)) return findings;
  if (linked.maxLength !== null && maxLength !== null && maxLength > linked.maxLength)
    findings.push({
      path: 'maxLength',
      message: `The form field takes at most ${linked.maxLength} characters.`,
    });
  if (multiline && !linked.isMultiline)
    findings.push({ path: 'multiline', message: 'The form field has a single line.' });
  return findings;
}

function checkOptions(settings: FieldSettings, linked: FormField): Finding[] {
  if (!isChosen(settings) || !CLOSED_LISTS.includes(linked.type)) return [];
  const unknown = (settings.options ?? []).filter((option) => !linked.options?.includes(option));
  if (unknown.length === 0) return [];
  return [
    {
      path: 'options',
      message: `The ${NAMES[linked.type]} of the PDF’s form does not have: ${unknown.join(', ')}.`,
    },
  ];
}

type Given = { maxLength?: number | null | undefined; multiline?: boolean | undefined };

/** Limits that a request leaves out come from the form field: maximum length and multiline. */
export function withFormLimits(settings: FieldSettings, given: Given, form: readonly FormField[]): FieldSettings {
  const linked = formFieldNamed(form, settings.acroFieldName);
  if (linked?.type !== 'text' || !isTyped(settings)) return settings;
  const isMultilineLeftOut = hasSetting(settings, 'multiline') && given.multiline === undefined;
  return {
    ...settings,
    maxLength: (given.maxLength ?? null) === null ? linked.maxLength : settings.maxLength,
    multiline: isMultilineLeftOut ? linked.isMultiline : settings.multiline,
  };
}
