import type { Finding } from '#shared/platform/problem.ts';
import type { FieldSettings, FieldType } from '../field.ts';

/** Settings that mean something on some types of field only. */
type TypedSetting =
  | ('value' | 'editable' | 'sharedFill' | 'maxLength' | 'validationPattern')
  | ('dateFormat' | 'options' | 'groupKey' | 'multiline');

/** A signature or initials are made by the signer: nobody prepares or limits them. */
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

const typesWith = (setting: TypedSetting) =>
  TYPES.filter((type) => SETTINGS_OF[type].includes(setting));

const isSet = (value: unknown) => value !== null && value !== false;

/** Settings given to a type of field that has no use for them. */
export function checkType(settings: FieldSettings): Finding[] {
  return TYPED_SETTINGS.filter(
    (setting) => isSet(settings[setting]) && !SETTINGS_OF[settings.fieldType].includes(setting),
  ).map((setting) => ({
    path: setting,
    message: `This is for ${typesWith(setting).join(', ')} fields, not for ${settings.fieldType}.`,
  }));
}
