import type { Finding } from '@assay/foundation';
import type { Field, FieldSettings } from '../field.ts';
import { FIELDS_PER_DOCUMENT } from '../limits.ts';
import { checkField } from './check-field.ts';
import type { DocumentFields } from './document-fields.ts';
import { checkValueType } from './entered-value.ts';
import { filledBySender } from './filled-by.ts';
import { withFormLimits } from './form-link.ts';
import { withFormPlace } from './form-place.ts';
import { type FieldUpdate, type NewField, settingsOf } from './new-field.ts';
import { updatedSettings } from './updated-settings.ts';

interface Creation {
  id: string;
  documentId: string;
  newField: NewField;
  document: DocumentFields;
  now: string;
}

export function createField(creation: Creation): { field: Field } | { findings: Finding[] } {
  const { id, documentId, newField, document, now } = creation;
  const limited = withFormLimits(settingsOf(newField), newField, document.form);
  const settings = withFormPlace(limited, document.form);
  const findings = [
    ...checkValueType(settings.fieldType, newField.value),
    ...checkField(settings, { ...document, fieldId: id }),
  ];
  if (document.fields.length >= FIELDS_PER_DOCUMENT)
    findings.push({
      path: '',
      message: `A document has at most ${FIELDS_PER_DOCUMENT} fields.`,
    });
  if (findings.length > 0) return { findings };
  return { field: newFieldOf({ id, documentId, settings, now }) };
}

interface NewFieldInput {
  id: string;
  documentId: string;
  key?: string | null;
  templateNumber?: number | undefined;
  settings: FieldSettings;
  now: string;
}

/** A field before any signer has filled it. */
export const newFieldOf = ({ id, documentId, key = null, templateNumber, settings, now }: NewFieldInput): Field => ({
  id,
  documentId,
  key,
  ...(templateNumber !== undefined && { templateNumber }),
  ...settings,
  signatureImageUrl: null,
  ...filledBySender(settings, now),
  createdAt: now,
  updatedAt: now,
});

interface Update {
  before: Field;
  update: FieldUpdate;
  document: DocumentFields;
  now: string;
}

/** The fields that change: the updated one, and others whose condition was removed. */
export interface FieldChange {
  fields: Field[];
  clearedConditions: Field[];
}

export function updateField(change: Update): FieldChange | { findings: Finding[] } {
  const { before, update, document, now } = change;
  // A value entered by a signer is theirs; changing the field could change its meaning.
  if (before.filledBy === 'signer') return { findings: [{ path: '', message: 'A signer has filled this field.' }] };

  const updated = updatedSettings(before, update);
  const isNewlyLinked = updated.acroFieldName !== before.acroFieldName;
  const limited = withFormLimits(
    updated,
    // A field linked later keeps its own limit; settings left out of the update come from the form.
    isNewlyLinked ? { maxLength: updated.maxLength, multiline: update.multiline } : updated,
    document.form,
  );
  const settings = withFormPlace(limited, document.form);
  const clearedConditions =
    settings.signerId === before.signerId ? [] : withoutCondition(before.id, document.fields, now);
  const fields = document.fields.map((field) => clearedConditions.find(({ id }) => id === field.id) ?? field);
  const findings = [
    ...checkValueType(settings.fieldType, update.value),
    ...checkField(settings, { ...document, fields, fieldId: before.id }),
  ];
  if (findings.length > 0) return { findings };

  const field = { ...before, ...settings, ...refilled(before, settings, now), updatedAt: now };
  return { fields: [field, ...clearedConditions], clearedConditions };
}

/** Removing a controlling field makes the fields that depended on it optional. */
export function removeField(fieldId: string, fields: readonly Field[], now: string): { clearedConditions: Field[] } {
  return { clearedConditions: withoutCondition(fieldId, fields, now) };
}

const withoutCondition = (controllerId: string, fields: readonly Field[], now: string): Field[] =>
  fields
    .filter(({ requiredWhenFieldId }) => requiredWhenFieldId === controllerId)
    .map((field) => ({ ...field, requiredWhenFieldId: null, requiredWhenValue: null, updatedAt: now }));

/** An unchanged value keeps its `filledAt`. */
function refilled(before: Field, after: FieldSettings, now: string) {
  const isTouched = before.value !== after.value || before.editable !== after.editable;
  return isTouched ? filledBySender(after, now) : {};
}
