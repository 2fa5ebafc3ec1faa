import { type Finding, ifThenElse } from '@assay/foundation';
import type { FieldSettings, FieldType } from '../field.ts';
import { fieldTypes, hasSetting, settingsOfType, type TypedSetting } from './field-types.ts';

const TYPED_SETTINGS = [...new Set(fieldTypes.flatMap(settingsOfType))];

const typesWith = (setting: TypedSetting) => fieldTypes.filter((fieldType) => hasSetting({ fieldType }, setting));

const otherSettings = (fieldType: FieldType) => TYPED_SETTINGS.filter((setting) => !hasSetting({ fieldType }, setting));

const isSet = (value: unknown) => value !== null && value !== false;

/** Rejects settings that the field type does not have. */
export function checkType(settings: FieldSettings): Finding[] {
  return otherSettings(settings.fieldType)
    .filter((setting) => isSet(settings[setting]))
    .map((setting) => ({
      path: setting,
      message: `This is for ${typesWith(setting).join(', ')} fields, not for ${settings.fieldType}.`,
    }));
}

/** The same rule in JSON Schema, where a blank value counts as unset. */
const unset = (setting: TypedSetting) =>
  setting === 'value' ? { type: ['string', 'null'], pattern: '^\\s*$' } : { enum: [null, false] };

export const TYPE_RULES = fieldTypes.map((type) =>
  ifThenElse(
    { properties: { fieldType: { const: type } } },
    {
      properties: Object.fromEntries(otherSettings(type).map((setting) => [setting, unset(setting)])),
    },
  ),
);
