import type { FieldSettings } from '../field.ts';
import { enteredValue } from './entered-value.ts';
import type { FieldUpdate } from './new-field.ts';

/**
 * Settings of a field after an update. A setting that depends on another is cleared with it unless
 * the update sets it, so one property is enough to clear both.
 */
export function updatedSettings(before: FieldSettings, update: FieldUpdate): FieldSettings {
  const merged = mergeUpdate(before, update);
  const requiredWhenFieldId = conditionAfter(before, merged, update);
  const isRepointed = requiredWhenFieldId !== before.requiredWhenFieldId;
  return {
    ...merged,
    requiredWhenFieldId,
    requiredWhenValue: keptIf(update.requiredWhenValue, merged.requiredWhenValue, !isRepointed, null),
    required: keptIf(update.required, merged.required, requiredWhenFieldId === null, false),
    groupRequired: keptIf(update.groupRequired, merged.groupRequired, merged.groupKey !== null, false),
    validationMessage: keptIf(
      update.validationMessage,
      merged.validationMessage,
      merged.validationPattern !== null,
      null,
    ),
    editable: keptIf(update.editable, merged.editable, merged.value !== null, false),
  };
}

function mergeUpdate(before: FieldSettings, update: FieldUpdate): FieldSettings {
  const given = Object.entries(update).filter(([, value]) => value !== undefined);
  const merged: FieldSettings = { ...before, ...Object.fromEntries(given) };
  return { ...merged, value: enteredValue(merged.value, merged.fieldType) };
}

/** Assigning a field to another signer clears its condition, unless the update sets a new one. */
const conditionAfter = (before: FieldSettings, merged: FieldSettings, update: FieldUpdate) =>
  merged.signerId !== before.signerId && update.requiredWhenFieldId === undefined ? null : merged.requiredWhenFieldId;

const keptIf = <T>(given: T | undefined, value: T, isKept: boolean, otherwise: T): T =>
  given !== undefined || isKept ? value : otherwise;
