import type * as z from 'zod';

/** The parts of a request that have a shape. */
export type Part = 'path' | 'query' | 'body';

/**
 * The finding about a value, as a sentence. zod's messages name its types ("Invalid input: expected string,
 * received undefined"), which API users do not know.
 */
export function messageOf(issue: z.core.$ZodRawIssue, part: Part = 'body'): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownMessage(issue.inst, part);
    case 'invalid_type':
      return issue.input === undefined ? 'Required.' : `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${written(issue.values[0])}.`
        : `Must be one of ${issue.values.map(written).join(', ')}.`;
    case 'too_small':
      return sizeMessage('at least', issue.origin, issue.minimum, issue.inclusive);
    case 'too_big':
      return sizeMessage('at most', issue.origin, issue.maximum, issue.inclusive);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Has the wrong format.';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return 'Does not match any of the documented shapes.';
    case 'invalid_key':
      return 'Is not a valid property name.';
    default:
      return undefined;
  }
}

/** Names what is known, so that a misspelt name can be corrected without the documentation. */
function unknownMessage(shape: z.core.$ZodRawIssue['inst'], part: Part): string {
  const { shape: members = {} } = (shape?._zod.def ?? {}) as Partial<z.core.$ZodObjectDef>;
  const known = Object.keys(members).map(written);
  if (part === 'query')
    return known.length === 0
      ? 'This operation takes no query parameters.'
      : `Unknown parameter. Known parameters: ${known.join(', ')}.`;
  if (known.length === 0) return 'Unknown property: none is allowed here.';
  return `Unknown property. Known properties: ${known.join(', ')}.`;
}

/** The message of a shape, which may be a fragment such as `must be a UUID`. */
export function asSentence(message: string): string {
  const [first = '', ...rest] = message;
  const text = first.toUpperCase() + rest.join('');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
  never: 'omitted',
};

const FORMATS: Record<string, string> = {
  uuid: 'Must be a UUID.',
  guid: 'Must be a UUID.',
  datetime: 'Must be a time as in RFC 3339, such as 2026-03-14T09:26:53Z.',
  date: 'Must be a date, such as 2026-03-14.',
  url: 'Must be a URL.',
  email: 'Must be an email address.',
};

const written = (value: unknown) => `\`${String(value)}\``;

const UNITS: Record<string, [string, string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['property', 'properties'],
};

function sizeMessage(
  bound: 'at least' | 'at most',
  origin: string,
  limit: number | bigint,
  isInclusive: boolean | undefined,
): string {
  const unit = UNITS[origin];
  if (unit) return `Must have ${bound} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}.`;
  if (isInclusive ?? true) return `Must be ${bound} ${limit}.`;
  return `Must be ${bound === 'at least' ? 'greater' : 'less'} than ${limit}.`;
}
