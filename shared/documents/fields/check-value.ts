import type { FieldSettings, FieldType } from '../field.ts';
import { FIELD_VALUE_CHARACTERS } from '../limits.ts';
import { isWrittenAs, parseDate } from './date-format.ts';
import { FREE_DATE_CHARACTERS } from './limits.ts';
import { compilePattern } from './pattern.ts';
import { COMMON_FORMATS, resolveDateFormat } from './resolve-date-format.ts';

/** What a checkbox holds when it is checked; unchecked it holds null. */
export const CHECKED = 'true';

/** Why a field cannot hold this value, in words for whoever entered it; empty when it can. */
export function valueFaults(field: FieldSettings, value: string): string[] {
  if (value.trim() === '') return ['A value must not be blank.'];
  // Counted as the shape of a field counts, which could not be read back with a longer one.
  if (value.length > FIELD_VALUE_CHARACTERS) return [tooLong(FIELD_VALUE_CHARACTERS)];
  if (!value.isWellFormed() || CONTROL_CHARACTERS.test(value))
    return ['A value must not contain control characters.'];
  if (!field.multiline && LINE_BREAK.test(value)) return ['The value must be on one line.'];
  const fault = FAULT_BY_TYPE[field.fieldType](field, value);
  return fault === null ? [] : [fault];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const LINE_BREAK = /[\n\u2028\u2029]/;

/** How the picture of a signature is named once it has been taken in. */
const IMAGE_NAME = /^sha256:[0-9a-f]{64}$/;
const imageFault = (_field: FieldSettings, value: string) =>
  IMAGE_NAME.test(value) ? null : 'This field is filled by drawing or choosing a picture.';

const FAULT_BY_TYPE: Record<FieldType, (field: FieldSettings, value: string) => string | null> = {
  text: typedFault,
  date: (field, value) => typedFault(field, value) ?? dateFault(field, value),
  dropdown: ({ options }, value) =>
    options?.includes(value) ? null : 'The value must be one of the options.',
  checkbox: (_field, value) =>
    value === CHECKED ? null : `A checkbox holds "${CHECKED}" or nothing.`,
  signature: imageFault,
  initials: imageFault,
};

const tooLong = (characters: number) => `The value must have at most ${characters} characters.`;

function typedFault(field: FieldSettings, value: string): string | null {
  const { maxLength, validationPattern, validationMessage } = field;
  if (maxLength !== null && [...value].length > maxLength) return tooLong(maxLength);
  if (validationPattern === null) return null;
  const pattern = compilePattern(validationPattern);
  // A pattern that does not compile is a fault of the field, and is told there.
  if ('refusal' in pattern || pattern.matches(value)) return null;
  return validationMessage ?? 'The value does not have the form that is asked for.';
}

function dateFault(field: FieldSettings, value: string): string | null {
  const format = resolveDateFormat(field);
  if (format !== null)
    return parseDate(format, value) ? null : `The value must be a date written as ${format}.`;
  return isPlausibleDate(value) ? null : 'The value must be a date.';
}

/**
 * Without a format the browser writes the date in its own locale, in any script. That cannot be read
 * back; but what looks like one of the common formats has to be a day in one of them.
 */
function isPlausibleDate(value: string): boolean {
  const readings = COMMON_FORMATS.filter((format) => isWrittenAs(format, value));
  if (readings.length > 0) return readings.some((format) => parseDate(format, value) !== null);
  return /\p{Nd}/u.test(value) && [...value].length <= FREE_DATE_CHARACTERS;
}
