import type { Field, FieldSettings } from '../field.ts';

type Filling = Pick<Field, 'filledBy' | 'filledAt'>;

const UNFILLED: Filling = { filledBy: null, filledAt: null };

/**
 * An editable prefill is only a suggestion, so the field does not count as filled by anyone yet.
 */
export const filledBySender = ({ value, editable }: Pick<FieldSettings, 'value' | 'editable'>, now: string): Filling =>
  value === null || editable ? UNFILLED : { filledBy: 'sender', filledAt: now };

/** The field after a signer entered, confirmed or cleared its value. */
export const filledBySigner = (field: Field, value: string | null, now: string): Field => ({
  ...field,
  value,
  ...(value === null ? UNFILLED : ({ filledBy: 'signer', filledAt: now } as const)),
  updatedAt: now,
});

/** A prefilled value is read-only unless the field is editable; a signing date always is. */
export const isReadOnly = ({ filledBy, signingDate }: Pick<Field, 'filledBy' | 'signingDate'>) =>
  filledBy === 'sender' || signingDate;
