import type { Finding } from '@assay/foundation';
import type { Field, FieldSettings } from '../field.ts';
import { valueFaults } from './check-value.ts';
import { nameOf } from './field-name.ts';
import { isChosen, isDrawn } from './field-types.ts';

interface FieldContext {
  fieldId: string;
  others: readonly Field[];
}

/** Checks `requiredWhenFieldId` and `requiredWhenValue` of the dependent field. */
export function checkCondition(settings: FieldSettings, around: FieldContext): Finding[] {
  const { requiredWhenFieldId, requiredWhenValue, groupKey, required } = settings;
  if (requiredWhenFieldId === null)
    return requiredWhenValue === null
      ? []
      : [
          {
            path: 'requiredWhenValue',
            message: '`requiredWhenValue` requires `requiredWhenFieldId`.',
          },
        ];

  const findings = controllerFaults(settings, requiredWhenFieldId, around).map((message) => ({
    path: 'requiredWhenFieldId',
    message,
  }));
  if (groupKey !== null)
    findings.push({
      path: 'requiredWhenFieldId',
      message: 'A field of a group cannot have a condition.',
    });
  if (required)
    findings.push({
      path: 'required',
      message: '`required` must be false for a field with a condition.',
    });
  const controller = around.others.find(({ id }) => id === requiredWhenFieldId);
  if (controller && requiredWhenValue !== null && !canHold(controller, requiredWhenValue))
    findings.push({
      path: 'requiredWhenValue',
      message: `${nameOf(controller)} cannot have this value.`,
    });
  return findings;
}

function controllerFaults(
  { signerId }: FieldSettings,
  controllerId: string,
  { fieldId, others }: FieldContext,
): string[] {
  if (controllerId === fieldId) return ['A field cannot depend on itself.'];
  const controller = others.find(({ id }) => id === controllerId);
  if (!controller) return ['The document has no field with this id.'];
  if (controller.signerId !== signerId) return ['The controlling field belongs to another signer.'];
  if (controller.signingDate) return ['A signing date is only written when the signer finishes.'];
  if (leadsTo(controller, fieldId, others)) return ['The controlling field already depends on this field.'];
  return [];
}

/** Whether following conditions from `start` reaches `fieldId`. Stops at cycles without it. */
function leadsTo(start: Field, fieldId: string, fields: readonly Field[]): boolean {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const seen = new Set<string>();
  let at: Field | undefined = start;
  while (at && !seen.has(at.id)) {
    seen.add(at.id);
    if (at.requiredWhenFieldId === fieldId) return true;
    at = byId.get(at.requiredWhenFieldId ?? '');
  }
  return false;
}

/** The value of a signature field is the hash of its image, so no condition can compare it. */
const canHold = (controller: FieldSettings, value: string) =>
  !isDrawn(controller) && valueFaults(controller, value).length === 0;

/** Checks the controlling field: a change must not make the conditions of others impossible. */
export function checkDependents(settings: FieldSettings, around: FieldContext): Finding[] {
  return around.others
    .filter(({ requiredWhenFieldId }) => requiredWhenFieldId === around.fieldId)
    .filter(
      ({ requiredWhenValue }) =>
        settings.signingDate || (requiredWhenValue !== null && !canHold(settings, requiredWhenValue)),
    )
    .map((dependent) => ({
      path: settings.signingDate ? 'signingDate' : isChosen(settings) ? 'options' : 'fieldType',
      message: `${nameOf(dependent)} depends on a value that this field could no longer have.`,
    }));
}
