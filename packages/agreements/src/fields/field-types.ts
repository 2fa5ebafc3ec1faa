import type { FieldType } from '../field.ts';
import type { FormField } from '../form-field.ts';

/** Settings that only some field types have. */
export type TypedSetting =
  | ('value' | 'editable' | 'sharedFill' | 'maxLength' | 'validationPattern')
  | ('dateFormat' | 'signingDate' | 'options' | 'groupKey' | 'multiline');

interface Size {
  width: number;
  height: number;
}

interface FieldTypeFacts {
  /**
   * How a signer enters the value, and so how it is stored, printed and checked: `typed` as text, `chosen` from
   * `options`, `ticked` in a box, or `drawn` as a picture.
   */
  entry: 'typed' | 'chosen' | 'ticked' | 'drawn';
  /** Settings of the type, beside those that all types have. */
  settings: readonly TypedSetting[];
  /**
   * Types of PDF form fields that can show the value. A signature may also go into a text field, because many forms
   * have no signature field. Push buttons hold no value.
   */
  linkable: readonly FormField['type'][];
  /** Default size of a box that stands alone. */
  box: Size;
  /**
   * Default size in a line of a Markdown template, where the height gives the value the size of the text around it.
   * Null for a type that has a directive of its own.
   */
  inlineBox: Size | null;
}

const TEXT_HEIGHT = 17.5;

/**
 * Everything that differs between field types. The signing page has its own table, of controls and texts
 * (`packages/signing-page/src/client/field-kinds.ts`). No other code compares a field's type with a name, except
 * for what only dates have.
 */
const FIELD_TYPES: Record<FieldType, FieldTypeFacts> = {
  text: {
    entry: 'typed',
    settings: ['value', 'editable', 'sharedFill', 'maxLength', 'validationPattern', 'multiline'],
    linkable: ['text'],
    box: { width: 200, height: 30 },
    inlineBox: { width: 150, height: TEXT_HEIGHT },
  },
  date: {
    entry: 'typed',
    settings: ['value', 'editable', 'sharedFill', 'maxLength', 'validationPattern', 'dateFormat', 'signingDate'],
    linkable: ['text'],
    box: { width: 150, height: 30 },
    inlineBox: { width: 90, height: TEXT_HEIGHT },
  },
  dropdown: {
    entry: 'chosen',
    settings: ['value', 'editable', 'sharedFill', 'options'],
    linkable: ['dropdown', 'listbox', 'radio', 'text'],
    box: { width: 200, height: 30 },
    inlineBox: { width: 130, height: TEXT_HEIGHT },
  },
  checkbox: {
    entry: 'ticked',
    settings: ['value', 'editable', 'sharedFill', 'groupKey'],
    linkable: ['checkbox', 'radio'],
    box: { width: 30, height: 30 },
    inlineBox: { width: 12, height: 12 },
  },
  // Drawn values come from the signer and cannot be prefilled or limited.
  signature: {
    entry: 'drawn',
    settings: [],
    linkable: ['signature', 'text'],
    box: { width: 200, height: 50 },
    inlineBox: null,
  },
  initials: {
    entry: 'drawn',
    settings: [],
    linkable: ['signature', 'text'],
    box: { width: 80, height: 40 },
    inlineBox: { width: 60, height: 28 },
  },
};

export const fieldTypes = Object.keys(FIELD_TYPES) as readonly FieldType[];

type Typed = { fieldType: FieldType };

/** A picture that the signer draws: a signature or initials. */
export const isDrawn = ({ fieldType }: Typed) => FIELD_TYPES[fieldType].entry === 'drawn';
export const isTicked = ({ fieldType }: Typed) => FIELD_TYPES[fieldType].entry === 'ticked';
export const isChosen = ({ fieldType }: Typed) => FIELD_TYPES[fieldType].entry === 'chosen';
export const isTyped = ({ fieldType }: Typed) => FIELD_TYPES[fieldType].entry === 'typed';

export const typesEntered = (entry: FieldTypeFacts['entry']) =>
  fieldTypes.filter((type) => FIELD_TYPES[type].entry === entry);

export const settingsOfType = (fieldType: FieldType) => FIELD_TYPES[fieldType].settings;

export const hasSetting = ({ fieldType }: Typed, setting: TypedSetting) =>
  FIELD_TYPES[fieldType].settings.includes(setting);

export const canLink = (fieldType: FieldType, form: FormField['type']) =>
  FIELD_TYPES[fieldType].linkable.includes(form);

export const boxOfType = (fieldType: FieldType) => FIELD_TYPES[fieldType].box;

/** Types that a Markdown template writes as `::field`. A signature is a block of its own. */
export type TemplateFieldType = Exclude<FieldType, 'signature'>;

export const INLINE_BOXES = Object.fromEntries(
  fieldTypes.flatMap((type) => {
    const { inlineBox } = FIELD_TYPES[type];
    return inlineBox ? [[type, inlineBox]] : [];
  }),
) as Record<TemplateFieldType, Size>;
