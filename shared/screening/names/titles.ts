import { wordSet } from './company-forms.ts';
import { hasEastAsian } from './scripts.ts';

/**
 * What somebody is called by beside their name. Lists mostly leave it out, documents and the press do not, and
 * nobody is told from anybody by it. But Sayed is a given name too, and Mullah Omar is known by no other: so a
 * name is read with its titles and, where two words are left, without them.
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

/** Taken for a title only with the dot of an abbreviation: without it they are names. */
const DOTTED_TITLES = foldedSet('eng ing fr rev sr sra');

/** After the name: the son of one who has the same, and what was studied. */
const ENDINGS = foldedSet('jr sr junior senior ii iii iv phd md esq obe mbe kc qc');

/** Written at the end without a space. */
const EAST_ASIAN_TITLE =
  /(?<=[\p{sc=Han}\p{sc=Hangul}]{2})(?:先生|女士|小姐|博士|教授|将军|將軍|主席|总统|總統|总理|總理|部长|部長|씨|님)$/u;

const FEWEST_WORDS = 2;

function isTitle(word: string): boolean {
  const letters = folded(word);
  return TITLES.has(letters) || (word.endsWith('.') && DOTTED_TITLES.has(letters));
}

/** The words between two commas; Dr.Smith has no space. */
const wordsOf = (part: string) =>
  (part.includes('.') ? part.replace(/\.(?=\p{L}{2})/gu, '. ') : part).split(/\s+/).filter(Boolean);

function untitled(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !isTitle(word));
  const end = words.findLastIndex((word) => !ENDINGS.has(folded(word)));
  return start < 0 ? [] : words.slice(start, end + 1);
}

/** The name without what stands before or behind it; undefined where there is none, or too little is left. */
export function withoutTitles(text: string): string | undefined {
  const name = text.trim();
  const inCharacters = hasEastAsian(name) ? name.replace(EAST_ASIAN_TITLE, '') : name;
  if (inCharacters !== name) return inCharacters;
  const parts = name.split(/[,،]/).map(wordsOf);
  const left = parts.flatMap(untitled);
  const isTitled = left.length < parts.flat().length;
  return isTitled && left.length >= FEWEST_WORDS ? left.join(' ') : undefined;
}
