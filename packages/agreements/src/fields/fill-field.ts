import type { Finding } from '@assay/foundation';
import type { Field } from '../field.ts';
import { membersOf } from './check-group.ts';
import { valueFaults } from './check-value.ts';
import { enteredValue } from './entered-value.ts';
import { nameOf } from './field-name.ts';
import { fillRefusal, type SigningParty } from './turn.ts';

interface Filling {
  field: Field;
  /** Null or blank clears the field. */
  value: string | null;
  signer: SigningParty;
  signers: readonly SigningParty[];
  fields: readonly Field[];
}

export interface ValueChange {
  fieldId: string;
  value: string | null;
}

/** What a signer's entry changes: the field, and the group members that it clears. */
export function fillField(filling: Filling): { changes: ValueChange[] } | { findings: Finding[] } {
  const { field, signer, signers } = filling;
  const refusal = fillRefusal(field, signer, signers);
  if (refusal) return { findings: [refusal] };

  const value = enteredValue(filling.value, field.fieldType);
  if (value === null) return { changes: [{ fieldId: field.id, value }] };

  const faults = valueFaults(field, value);
  if (faults.length > 0) return { findings: faults.map((message) => ({ path: 'value', message })) };

  const excluded = membersOf(field, filling.fields).filter((member) => member.id !== field.id && member.value !== null);
  const fixed = excluded.find((member) => fillRefusal(member, signer, signers));
  if (fixed)
    return {
      findings: [
        {
          path: 'value',
          message: `${nameOf(fixed)} was checked by the sender and cannot be changed.`,
        },
      ],
    };
  return {
    changes: [{ fieldId: field.id, value }, ...excluded.map(({ id }) => ({ fieldId: id, value: null }))],
  };
}
