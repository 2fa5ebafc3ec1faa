import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase } from '#shared/platform/store/fold-case.ts';

/** The end of the second plane: no script with upper case lies beyond it. */
const LAST_CODE_POINT = 0x1ffff;
const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

test('case folding: every letter folds like its upper and lower case', () => {
  const differing: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (isHalf(code)) continue;
    const letter = String.fromCodePoint(code);
    const forms = [letter.toUpperCase(), letter.toLowerCase(), foldCase(letter)];
    if (forms.some((form) => foldCase(form) !== foldCase(letter))) differing.push(letter);
  }

  expect(differing).toEqual([]);
});

/** Letters whose case depends on their neighbours or changes their length, and some plain ones. */
const aLetter = fc.oneof(
  fc.constantFrom(...'aAzZéÉßẞſsSΣσςΑάΐᾳᾼİıIiŉǰﬁﬄǅµÅK\u0307\u0345-. 😀'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const aText = fc.array(aLetter, { maxLength: 8 }).map((letters) => letters.join(''));

/**
 * A substring that begins inside a letter with its accents, or a Hangul syllable, is not a part of the
 * text.
 */
const isWhole = (before: string, part: string, after: string) =>
  !/^\p{M}/u.test(part) &&
  !/^\p{M}/u.test(after) &&
  (before + part + after).normalize('NFC') === [before, part, after].map((text) => text.normalize('NFC')).join('');

test('case folding: a text is found by each of its substrings in any case', () => {
  fc.assert(
    fc.property(aText, aText, aText, (before, part, after) => {
      fc.pre(isWhole(before, part, after));
      const kept = foldCase(before + part + after);

      // The upper case of U+0345 is a letter, so its order among other accents must be normalized first.
      const settled = part.normalize('NFD');
      for (const sought of [part, settled.toUpperCase(), settled.toLowerCase()])
        expect(kept).toContain(foldCase(sought));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['ΟΔΟΣΑ', 'ΟΔΟΣ'],
  ['ΟΔΟΣΑ', 'οδος'],
  ['οδός', 'ΟΔΌΣ'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'straße'],
  ['ﬁn-7', 'FIN'],
  ['İzmir', 'i'],
  ['İSTANBUL', 'istanbul'],
  ['istanbul', 'İSTANBUL'],
  ['\u00e9t\u00e9', 'e\u0301te\u0301'],
  ['E\u0301TE\u0301', '\u00e9t\u00e9'],
  ['한글', '\u1112\u1161\u11ab글'],
  ['ısı', 'ISI'],
])('case folding: %s is found by %s', (text, sought) => {
  expect(foldCase(text)).toContain(foldCase(sought));
});

test.each([
  ['customer', 'custömer'],
  ['ΟΔΟΣ', 'ΟΔΑ'],
  ['caf\u00e9', 'cafe'],
])('case folding: %s is not found by %s', (text, sought) => {
  expect(foldCase(text)).not.toContain(foldCase(sought));
});
