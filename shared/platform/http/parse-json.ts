import { invalid, Problem } from '../problem.ts';
import { isExactAsWritten } from './written-number.ts';

/** No shape of ours nests deeper, and a deeper one could only exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64;
/** Enough of a number to find it by. */
const SHOWN_CHARACTERS = 40;

/**
 * Half a surrogate pair takes an escape, and a number that is not kept takes 16 digits or an exponent of
 * three. To look at every value takes many times as long as to parse them, so it is done where one occurs.
 */
const MAY_BE_INEXACT = /\\u[dD]|[\d.]{16}|\d[eE][+-]?\d{3}/;

/** A body as JSON. What could only be kept in another form than it was sent in is refused, not altered. */
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

/** The third argument is in the language, but not yet in TypeScript's description of it. */
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

/** Counted on the text, because parsing a deeper one is what is to be avoided. */
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
