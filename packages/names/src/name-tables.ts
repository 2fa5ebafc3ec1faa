import { type KanjiTables, kanjiTables } from './read-kanji.ts';

/**
 * Tables and libraries for Chinese characters and rare scripts. They are large, and most names need
 * none of them, so they are loaded when a name in such a script first occurs, and stay loaded: keep
 * one `NameTables` per process, call `loadNameTables` before reading names, and pass it to the
 * functions that read them. A name whose tables are not loaded is read incompletely.
 */
export interface NameTables {
  pinyin?: (text: string) => string[];
  jyutping?: (text: string) => (string | null)[];
  ascii?: (text: string) => string;
  /** Readings in Hangul, and in Vietnamese without marks, by character. */
  hanja?: CharacterReadings;
  sinoVietnamese?: CharacterReadings;
  kanji?: KanjiTables;
}

/** The readings of each character in one language. */
export type CharacterReadings = ReadonlyMap<string, readonly string[]>;

const HAN = /\p{Script=Han}/u;
const NO_TABLE =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}\u0900-\u0d7f]/u;

/** No table is loaded yet. */
export const newNameTables = (): NameTables => ({});

const needsChinese = (tables: NameTables, text: string) => !tables.pinyin && HAN.test(text);
const needsAscii = (tables: NameTables, text: string) => !tables.ascii && NO_TABLE.test(text);

/** Whether tables must be loaded first; most names need none and can be read synchronously. */
export const needsNameTables = (tables: NameTables, text: string) =>
  needsChinese(tables, text) || needsAscii(tables, text);

/** Loads the tables that these texts need, if they are not loaded yet. */
export async function loadNameTables(tables: NameTables, texts: Iterable<string>): Promise<void> {
  for (const text of texts) {
    if (needsChinese(tables, text)) Object.assign(tables, await chineseTables());
    if (needsAscii(tables, text)) Object.assign(tables, await asciiTable());
  }
}

async function chineseTables(): Promise<NameTables> {
  const [{ pinyin }, { getJyutpingList }, korean, vietnamese] = await Promise.all([
    import('pinyin-pro'),
    import('to-jyutping'),
    import('./hanja-readings.ts'),
    import('./sino-vietnamese-readings.ts'),
  ]);
  return {
    hanja: readingsByCharacter(korean.HANJA_READINGS),
    sinoVietnamese: readingsByCharacter(vietnamese.SINO_VIETNAMESE_READINGS),
    pinyin: (text) => pinyin(text, { toneType: 'none', type: 'array', surname: 'head', v: true }),
    jyutping: (text) => getJyutpingList(text).map(([, syllable]) => syllable),
    kanji: kanjiTables(),
  };
}

async function asciiTable(): Promise<NameTables> {
  const { default: ascii } = await import('any-ascii');
  return { ascii };
}

/** Each line is a reading and all characters that have it. */
function readingsByCharacter(table: string): CharacterReadings {
  const byCharacter = new Map<string, string[]>();
  for (const line of table.trim().split('\n')) {
    const [reading = '', characters = ''] = line.split(' ');
    for (const character of characters) {
      const known = byCharacter.get(character);
      if (known) known.push(reading);
      else byCharacter.set(character, [reading]);
    }
  }
  return byCharacter;
}
