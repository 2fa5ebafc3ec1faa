import type { FieldSettings } from '../field.ts';
import { enteredValue } from './entered-value.ts';
import type { FieldUpdate } from './new-field.ts';

/**
 * Settings of a field after an update. A setting that depends on another is cleared with it unless
 * the update sets it, so one property is enough to clear both.
 */
export function updatedSettings(before: FieldSettings, update: FieldUpdate): FieldSettings {
  const told = laidOver(before, update);
  const requiredWhenFieldId = conditionAfter(before, told, update);
  const isRepointed = requiredWhenFieldId !== before.requiredWhenFieldId;
  return {
    ...told,
    requiredWhenFieldId,
    requiredWhenValue: kept(update.requiredWhenValue, told.requiredWhenValue, !isRepointed, null),
    required: kept(update.required, told.required, requiredWhenFieldId === null, false),
    groupRequired: kept(update.groupRequired, told.groupRequired, told.groupKey !== null, false),
    validationMessage: kept(
      update.validationMessage,
      told.validationMessage,
      told.validationPattern !== null,
      null,
    ),
    editable: kept(update.editable, told.editable, told.value !== null, false),
  };
}

function laidOver(before: FieldSettings, update: FieldUpdate): FieldSettings {
  const said = Object.entries(update).filter(([, value]) => value !== undefined);
  const told: FieldSettings = { ...before, ...Object.fromEntries(said) };
  return { ...told, value: enteredValue(told.value, told.fieldType) };
}

/** Assigning a field to another signer clears its condition, unless the update sets a new one. */
const conditionAfter = (before: FieldSettings, told: FieldSettings, update: FieldUpdate) =>
  told.signerId !== before.signerId && update.requiredWhenFieldId === undefined
    ? null
    : told.requiredWhenFieldId;

const kept = <T>(said: T | undefined, value: T, isKept: boolean, otherwise: T): T =>
  said !== undefined || isKept ? value : otherwise;
