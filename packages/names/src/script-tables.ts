/**
 * The libraries for Chinese characters and rare scripts are large, and most names need none of
 * them: they are loaded when a name in such a script first occurs, and stay loaded. Call
 * `loadScriptTables` before reading such a name; without its tables it is read incompletely.
 */
export interface ScriptTables {
  pinyin?: (text: string) => string[];
  jyutping?: (text: string) => (string | null)[];
  ascii?: (text: string) => string;
  /** Readings in Hangul, and in Vietnamese without marks, by character. */
  hanja?: CharacterReadings;
  sinoVietnamese?: CharacterReadings;
}

/** The readings of each character in one language. */
export type CharacterReadings = ReadonlyMap<string, readonly string[]>;

const HAN = /\p{Script=Han}/u;
const NO_TABLE =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}\u0900-\u0d7f]/u;

const loaded: ScriptTables = {};

export const scriptTables = (): Readonly<ScriptTables> => loaded;

const needsChinese = (text: string) => !loaded.pinyin && HAN.test(text);
const needsAscii = (text: string) => !loaded.ascii && NO_TABLE.test(text);

/** Whether tables must be loaded first; most names need none and can be read synchronously. */
export const needsScriptTables = (text: string) => needsChinese(text) || needsAscii(text);

/** Loads the tables that these texts need, if they are not loaded yet. */
export async function loadScriptTables(texts: Iterable<string>): Promise<void> {
  for (const text of texts) {
    if (needsChinese(text)) await loadChinese();
    if (needsAscii(text)) await loadAscii();
  }
}

async function loadChinese(): Promise<void> {
  const [{ pinyin }, { getJyutpingList }, korean, vietnamese] = await Promise.all([
    import('pinyin-pro'),
    import('to-jyutping'),
    import('./hanja-readings.ts'),
    import('./sino-vietnamese-readings.ts'),
  ]);
  loaded.hanja = readingsByCharacter(korean.HANJA_READINGS);
  loaded.sinoVietnamese = readingsByCharacter(vietnamese.SINO_VIETNAMESE_READINGS);
  loaded.pinyin = (text) =>
    pinyin(text, { toneType: 'none', type: 'array', surname: 'head', v: true });
  loaded.jyutping = (text) => getJyutpingList(text).map(([, syllable]) => syllable);
}

async function loadAscii(): Promise<void> {
  const { default: anyAscii } = await import('any-ascii');
  loaded.ascii = anyAscii;
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
