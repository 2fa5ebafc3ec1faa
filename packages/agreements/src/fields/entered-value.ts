import type { Finding } from '@assay/foundation';
import type { FieldType } from '../field.ts';
import { isTicked } from './field-types.ts';

/** The value of a checked checkbox; an unchecked one has null. */
export const CHECKED = 'true';
const UNCHECKED = 'false';

/** The stored form of a value: blank and unchecked become null, and line ends become `\n`. */
export function enteredValue(value: string | boolean | null, fieldType?: FieldType): string | null {
  if (value === null || (fieldType && isTicked({ fieldType }) && `${value}` === UNCHECKED)) return null;
  const text = String(value);
  return text.trim() === '' ? null : text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** `true` sent for a text field is an error of the caller, not the text "true". */
export const checkValueType = (fieldType: FieldType, value: unknown): Finding[] =>
  typeof value === 'boolean' && !isTicked({ fieldType })
    ? [
        {
          path: 'value',
          message: `Only a checkbox accepts true or false. Send the ${fieldType} value as a string.`,
        },
      ]
    : [];
