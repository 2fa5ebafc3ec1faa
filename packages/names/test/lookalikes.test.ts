import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOneAlphabet } from '../src/lookalikes.ts';
import { newNameTables } from '../src/name-tables.ts';
import { readingsOf } from '../src/search-terms.ts';

const tables = newNameTables();

const DOUBLES: Record<string, string> = Object.fromEntries(
  'аa вb сc еe нh іi кk мm оo рp тt хx уy'.split(' ').map((pair) => [pair[0], pair[1]]),
);
const doubled = fc.constantFrom(...Object.keys(DOUBLES));
const cyrillicOnly = fc.constantFrom(...'бгджзилпфцчшщьэюя');
/** A word with a letter that no other alphabet has. */
const cyrillicWord = fc
  .tuple(fc.array(doubled, { maxLength: 8 }), cyrillicOnly, fc.array(doubled, { maxLength: 8 }))
  .map(([before, own, after]) => [...before, own, ...after]);

describe('letters of another alphabet that look the same', () => {
  test('do not change a Cyrillic word', () => {
    fc.assert(
      fc.property(cyrillicWord, fc.array(fc.boolean(), { minLength: 17 }), (letters, isMeant) => {
        const mixed = letters.map((letter, at) => (isMeant[at] ? letter : (DOUBLES[letter] ?? letter)));

        expect(inOneAlphabet(mixed.join(''))).toBe(letters.join(''));
      }),
    );
  });

  test.each([
    ['Oткрытое', 'Открытое'],
    ['Фëдoрoвич', 'Фёдорович'],
    ['Евгéньевич', 'Евгеньевич'],
    ['ТAMБOB', 'Тамбов'],
    ['Ниĸолай', 'Николай'],
    ['Κυριάkος', 'Κυριάκος'],
    ['ROMASHKІN', 'Romashkin'],
    ['Vladіmіr Рutіn', 'Vladimir Putin'],
  ])('%s is read as %s is', (mixed, meant) => {
    expect(readingsOf(tables, mixed, {})).toEqual(readingsOf(tables, meant, {}));
  });

  test.each(['soso', 'сосо', 'müller', 'mu\u0308ller', 'пётр', 'νίκος', '山田', '', '007'])(
    'what is of one alphabet stays: %s',
    (word) => {
      expect(inOneAlphabet(word)).toBe(word);
    },
  );

  test('a word whose letters share no alphabet is unchanged', () => {
    expect(inOneAlphabet('wладимиr')).toBe('wладимиr');
  });
});
