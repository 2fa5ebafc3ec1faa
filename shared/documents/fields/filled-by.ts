import type { Field, FieldSettings } from '../field.ts';

type Filling = Pick<Field, 'filledBy' | 'filledAt'>;

const BY_NOBODY: Filling = { filledBy: null, filledAt: null };

/** A value the signer may still correct is a proposal: nobody has filled the field with it yet. */
export const filledBySender = (
  { value, editable }: Pick<FieldSettings, 'value' | 'editable'>,
  now: string,
): Filling => (value === null || editable ? BY_NOBODY : { filledBy: 'sender', filledAt: now });

/** What the field is once a signer has entered, confirmed or cleared its value. */
export const filledBySigner = (field: Field, value: string | null, now: string): Field => ({
  ...field,
  value,
  ...(value === null ? BY_NOBODY : ({ filledBy: 'signer', filledAt: now } as const)),
  updatedAt: now,
});

/** Set by the sender for good: what a prefill is unless it is editable. */
export const isReadOnly = ({ filledBy }: Pick<Field, 'filledBy'>) => filledBy === 'sender';
