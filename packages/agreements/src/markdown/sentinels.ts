/**
 * While Markdown is parsed, a private-use character replaces each value, so a value can never act
 * as markup. Markdown treats it as a letter, whatever the value is.
 */
const FIRST = 0xf0000;
const SENTINEL = /[\u{F0000}-\u{FFFFD}]/gu;

export const sentinelOf = (index: number) => String.fromCodePoint(FIRST + index);

export const isSentinel = (character: string) => /^[\u{F0000}-\u{FFFFD}]$/u.test(character);

/** Indexes of the values whose sentinels are in the text. */
export const sentinelsIn = (text: string): number[] =>
  [...text.matchAll(SENTINEL)].map(([sentinel]) => indexOf(sentinel));

export type TextPart = { text: string; offset: number } | { valueIndex: number };

/** Splits a text at its sentinels; each part has its offset. */
export function* partsOf(text: string): Generator<TextPart> {
  let end = 0;
  for (const match of text.matchAll(SENTINEL)) {
    if (match.index > end) yield { text: text.slice(end, match.index), offset: end };
    yield { valueIndex: indexOf(match[0]) };
    end = match.index + match[0].length;
  }
  if (end < text.length) yield { text: text.slice(end), offset: end };
}

const indexOf = (sentinel: string) => (sentinel.codePointAt(0) ?? FIRST) - FIRST;
