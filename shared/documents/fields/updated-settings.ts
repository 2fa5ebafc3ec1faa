import type { FieldSettings } from '../field.ts';
import { enteredValue } from './entered-value.ts';
import type { FieldUpdate } from './new-field.ts';

/**
 * What the sender says of a field once an update is laid over it. A setting that hangs on another
 * goes with it unless the update speaks of it, so that clearing one thing takes one property.
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

/** Reassigning a field to another signer clears its condition, unless a new one comes with it. */
const conditionAfter = (before: FieldSettings, told: FieldSettings, update: FieldUpdate) =>
  told.signerId !== before.signerId && update.requiredWhenFieldId === undefined
    ? null
    : told.requiredWhenFieldId;

const kept = <T>(said: T | undefined, value: T, isKept: boolean, otherwise: T): T =>
  said !== undefined || isKept ? value : otherwise;
