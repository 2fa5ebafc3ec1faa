import type { SigningField } from './signing-state.ts';
import { say, strings } from './strings.ts';

export const labelOf = ({ label, fieldType }: SigningField) => label?.trim() || strings.kinds[fieldType];

/** With the required date format, unless the label already contains it. */
export function labelWithFormat(field: SigningField): string {
  const [label, format] = [labelOf(field), field.dateFormat];
  if (!format || label.toUpperCase().includes(format)) return label;
  return say(strings.withFormat, { label, format });
}
