import { ROLE_CHARACTERS, SIGNATURE_LABEL_CHARACTERS } from '../limits.ts';
import { DIRECTIVE_CHARACTERS } from './bounds.ts';

/** A line that begins with two colons, whatever follows them: a mistyped directive is never text. */
export const isDirectiveLine = (line: string) => line.startsWith('::');

export type Directive =
  | { kind: 'page-break' | 'group-start' | 'group-end' }
  /** `labelOffset` is where the text of the label begins in the line, or the role where there is none. */
  | { kind: 'signature'; role: string; label: string | null; labelOffset: number }
  /** `offset` in the line. */
  | { kind: 'malformed'; offset: number; message: string };

const FIXED: Record<string, 'page-break' | 'group-start' | 'group-end'> = {
  '::pagebreak': 'page-break',
  ':::signatures': 'group-start',
  ':::': 'group-end',
};

export function parseDirective(line: string): Directive {
  const fixed = Object.hasOwn(FIXED, line) ? FIXED[line] : undefined;
  if (fixed) return { kind: fixed };
  if (line.length > DIRECTIVE_CHARACTERS) return malformed(0, 'This directive is too long.');
  const [, attributes] = /^::signature\{(.*)\}$/s.exec(line) ?? [];
  if (attributes === undefined) return malformed(0, UNKNOWN);
  return signature(attributes, '::signature{'.length);
}

const UNKNOWN =
  'This is no directive. There are ::pagebreak, ::signature{role=…, label=…}, and :::signatures with ::: at its end.';

const malformed = (offset: number, message: string): Directive => ({
  kind: 'malformed',
  ...{ offset, message },
});

/** `"…"` may hold commas and braces, and `\"` and `\\` for the two characters it cannot. */
const ATTRIBUTE = /\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\])*)"\s*|([^",{}]*))(?:,|$)/y;
const ROLE = new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${ROLE_CHARACTERS - 1}}$`);

function signature(attributes: string, at: number): Directive {
  const given = new Map<string, Attribute>();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < attributes.length) {
    const start = ATTRIBUTE.lastIndex;
    const offset = at + start + attributes.slice(start).search(/\S|$/);
    const match = ATTRIBUTE.exec(attributes);
    if (!match)
      return malformed(offset, 'Attributes are role=… and label=…, with a comma between.');
    const [whole, name = '', quoted, plain = ''] = match;
    if (name !== 'role' && name !== 'label')
      return malformed(offset, 'A signature has the attributes role and label only.');
    if (given.has(name)) return malformed(offset, `The ${name} is given twice.`);
    if (whole.endsWith(',') && ATTRIBUTE.lastIndex === attributes.length)
      return malformed(at + attributes.length, 'An attribute is expected after the comma.');
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain.trim();
    const text = whole.slice(whole.indexOf('=') + 1);
    const valueOffset = at + start + whole.indexOf('=') + 1 + text.search(/[^\s"]|$/);
    given.set(name, { value, offset, valueOffset });
  }
  return checked(given.get('role'), given.get('label'));
}

interface Attribute {
  value: string;
  offset: number;
  valueOffset: number;
}

function checked(role: Attribute | undefined, label: Attribute | undefined): Directive {
  if (!role) return malformed(0, 'A signature needs a role: ::signature{role=client}.');
  if (!ROLE.test(role.value))
    return malformed(
      role.offset,
      `A role starts with a letter, followed by letters, digits, _ or -, and has at most ${ROLE_CHARACTERS} characters.`,
    );
  if (label && label.value.trim() === '') return malformed(label.offset, 'The label is empty.');
  if (label && [...label.value].length > SIGNATURE_LABEL_CHARACTERS)
    return malformed(label.offset, `A label has at most ${SIGNATURE_LABEL_CHARACTERS} characters.`);
  const { valueOffset: labelOffset } = label ?? role;
  return { kind: 'signature', role: role.value, label: label?.value ?? null, labelOffset };
}
