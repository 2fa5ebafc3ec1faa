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

let tables: { surnames: Readings; givenNames: Readings; characters: Readings } | undefined;

/** Made when the first kanji occur, which in most functions is never. */
function knownNames() {
  tables ??= {
    surnames: readingsIn(SURNAMES),
    givenNames: readingsIn(GIVEN_NAMES),
    characters: readingsIn(GIVEN_CHARACTERS),
  };
  return tables;
}

/** Character by character, in every reading they have within names; a single one is a name or it is none. */
function composed(given: string): readonly string[] | undefined {
  const parts = [...given].map((each) => knownNames().characters.get(each));
  const isName = parts.length > 1 && parts.length <= LONGEST_GIVEN_NAME;
  return isName && parts.every((part) => part !== undefined) ? combine(parts) : undefined;
}

function givenName(text: string): readonly string[] | undefined {
  if (KANA.test(text)) return [text];
  return knownNames().givenNames.get(text) ?? composed(text);
}

/**
 * The words of a Japanese name, each in its readings in kana: how it is read is not in its characters, so
 * surnames are looked up, and given names too, or put together from what their characters are in names.
 * Undefined where that is not known. A whole name that does not begin with a surname is one word, and has to
 * be a known one: put together, most Chinese names would be Japanese given names.
 */
export function kanjiWords(
  piece: string,
  { isWholeName }: { isWholeName: boolean },
): (readonly string[])[] | undefined {
  const { surnames, givenNames } = knownNames();
  const modern = [...piece].map((each) => OLDER_FORMS[each] ?? each).join('');
  for (let length = modern.length - 1; length > 0; length -= 1) {
    const surname = surnames.get(modern.slice(0, length));
    const given = surname && givenName(modern.slice(length));
    if (given) return [surname, given];
  }
  const alone = surnames.get(modern) ?? givenNames.get(modern);
  const word = alone ?? (isWholeName ? undefined : composed(modern));
  return word && [word];
}
