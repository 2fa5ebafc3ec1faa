import { invalid, Problem } from '@assay/foundation';
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
  if (depthOf(text) > MAX_DEPTH)
    throw invalid('invalid_json', `The body may be nested at most ${MAX_DEPTH} levels deep.`);
  try {
    return MAY_BE_INEXACT.test(text) ? JSON.parse(text, refuseInexactValues) : JSON.parse(text);
  } catch (error) {
    throw error instanceof Problem ? error : invalid('invalid_json', 'The body is not valid JSON.');
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

/** Counted on the text, because parsing deep nesting is what must be avoided. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\' && isInString) index += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}
