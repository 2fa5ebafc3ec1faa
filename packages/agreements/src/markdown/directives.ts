import { isDateFormat } from '../fields/date-format.ts';
import { ROLE_CHARACTERS, SIGNATURE_LABEL_CHARACTERS } from '../limits.ts';
import { type Attribute, type Attributes, attributesIn, isMalformed } from './attributes.ts';
import { DIRECTIVE_CHARACTERS } from './bounds.ts';

/**
 * A line that begins with two colons, whatever follows: a mistyped directive is never printed as
 * text. Fields are part of text, even at the beginning of a line.
 */
export const isDirectiveLine = (line: string) => line.startsWith('::') && !isFieldStart(line);

export const isFieldStart = (text: string) => /^::field/i.test(text);

export type Directive =
  | { kind: 'page-break' | 'group-start' | 'group-end' }
  | SignatureDirective
  /** `offset` is in the line. */
  | { kind: 'malformed'; offset: number; message: string };

export interface SignatureDirective {
  kind: 'signature';
  role: string;
  label: string | null;
  /** Where the label begins in the line, or the role if there is no label. */
  labelOffset: number;
  lines: readonly DirectiveLine[];
  dateFormat: string | null;
  /** Whether the date is that of the signature, written by the service. */
  signingDate: boolean;
}

/** A line below a signature: printed text, or null if the signer or the document supplies it. */
interface DirectiveLine {
  kind: LineKind;
  text: string | null;
  offset: number;
}

export type LineKind = (typeof LINES)[number];

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
  const read = attributesIn(attributes, SIGNATURE_ATTRIBUTES);
  return isMalformed(read) ? malformed(read.offset, read.message) : checked(read);
}

const UNKNOWN =
  'Unknown directive. Supported are ::pagebreak, ::signature{role=…, label=…}, ::field{type=…, role=…}, and ' +
  ':::signatures with ::: at its end.';

const malformed = (offset: number, message: string) => ({ kind: 'malformed' as const, offset, message });

const LINES = ['name', 'title', 'date', 'place'] as const;
const SIGNATURE_ATTRIBUTES = {
  at: '::signature{'.length,
  names: ['role', 'label', ...LINES, 'dateFormat'],
  unknown: 'A signature has the attributes role, label, name, title, date, place and dateFormat.',
  unreadable: 'Attributes are written name=value or name="value", with a comma between.',
};

const ROLE = new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${ROLE_CHARACTERS - 1}}$`);

export const isRole = (text: string) => ROLE.test(text);
export const ROLE_RULE = `A role starts with a letter, followed by letters, digits, _ or -, and has at most ${ROLE_CHARACTERS} characters.`;

function checked(given: Attributes): Directive {
  const role = given.get('role');
  const label = given.get('label');
  if (!role) return malformed(0, 'A signature requires a role: ::signature{role=client}.');
  if (!isRole(role.value)) return malformed(role.offset, ROLE_RULE);
  if (label) {
    const fault = textFault('label', label);
    if (fault) return fault;
  }
  const lines: DirectiveLine[] = [];
  for (const kind of LINES) {
    const line = lineOf(kind, given.get(kind));
    if (line && 'message' in line) return line;
    if (line) lines.push(line);
  }
  const dateFormat = given.get('dateFormat');
  if (dateFormat && !given.has('date'))
    return malformed(dateFormat.offset, '`dateFormat` needs `date=true` or `date=signed`.');
  if (dateFormat && !isDateFormat(dateFormat.value)) return malformed(dateFormat.offset, DATE_FORMAT_RULE);
  const { valueOffset: labelOffset } = label ?? role;
  return {
    kind: 'signature',
    role: role.value,
    label: label?.value ?? null,
    labelOffset,
    lines,
    dateFormat: dateFormat?.value ?? null,
    signingDate: given.get('date')?.value === SIGNED,
  };
}

const DATE_FORMAT_RULE = 'Combine D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.';

/** The value of `date` for the day on which the signer finishes. */
const SIGNED = 'signed';

/** `true` leaves the text to the document or the signer; other values are printed as they are. */
function lineOf(kind: LineKind, attribute: Attribute | undefined) {
  if (!attribute || attribute.value === 'false') return undefined;
  const { value, offset } = attribute;
  if (value === 'true' || (kind === 'date' && value === SIGNED)) return { kind, text: null, offset };
  if (kind === 'date') return malformed(offset, 'The date is `true`, `signed` or `false`.');
  return textFault(kind, attribute) ?? { kind, text: value, offset };
}

function textFault(name: string, { value, offset }: Attribute) {
  if (value.trim() === '') return malformed(offset, `The ${name} is empty.`);
  if ([...value].length > SIGNATURE_LABEL_CHARACTERS)
    return malformed(offset, `A ${name} has at most ${SIGNATURE_LABEL_CHARACTERS} characters.`);
  return undefined;
}
