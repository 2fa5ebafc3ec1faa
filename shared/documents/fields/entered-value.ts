import type { Finding } from '#shared/platform/problem.ts';
import type { FieldType } from '../field.ts';

/** What a checkbox holds when it is checked; unchecked it holds null. */
export const CHECKED = 'true';
const UNCHECKED = 'false';

/** As it is stored: blank is null, lines end in one way, and an unchecked box holds nothing. */
export function enteredValue(value: string | boolean | null, fieldType?: FieldType): string | null {
  if (value === null || (fieldType === 'checkbox' && `${value}` === UNCHECKED)) return null;
  const text = String(value);
  return text.trim() === '' ? null : text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** `true` in a text field is a mistake of the caller, not the text "true". */
export const checkValueType = (fieldType: FieldType, value: unknown): Finding[] =>
  typeof value === 'boolean' && fieldType !== 'checkbox'
    ? [
        {
          path: 'value',
          message: `Only a checkbox accepts true or false. Send the ${fieldType} value as a string.`,
        },
      ]
    : [];
