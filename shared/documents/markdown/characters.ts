import type { Findings } from './findings.ts';
import { isSentinel } from './sentinels.ts';

/**
 * Characters that are not seen but change what is: controls, halves of characters, and those that
 * reorder a line (a value could turn an amount around). Marks that honest names in right-to-left and
 * Indic scripts need (LRM, RLM, ZWJ, ZWNJ) are none of them.
 */
const INVISIBLE = /[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]--[\t\n\r]]/v;
/** In a source also the separators that would end a line for a printer, but not for Markdown. */
const REFUSED =
  /[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029\u{F0000}-\u{FFFFD}]--[\t\n]]/gv;
/** `&NewLine;` is the one name in HTML of a character that we refuse. */
const REFERENCE = /&(?:#(x[0-9a-f]+|[0-9]+)|NewLine);/gi;

/** The first character of a value that must not be printed, as `U+202E`. */
export const invisibleIn = (value: string): string | undefined => {
  const [character] = INVISIBLE.exec(value) ?? [];
  return character === undefined ? undefined : codeOf(character);
};

/** Refuses characters, written out or as references, and gives the text without them. */
export function withoutRefused(text: string, findings: Findings): string {
  for (const { 0: reference, 1: code, index } of text.matchAll(REFERENCE)) {
    const character = code === undefined ? '\n' : decoded(code);
    if (character === '\n' || new RegExp(REFUSED, 'v').test(character))
      findings.add(index, `The reference ${reference.slice(0, 20)} means ${named(character)}`);
  }
  // As many blanks as code units, so that nothing behind it moves.
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
