import type { SourceFindings } from './findings.ts';
import { isSentinel } from './sentinels.ts';

/**
 * Invisible characters that change what is visible: control characters, lone surrogates, and
 * characters that reorder a line (a value could reverse the digits of an amount). Marks that names
 * in right-to-left and Indic scripts need (LRM, RLM, ZWJ, ZWNJ) are allowed.
 */
const INVISIBLE = /[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]--[\t\n\r]]/v;
/** A source also rejects separators that end a line for a printer, but not for Markdown. */
const REFUSED = /[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029\u{F0000}-\u{FFFFD}]--[\t\n]]/gv;
/** `&NewLine;` is the only named HTML entity of a rejected character. */
const REFERENCE = /&(?:#(x[0-9a-f]+|[0-9]+)|NewLine);/gi;

/** The first character of a value that must not be printed, as `U+202E`. */
export const invisibleIn = (value: string): string | undefined => {
  const [character] = INVISIBLE.exec(value) ?? [];
  return character === undefined ? undefined : codeOf(character);
};

/** Rejects characters, literal or as HTML entities, and returns the text without them. */
export function withoutRefused(text: string, findings: SourceFindings): string {
  for (const { 0: reference, 1: code, index } of text.matchAll(REFERENCE)) {
    const character = code === undefined ? '\n' : decoded(code);
    if (character === '\n' || new RegExp(REFUSED, 'v').test(character))
      findings.add(index, `The reference ${reference.slice(0, 20)} means ${named(character)}`);
  }
  // Replaced by as many spaces as code units, so that later offsets do not change.
  return text.replace(REFUSED, (character, index: number) => {
    findings.add(index, `This is ${named(character)}`);
    return ' '.repeat(character.length);
  });
}

function decoded(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 10);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

const named = (character: string) =>
  isSentinel(character)
    ? `${codeOf(character)}, a private-use character that is reserved here.`
    : `${codeOf(character)}, an invisible control character, which documents cannot contain.`;

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
