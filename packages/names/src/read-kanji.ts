import { GIVEN_CHARACTERS, GIVEN_NAMES, OLDER_FORMS, SURNAMES } from './japanese-names.ts';
import { combine } from './spellings.ts';

const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const PAIR = /^(\p{Script=Han}[\p{Script=Han}々]*)(.+)$/u;
const LONGEST_GIVEN_NAME = 3;

type Readings = ReadonlyMap<string, readonly string[]>;

const readingsIn = (table: string): Readings =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((pair): [string, string[]] => {
        const [, characters = '', kana = ''] = PAIR.exec(pair) ?? [];
        return [characters, kana.split('・')];
      }),
  );

export interface KanjiTables {
  surnames: Readings;
  givenNames: Readings;
  characters: Readings;
}

export const kanjiTables = (): KanjiTables => ({
  surnames: readingsIn(SURNAMES),
  givenNames: readingsIn(GIVEN_NAMES),
  characters: readingsIn(GIVEN_CHARACTERS),
});

/** Combines the readings of single characters; a name of one character must be in the table. */
function composed({ characters }: KanjiTables, given: string): readonly string[] | undefined {
  const parts = [...given].map((each) => characters.get(each));
  const isName = parts.length > 1 && parts.length <= LONGEST_GIVEN_NAME;
  return isName && parts.every((part) => part !== undefined) ? combine(parts) : undefined;
}

function givenName(tables: KanjiTables, text: string): readonly string[] | undefined {
  if (KANA.test(text)) return [text];
  return tables.givenNames.get(text) ?? composed(tables, text);
}

/**
 * The words of a Japanese name with their readings in kana. Characters do not determine the
 * reading, so surnames and given names are looked up, or given names are composed from the readings
 * of their characters. Undefined if the reading is unknown. A whole name that does not begin with a
 * surname is one word and must be in the table: otherwise most Chinese names would be read as
 * Japanese given names.
 */
export function kanjiWords(
  tables: KanjiTables,
  piece: string,
  { isWholeName }: { isWholeName: boolean },
): (readonly string[])[] | undefined {
  const { surnames, givenNames } = tables;
  const modern = [...piece].map((each) => OLDER_FORMS[each] ?? each).join('');
  for (let length = modern.length - 1; length > 0; length -= 1) {
    const surname = surnames.get(modern.slice(0, length));
    const given = surname && givenName(tables, modern.slice(length));
    if (given) return [surname, given];
  }
  const alone = surnames.get(modern) ?? givenNames.get(modern);
  const word = alone ?? (isWholeName ? undefined : composed(tables, modern));
  return word && [word];
}
