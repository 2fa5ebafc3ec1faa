import { wordSet } from './company-forms.ts';
import { hasEastAsian } from './scripts.ts';

/**
 * Titles and forms of address. Lists mostly omit them, documents and the press do not, and they do
 * not distinguish people. But Sayed is also a given name, and Mullah Omar is known by no other
 * name: a name is read with its titles and, if two words remain, also without them.
 */
const PLAIN = /^[a-z]*$/;

function folded(word: string): string {
  const lower = word.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}|\./gu, '');
}

const foldedSet = (text: string) => new Set([...wordSet(text)].map(folded));

const TITLES = foldedSet(`
  mr mrs ms miss mister dr doctor prof professor sir dame lord lady hon honourable honorable reverend pastor
  bishop archbishop cardinal gen general lt lieutenant col colonel maj major capt captain sgt sergeant adm
  admiral brig brigadier marshal commander commodore president chairman vice deputy prime premier minister
  senator governor ambassador judge justice king queen crown prince princess emir amir
  sheikh shaikh shaykh sheik cheikh sayyid sayyed sayed sayid seyed seyyed syed sidi mullah mulla molla mawlawi
  maulvi mawlavi maulavi molvi maulana mawlana mufti qari hafiz hafez haji hajji hajj hadji alhaji
  grand ayatollah ayatullah imam hojjatoleslam
  herr frau madame mme monsieur señor señora señorita don doña signor signora comrade gospodin gospozha
  г-н г-жа господин госпожа доктор профессор генерал полковник президент министр
  السيد سيد الشيخ شيخ الدكتور دكتور دکتر الحاج حاج حاجي حاجی الملا ملا مولوي مولوی آية آیت آيت الله آیت‌الله
  اللواء العميد العقيد الرئيس المهندس مهندس الإمام امام الأمير سردار`);

/** Titles only if written with a dot; without it they are names. */
const DOTTED_TITLES = foldedSet('eng ing fr rev sr sra');

/** Suffixes after the name: generations and degrees. */
const ENDINGS = foldedSet('jr sr junior senior ii iii iv phd md esq obe mbe kc qc');

/** Written at the end of the name without a space. */
const EAST_ASIAN_TITLE =
  /(?<=[\p{sc=Han}\p{sc=Hangul}]{2})(?:先生|女士|小姐|博士|教授|将军|將軍|主席|总统|總統|总理|總理|部长|部長|씨|님)$/u;

/** Rosters of the Diet write Mr behind a name in two parts; in Chinese names the character is part of the name. */
const JAPANESE_TITLE = /(?<=^\p{sc=Han}+[\s\u3000]+[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+)(?:君|氏)$/u;

const FEWEST_WORDS = 2;

function isTitle(word: string): boolean {
  const letters = folded(word);
  return TITLES.has(letters) || (word.endsWith('.') && DOTTED_TITLES.has(letters));
}

/** The words of a part between commas; Dr.Smith has no space. */
const wordsOf = (part: string) =>
  (part.includes('.') ? part.replace(/\.(?=\p{L}{2})/gu, '. ') : part).split(/\s+/).filter(Boolean);

/** Titles are at the beginning of a part, and suffixes at its end. */
const isUntitled = (words: readonly string[]) =>
  !isTitle(words[0] ?? '') && !ENDINGS.has(folded(words[words.length - 1] ?? ''));

function untitled(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !isTitle(word));
  const end = words.findLastIndex((word) => !ENDINGS.has(folded(word)));
  return start < 0 ? [] : words.slice(start, end + 1);
}

/** The name without its titles; undefined if it has none, or if too few words remain. */
export function withoutTitles(text: string): string | undefined {
  const name = text.trim();
  const inCharacters = hasEastAsian(name) ? name.replace(EAST_ASIAN_TITLE, '').replace(JAPANESE_TITLE, '') : name;
  if (inCharacters !== name) return inCharacters;
  const parts = name.split(/[,،]/).map(wordsOf);
  if (parts.every(isUntitled)) return undefined;
  const left = parts.flatMap(untitled);
  const isTitled = left.length < parts.flat().length;
  return isTitled && left.length >= FEWEST_WORDS ? left.join(' ') : undefined;
}
