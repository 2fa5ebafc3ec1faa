import { type Finding, ifThenElse } from '@assay/foundation';
import type { FieldSettings, FieldType } from '../field.ts';

/** Settings that only some field types have. */
type TypedSetting =
  | ('value' | 'editable' | 'sharedFill' | 'maxLength' | 'validationPattern')
  | ('dateFormat' | 'options' | 'groupKey' | 'multiline');

/** Signatures and initials come from the signer and cannot be prefilled or limited. */
const SETTINGS_OF: Record<FieldType, readonly TypedSetting[]> = {
  text: ['value', 'editable', 'sharedFill', 'maxLength', 'validationPattern', 'multiline'],
  date: ['value', 'editable', 'sharedFill', 'maxLength', 'validationPattern', 'dateFormat'],
  dropdown: ['value', 'editable', 'sharedFill', 'options'],
  checkbox: ['value', 'editable', 'sharedFill', 'groupKey'],
  signature: [],
  initials: [],
};

const TYPES = Object.keys(SETTINGS_OF) as FieldType[];
const TYPED_SETTINGS = [...new Set(Object.values(SETTINGS_OF).flat())];

const typesWith = (setting: TypedSetting) => TYPES.filter((type) => SETTINGS_OF[type].includes(setting));

const otherSettings = (type: FieldType) => TYPED_SETTINGS.filter((setting) => !SETTINGS_OF[type].includes(setting));

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

export const TYPE_RULES = TYPES.map((type) =>
  ifThenElse(
    { properties: { fieldType: { const: type } } },
    {
      properties: Object.fromEntries(otherSettings(type).map((setting) => [setting, unset(setting)])),
    },
  ),
);
