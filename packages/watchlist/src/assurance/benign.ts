import { pickOne } from './dice.ts';
import { type Change, isFullWord, isLatin, isParticle, type WrittenName } from './written-name.ts';

/** Other spellings of a name that mean no harm: as forms, passports and registers write it. */

const areFullWords = (words: readonly string[]) => words.every(isFullWord);
const joinedBySpaces = (words: readonly string[]) => words.join(' ');

/** Lists print the surname in capitals; where none is, the last word counts as one. */
export const reordered: Change = ({ words }, below) => {
  if (words.length < 2 || words.length > 5 || !areFullWords(words)) return undefined;
  const isCapital = (word: string) => word === word.toUpperCase();
  const capitals = words.filter(isCapital);
  const surname = capitals.length > 0 && capitals.length < words.length ? capitals : words.slice(-1);
  const given = words.filter((word) => !surname.includes(word));
  if (given.length === 0) return undefined;
  const comma = pickOne([', ', ' '], below) ?? ' ';
  return `${joinedBySpaces(surname)}${comma}${joinedBySpaces(given)}`;
};

/** A particle is left out, or written together with the word after it. Two full words remain. */
export const withoutParticle: Change = ({ base }, below) => {
  const words = base.replace(/\b(al|el|ul|ud|ad)-/gi, '$1 ').split(/\s+/);
  const places = words.flatMap((word, at) => (isParticle(word) && at < words.length - 1 ? [at] : []));
  const at = pickOne(places, below);
  if (at === undefined || words.filter(isFullWord).length < 2) return undefined;
  const [particle = '', next = ''] = words.slice(at);
  const isArticle = /^(al|el|abd|abdul|abdel)$/i.test(particle);
  // A servant's name is another name without its first part.
  const isServant = /^abd/i.test(particle);
  const together = isArticle && (isServant || below(2) === 0);
  return joinedBySpaces([
    ...words.slice(0, at),
    together ? particle + next.toLowerCase() : next,
    ...words.slice(at + 2),
  ]);
};

const initialOf = (word: string) => word.charAt(0).toUpperCase();

/** The first or the middle names as initials, with dots and without. */
export const initials: Change = ({ words }, below) => {
  if (words.length < 2 || words.length > 3 || !areFullWords(words)) return undefined;
  const [first = '', ...rest] = words;
  const dot = pickOne(['.', ''], below) ?? '';
  if (words.length === 2) return `${initialOf(first)}${dot} ${rest[0]}`;
  const [middle = '', last = ''] = rest;
  const short = `${initialOf(middle)}${dot} ${last}`;
  return pickOne([`${first} ${short}`, `${initialOf(first)}${dot} ${short}`], below);
};

/** A passport often lacks the patronymic, the middle name or the second surname. */
export const missingWord: Change = ({ words }, below) => {
  if (words.length < 3) return undefined;
  const [first = '', second = '', last = ''] = [words[0], words[1], words.at(-1)];
  const ways = [
    ...(isFullWord(first) && isFullWord(last) ? [`${first} ${last}`] : []),
    ...(isFullWord(first) && isFullWord(second) ? [joinedBySpaces(words.slice(0, -1))] : []),
  ];
  return pickOne(ways, below);
};

/** Letters that schemes of romanisation exchange. */
const SCHEMES: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{2})ov$/, 'off'],
  [/(?<=[a-z]{2})ev$/, 'eff'],
  [/sky$/, 'skiy'],
  [/ii$/, 'iy'],
  [/ey$/, 'ei'],
  [/ya$/, 'ia'],
  [/^yu/, 'iu'],
  [/kh/, 'h'],
  [/ou/, 'u'],
  [/oo/, 'u'],
  [/ee/, 'i'],
  [/q/, 'k'],
  [/dj/, 'j'],
  [/zh/, 'j'],
  [/ss/, 's'],
  [/mm/, 'm'],
  [/dd/, 'd'],
  [/sch/, 'sh'],
  [/ah$/, 'a'],
];

export const transliterated: Change = ({ words }, below) => {
  const ways = words.flatMap((word, at) =>
    isFullWord(word) && /^[a-z]+$/i.test(word)
      ? SCHEMES.flatMap(([pattern, other]) =>
          pattern.test(word.toLowerCase()) ? [{ at, word: word.toLowerCase().replace(pattern, other) }] : [],
        )
      : [],
  );
  const way = pickOne(ways, below);
  if (!way || words.length < 2) return undefined;
  return joinedBySpaces(words.map((word, at) => (at === way.at ? way.word : word)));
};

const MARKED: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
};

/** Marks are dropped where the name has some, and one is added where it has none. */
export const marksChanged: Change = ({ base }, below) => {
  if (!isLatin(base)) return undefined;
  const without = base.normalize('NFD').replace(/\p{M}/gu, '');
  if (without !== base.normalize('NFD')) return without;
  const places = [...base].flatMap((letter, at) => (Object.hasOwn(MARKED, letter) ? [at] : []));
  const at = pickOne(places, below);
  return at === undefined ? undefined : base.slice(0, at) + MARKED[base.charAt(at)] + base.slice(at + 1);
};

const TITLES =
  'Dr. Prof. Mr. Sheikh Shaykh General Gen. Colonel Col. Haji Sayyid Mullah Captain President Minister Major Hajji'.split(
    ' ',
  );

export const titled: Change = ({ base, words }, below) =>
  words.length < 2 ? undefined : `${pickOne(TITLES, below)} ${base}`;

/** Hyphens and apostrophes as a space or nothing, or none of the capitals and commas. */
export const punctuated: Change = ({ base, words }, below) => {
  const hyphen = /(?<=\p{L})[-‐‑](?=\p{L})/gu;
  const apostrophe = /(?<=\p{L})[’'`ʼ‘](?=\p{L})/gu;
  const ways = [base.toLowerCase(), base.toUpperCase()];
  if (hyphen.test(base)) ways.push(base.replace(hyphen, ' '), base.replace(hyphen, ''));
  if (apostrophe.test(base)) ways.push(base.replace(apostrophe, ' '), base.replace(apostrophe, ''));
  if (words.length >= 3 && areFullWords(words)) ways.push(`${words[0]}-${joinedBySpaces(words.slice(1))}`);
  const other = ways.filter((way) => way !== base);
  return pickOne(other, below);
};

/** Forms of companies, abbreviated and written out. */
const FORMS: readonly (readonly [short: string, long: string])[] = [
  ['LTD', 'LIMITED'],
  ['CORP', 'CORPORATION'],
  ['INC', 'INCORPORATED'],
  ['LLC', 'LIMITED LIABILITY COMPANY'],
  ['JSC', 'JOINT STOCK COMPANY'],
  ['OJSC', 'OPEN JOINT STOCK COMPANY'],
  ['PJSC', 'PUBLIC JOINT STOCK COMPANY'],
  ['PLC', 'PUBLIC LIMITED COMPANY'],
  ['GMBH', 'GESELLSCHAFT MIT BESCHRANKTER HAFTUNG'],
  ['SARL', 'SOCIETE A RESPONSABILITE LIMITEE'],
  ['FZE', 'FREE ZONE ESTABLISHMENT'],
];
const FORM_WORD =
  /\b(?:llc|ltd|limited|inc|incorporated|jsc|ojsc|pjsc|cjsc|co|company|corp|corporation|gmbh|fze|fzc|s\.?a|ag|plc|bank)\b/i;
const ADDED = ['LLC', 'Ltd.', 'Limited', 'Inc', 'GmbH', 'JSC', 'Co., Ltd.', 'FZE'];

const bare = (text: string) =>
  text
    .replace(/[.,()]/g, '')
    .trim()
    .toUpperCase();

function formAtEnd({ base }: WrittenName) {
  const written = bare(base);
  const found = FORMS.flatMap(([short, long]) => [
    { form: short, other: long },
    { form: long, other: short },
  ]).filter(({ form }) => written.endsWith(` ${form}`));
  return found.toSorted((a, b) => b.form.length - a.form.length)[0];
}

/** A legal form is added, dropped, abbreviated or written out. Two words beside it remain. */
export const otherForm: Change = (named, below) => {
  const { base, words } = named;
  const found = formAtEnd(named);
  if (!found) return words.length < 2 || FORM_WORD.test(base) ? undefined : `${base} ${pickOne(ADDED, below)}`;
  const stem = words.slice(0, words.length - found.form.split(' ').length);
  if (stem.length < 2 || FORM_WORD.test(stem.at(-1) ?? '')) return undefined;
  const text = joinedBySpaces(stem).replace(/,$/, '');
  return pickOne([text, `${text} ${found.other}`], below);
};
