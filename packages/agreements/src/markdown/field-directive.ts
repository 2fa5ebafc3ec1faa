import { INLINE_BOXES, isDrawn, type TemplateFieldType } from '../fields/field-types.ts';
import {
  DROPDOWN_OPTIONS,
  FIELD_LABEL_CHARACTERS,
  FIELD_VALUE_CHARACTERS,
  OPTION_CHARACTERS,
  PATTERN_CHARACTERS,
} from '../limits.ts';
import { type Attribute, type Attributes, attributesIn, isMalformed } from './attributes.ts';
import { DIRECTIVE_CHARACTERS } from './bounds.ts';
import { isRole, ROLE_RULE } from './directives.ts';

/** The parsed `::field{…}`, before references to other fields are resolved. */
export interface FieldSpec {
  /** Null if the source gives none; the template then numbers the field. */
  key: string | null;
  type: TemplateFieldType;
  role: string;
  label: string | null;
  required: boolean | null;
  options: string[] | null;
  /** As in the rendered text, with sentinels for the values. */
  prefill: string | null;
  editable: boolean;
  requiredWhen: string | null;
  requiredWhenValue: string | null;
  group: string | null;
  groupRequired: boolean;
  width: number;
  height: number;
  dateFormat: string | null;
  signingDate: boolean;
  maxLength: number | null;
  validationPattern: string | null;
  validationMessage: string | null;
  multiline: boolean;
  sharedFill: boolean;
}

export interface ReadSpec {
  spec: FieldSpec;
  attributes: Attributes;
}

/** Offsets count from the start of the directive. */
export type FieldFault = { offset: number; message: string };

const MULTILINE_BOX = { width: 300, height: 60 };
/** The text area of an A4 page is 471 pt wide and 718 pt high. */
const SIZES = { width: { least: 8, most: 460 }, height: { least: 8, most: 400 } };

const NAMES = [
  'key',
  'type',
  'role',
  'label',
  'required',
  'options',
  'prefill',
  'editable',
  'requiredWhen',
  'requiredWhenValue',
  'group',
  'groupRequired',
  'width',
  'height',
  'dateFormat',
  'signingDate',
  'maxLength',
  'validationPattern',
  'validationMessage',
  'multiline',
  'sharedFill',
];

const UNREADABLE =
  'A field is written ::field{type=text, role=client, label="…"}, its attributes as name=value or ' +
  'name="value" with a comma between.';

/** `text` is the whole directive, from its colons to its closing brace. */
export function parseField(text: string, defaultRole?: string): ReadSpec | FieldFault {
  if (text.length > DIRECTIVE_CHARACTERS) return fault(0, 'This directive is too long.');
  const [, inner] = /^::field\{(.*)\}$/s.exec(text) ?? [];
  if (inner === undefined) return fault(0, UNREADABLE);
  const attributes = attributesIn(inner, {
    at: '::field{'.length,
    names: NAMES,
    unreadable: UNREADABLE,
    unknown: `A field has the attributes ${NAMES.join(', ')}.`,
  });
  if (isMalformed(attributes)) return attributes;
  const faults: FieldFault[] = [];
  const spec = specOf(attributes, defaultRole, (offset, message) => {
    faults.push({ offset, message });
    return null;
  });
  const [first = fault(0, UNREADABLE)] = faults;
  return spec && faults.length === 0 ? { spec, attributes } : first;
}

const fault = (offset: number, message: string): FieldFault => ({ offset, message });

/** Reports an invalid attribute, which then counts as missing. */
type Refuse = (offset: number, message: string) => null;

function specOf(given: Attributes, defaultRole: string | undefined, refuse: Refuse): FieldSpec | null {
  const signed = typeAndRole(given, defaultRole, refuse);
  if (!signed) return null;
  const { type, role } = signed;
  const text = (name: string, most: number) => textOf(name, given.get(name), most, refuse);
  const flag = (name: string) => flagOf(name, given.get(name), refuse);
  const multiline = flag('multiline') ?? false;
  const box = multiline ? MULTILINE_BOX : INLINE_BOXES[type];
  return {
    key: name('key', given.get('key'), refuse),
    type,
    role,
    label: text('label', FIELD_LABEL_CHARACTERS),
    required: flag('required'),
    options: optionsOf(given.get('options'), refuse),
    prefill: prefillOf(given.get('prefill'), type, refuse),
    editable: editableOf(given, flag('editable'), refuse),
    requiredWhen: name('requiredWhen', given.get('requiredWhen'), refuse, KEY_OF_LINE),
    requiredWhenValue: text('requiredWhenValue', FIELD_VALUE_CHARACTERS),
    group: name('group', given.get('group'), refuse),
    groupRequired: flag('groupRequired') ?? false,
    width: lengthOf('width', given.get('width'), refuse) ?? box.width,
    height: lengthOf('height', given.get('height'), refuse) ?? box.height,
    dateFormat: text('dateFormat', 20),
    signingDate: flag('signingDate') ?? false,
    maxLength: countOf(given.get('maxLength'), refuse),
    validationPattern: text('validationPattern', PATTERN_CHARACTERS),
    validationMessage: text('validationMessage', 500),
    multiline,
    sharedFill: flag('sharedFill') ?? false,
  };
}

const isFieldType = (text: string): text is TemplateFieldType => Object.hasOwn(INLINE_BOXES, text);

function typeAndRole(given: Attributes, defaultRole: string | undefined, refuse: Refuse) {
  const type = given.get('type');
  if (!type) return refuse(0, `A field requires a type: ${Object.keys(INLINE_BOXES).join(', ')}.`);
  if (!isFieldType(type.value))
    return refuse(
      type.offset,
      type.value === 'signature'
        ? 'A signature is written ::signature{role=…}, on a line of its own.'
        : `The type is one of ${Object.keys(INLINE_BOXES).join(', ')}.`,
    );
  const role = given.get('role');
  if (!role && defaultRole === undefined) return refuse(0, 'A field requires the role of the signer who fills it.');
  if (role && !isRole(role.value)) return refuse(role.offset, ROLE_RULE);
  return { type: type.value, role: role?.value ?? defaultRole ?? '' };
}

const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
/** Lines of a signature have derived keys: `client.date`. */
const KEY_OF_LINE = /^[A-Za-z][A-Za-z0-9_-]{0,39}(?:\.(?:title|date|place))?$/;

function name(what: string, attribute: Attribute | undefined, refuse: Refuse, pattern = KEY): string | null {
  if (!attribute) return null;
  if (pattern.test(attribute.value)) return attribute.value;
  return refuse(
    attribute.offset,
    `The ${what} starts with a letter, followed by letters, digits, _ or -, and has at most 40 characters.`,
  );
}

function textOf(what: string, attribute: Attribute | undefined, most: number, refuse: Refuse): string | null {
  if (!attribute) return null;
  const { value, offset } = attribute;
  if (value.trim() === '') return refuse(offset, `The ${what} is empty.`);
  if (value.length > most) return refuse(offset, `The ${what} has at most ${most} characters.`);
  return value;
}

function flagOf(what: string, attribute: Attribute | undefined, refuse: Refuse): boolean | null {
  if (!attribute) return null;
  if (attribute.value === 'true') return true;
  return attribute.value === 'false' ? false : refuse(attribute.offset, `The attribute ${what} is true or false.`);
}

function prefillOf(attribute: Attribute | undefined, type: TemplateFieldType, refuse: Refuse): string | null {
  if (attribute && isDrawn({ fieldType: type })) return refuse(attribute.offset, 'Initials cannot be prefilled.');
  return attribute?.value || null;
}

function editableOf(given: Attributes, isEditable: boolean | null, refuse: Refuse): boolean {
  const attribute = given.get('editable');
  if (attribute && isEditable && !given.get('prefill')?.value)
    refuse(attribute.offset, '`editable` needs a `prefill` that the signer can correct.');
  return isEditable ?? false;
}

function optionsOf(attribute: Attribute | undefined, refuse: Refuse): string[] | null {
  if (!attribute) return null;
  const options = attribute.value.split(';').map((option) => option.trim());
  const say = (message: string) => refuse(attribute.offset, message);
  if (options.some((option) => option === ''))
    return say('An option is empty. Options are separated by semicolons: options="Yes; No".');
  if (options.length > DROPDOWN_OPTIONS) return say(`A dropdown has at most ${DROPDOWN_OPTIONS} options.`);
  if (options.some((option) => option.length > OPTION_CHARACTERS))
    return say(`An option has at most ${OPTION_CHARACTERS} characters.`);
  return options;
}

function lengthOf(side: 'width' | 'height', attribute: Attribute | undefined, refuse: Refuse): number | null {
  if (!attribute) return null;
  const { least, most } = SIZES[side];
  const points = /^\d{1,3}(?:\.\d{1,3})?$/.test(attribute.value) ? Number(attribute.value) : 0;
  if (points >= least && points <= most) return points;
  return refuse(attribute.offset, `The ${side} is a number of points between ${least} and ${most}.`);
}

function countOf(attribute: Attribute | undefined, refuse: Refuse): number | null {
  if (!attribute) return null;
  const count = /^\d{1,5}$/.test(attribute.value) ? Number(attribute.value) : 0;
  if (count >= 1 && count <= FIELD_VALUE_CHARACTERS) return count;
  return refuse(attribute.offset, `The maxLength is a whole number between 1 and ${FIELD_VALUE_CHARACTERS}.`);
}
