import { invalid, Problem } from '@assay/foundation';
import { structureOf } from './json-structure.ts';
import { syntaxErrorOf } from './json-syntax-error.ts';
import { isExactAsWritten } from './written-number.ts';

/** No body of the API nests deeper; a deeper one could only exhaust the stack of recursive code. */
const MAX_DEPTH = 64;
/** Enough of a number to recognize it. */
const SHOWN_CHARACTERS = 40;

/**
 * A lone surrogate requires an escape, and an inexact number 16 digits or an exponent of three. Checking
 * every value takes many times as long as parsing, so values are checked only if one of these occurs.
 */
const MAY_BE_INEXACT = /\\u[dD]|[\d.]{16}|\d[eE][+-]?\d{3}/;

/** Parses a JSON body. Values that cannot be stored exactly as sent are refused, not altered. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const { depth, repeated } = structureOf(text, MAX_DEPTH);
  if (depth > MAX_DEPTH) throw invalid('invalid_json', `The body may be nested at most ${MAX_DEPTH} levels deep.`);
  const value = parse(text);
  if (repeated !== undefined)
    throw invalid('invalid_json', 'An object of the body has two properties with the same name. See `errors`.', [
      { path: repeated, message: 'Repeated property.' },
    ]);
  return value;
}

function parse(text: string): unknown {
  try {
    return MAY_BE_INEXACT.test(text) ? JSON.parse(text, refuseInexactValues) : JSON.parse(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid(
      'invalid_json',
      text.trim() === '' ? 'The body is empty.' : `The body is not valid JSON. ${syntaxErrorOf(text)}`,
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** The third argument is part of the language, but not yet of TypeScript's types. */
function refuseInexactValues(name: string, value: unknown, context?: { source?: string }) {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw invalid('invalid_json', 'The body contains an unpaired surrogate.');
  const written = context?.source ?? '';
  if (typeof value === 'number' && !isExactAsWritten(written, value))
    throw invalid(
      'invalid_json',
      `${written.slice(0, SHOWN_CHARACTERS)} cannot be represented exactly. Use fewer digits or send a string.`,
    );
  return value;
}
