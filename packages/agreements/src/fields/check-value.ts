import type { FieldSettings, FieldType } from '../field.ts';
import { FIELD_VALUE_CHARACTERS } from '../limits.ts';
import { VISIBLE } from '../visible.ts';
import { parseDate } from './date-format.ts';
import { CHECKED } from './entered-value.ts';
import { isFreeDate } from './free-date.ts';
import { compilePattern } from './pattern.ts';
import { resolveDateFormat } from './resolve-date-format.ts';

export { CHECKED };

/** Why a field cannot hold this value, as messages for the person who entered it. */
export function valueFaults(field: FieldSettings, value: string): string[] {
  if (!VISIBLE.test(value)) return [NOTHING_VISIBLE];
  // Counted in UTF-16 code units like the stored schema, which rejects longer values.
  if (value.length > FIELD_VALUE_CHARACTERS) return [tooLong(FIELD_VALUE_CHARACTERS)];
  if (!value.isWellFormed() || CONTROL_CHARACTERS.test(value)) return ['A value must not contain control characters.'];
  if (!field.multiline && LINE_BREAK.test(value)) return ['The value must be on one line.'];
  const fault = FAULT_BY_TYPE[field.fieldType](field, value);
  return fault === null ? [] : [fault];
}

/** Blanks clear a field; other invisible characters would satisfy it and print nothing. */
const NOTHING_VISIBLE = 'The value has no visible characters. Enter visible text, or leave the field empty.';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const LINE_BREAK = /[\n\u2028\u2029]/;

/** Format of the stored value of a signature: the hash of its image. */
const IMAGE_NAME = /^sha256:[0-9a-f]{64}$/;
const imageFault = (_field: FieldSettings, value: string) =>
  IMAGE_NAME.test(value) ? null : 'A signature or initials require an image or `{ "typed": "…" }`.';

const FAULT_BY_TYPE: Record<FieldType, (field: FieldSettings, value: string) => string | null> = {
  text: typedFault,
  date: (field, value) => typedFault(field, value) ?? dateFault(field, value),
  dropdown: ({ options }, value) => (options?.includes(value) ? null : 'The value must be one of the options.'),
  checkbox: (_field, value) => (value === CHECKED ? null : 'A checkbox accepts `true` or `false`.'),
  signature: imageFault,
  initials: imageFault,
};

const tooLong = (characters: number) => `The value must have at most ${characters} characters.`;

function typedFault(field: FieldSettings, value: string): string | null {
  const { maxLength, validationPattern, validationMessage } = field;
  if (maxLength !== null && [...value].length > maxLength) return tooLong(maxLength);
  if (validationPattern === null) return null;
  const pattern = compilePattern(validationPattern);
  // An invalid pattern is reported as a fault of the field, not of the value.
  if ('refusal' in pattern || pattern.matches(value)) return null;
  return validationMessage ?? 'The value does not match the required pattern.';
}

function dateFault(field: FieldSettings, value: string): string | null {
  const format = resolveDateFormat(field);
  if (format !== null) return parseDate(format, value) ? null : `The value must be a date written as ${format}.`;
  return isFreeDate(value) ? null : 'The value must be a date, such as 2026-03-14.';
}
