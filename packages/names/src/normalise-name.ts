import { ARABIC } from './arabic-consonants.ts';
import { isAbbreviatedForm, isEastAsianForm, withFormsApart } from './company-forms.ts';
import { latinSpellings } from './fold-latin.ts';
import { withoutInvisible } from './invisible.ts';
import { inOneAlphabet } from './lookalikes.ts';
import type { NameTables } from './name-tables.ts';
import { romanisedWords } from './romanise.ts';
import { hasEastAsian, isEastAsian, scriptOf } from './scripts.ts';
import { withJoinedShipPrefix } from './ship-names.ts';
import { arabicParts, arabicSpellings } from './transliterate-arabic.ts';
import { cyrillicSpellings } from './transliterate-cyrillic.ts';
import { greekSpellings } from './transliterate-greek.ts';
import { hebrewSpellings } from './transliterate-hebrew.ts';
import { indicSpellings } from './transliterate-indic.ts';
import { rolesOf, type WordRole, withBothArticles } from './word-roles.ts';

/** A word of a name, in every spelling that counts as the same word. */
export interface NameWord {
  spellings: readonly string[];
  role: WordRole;
}

/** One way to split a name into words. Their order is not compared. */
export interface NameReading {
  words: readonly NameWord[];
}

export interface ReadingOptions {
  /** Country of the document that states the name; decides how Chinese characters are read. */
  country?: string | undefined;
  kind?: 'person' | 'entity' | undefined;
}

type Spelled = readonly string[];

const APOSTROPHES = /['’‘`´ʼʻʿʾ′ˈ]/gu;
/** Including the Persian zero-width non-joiner, which some omit and others replace by a space. */
const HYPHENS = /[-‐‑‒–—−_~\u200c]/gu;
const PLAIN_PIECE = /^[a-z0-9]+$/;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Single letters with dots or spaces between them: S.A., J. P. */
const LETTER_RUN = /(?<![\p{L}\p{N}])\p{L}(?:[.\s]+\p{L}(?![\p{L}\p{M}\p{N}]))+\.?/gu;
const ELISION = /(?<![\p{L}\p{M}])([dlo])['’](?=\p{L})/giu;

const lettersIn = (run: string) => run.replace(/[.\s]/g, '');

const joined = (text: string) => text.replace(APOSTROPHES, '').replace(HYPHENS, '').replace(LETTER_RUN, lettersIn);

const apart = (text: string) => text.replace(ELISION, '$1 ').replace(APOSTROPHES, '').replace(HYPHENS, ' ');

/** Splits Jum'ah into two words, since some sources replace the apostrophe by a space. */
const WITHIN_WORD = /(?<=\p{L}{2})['’‘`´ʼʻʿʾ′ˈ](?=\p{L}{2})/gu;
const atApostrophes = (text: string) => (text.search(WITHIN_WORD) < 0 ? [] : [apart(text.replace(WITHIN_WORD, ' '))]);

/** In the name of a company the letters of S.A. are not initials, also behind another letter (Fund V L.P.). */
function asForm(run: string): string {
  const parts = run.split(/\s+/);
  for (let from = 0; from < parts.length; from += 1) {
    const letters = lettersIn(parts.slice(from).join(''));
    if (isAbbreviatedForm(letters)) return [...parts.slice(0, from), letters].join(' ');
  }
  return run;
}

/**
 * An apostrophe is a letter in Cyrillic and a mark in other scripts: in neither does it end a word.
 */
const piecesOf = (text: string) =>
  (text.match(WORDS) ?? []).map((piece) => (PLAIN_PIECE.test(piece) ? piece : inOneAlphabet(piece)));

function spellingsOf({ ascii }: NameTables, piece: string): Spelled[] {
  switch (scriptOf(piece)) {
    case 'latin':
      return [latinSpellings(piece)];
    case 'cyrillic':
      return [cyrillicSpellings(piece)];
    case 'greek':
      return [greekSpellings(piece)];
    case 'hebrew':
      return [hebrewSpellings(piece)];
    case 'indic':
      return [indicSpellings(piece)];
    case 'arabic':
      return arabicParts(piece).map(arabicWord);
    default:
      return [latinSpellings(ascii?.(piece).toLowerCase() ?? '')];
  }
}

/** Romanised, and in Arabic script. */
const arabicWord = (part: string): Spelled => [...arabicSpellings(part), ARABIC + part];

/** The possible words of a piece: one choice, unless its script allows several. */
function choicesOf(tables: NameTables, piece: string, options: ReadingOptions & { isWholeName: boolean }): Spelled[][] {
  if (!isEastAsian(scriptOf(piece))) return [spellingsOf(tables, piece)];
  if (options.kind !== 'person' && isEastAsianForm(piece)) return [[[piece]]];
  // The characters themselves come first: a list that prints them agrees without romanisation.
  return [
    [[piece]],
    ...romanisedWords(tables, piece, {
      country: options.country,
      isWholeName: options.isWholeName,
    }),
  ];
}

/** The n-th reading takes the n-th choice of every piece: one scheme for the whole name. */
function readPieces(tables: NameTables, pieces: readonly string[], options: ReadingOptions): Spelled[][] {
  const inAll = { ...options, isWholeName: pieces.length === 1 };
  const choices = pieces.map((piece) => choicesOf(tables, piece, inAll));
  const count = Math.max(1, ...choices.map(({ length }) => length));
  if (count === 1) return [choices.flatMap(([only]) => only ?? [])];
  return Array.from({ length: count }, (_, at) => choices.flatMap((choice) => choice[at] ?? choice.at(-1) ?? []));
}

const withoutRepeats = (word: Spelled): Spelled =>
  word.length === 1 && word[0] !== '' ? word : [...new Set(word)].filter((spelling) => spelling !== '');

const keyOf = (words: readonly Spelled[]) => words.map((word) => word.join('/')).join(' ');

/** Fast path for most listed names: nothing to fold, split or romanise. */
const PLAIN_WORDS = /^[a-z]{2,}(?: [a-z]{2,})*$/;

/** The ending of Persian names such as Khamenei, which belongs to the previous word. */
const PERSIAN_ENDING = /(?<=ه)\s+(?=ا[یي](?![\p{L}\p{M}]))/gu;
const JOINER = '\u200c';

const plain = (text: string) =>
  withJoinedShipPrefix(withoutInvisible(text).trim().normalize('NFKC').toLowerCase())
    .replace(/&/g, ' and ')
    .replace(PERSIAN_ENDING, JOINER);

/**
 * Reads a name in any script. Returns its possible readings, the plainest first; empty if it has no
 * words.
 */
export const readName = (tables: NameTables, text: string, options: ReadingOptions = {}): NameReading[] =>
  inRoles(spelledWords(tables, text, options), options);

/** The same name read as a person's; only East Asian characters give other words then. */
export const readAsPerson = (tables: NameTables, text: string, words: SpelledName[], options: ReadingOptions) =>
  hasEastAsian(text) ? readName(tables, text, { ...options, kind: 'person' }) : inRoles(words, { kind: 'person' });

/** One way to split a name into words, each in its spellings. */
export type SpelledName = readonly Spelled[];

export function spelledWords(tables: NameTables, text: string, { country, kind }: ReadingOptions): SpelledName[] {
  const asWritten = text.toLowerCase();
  if (PLAIN_WORDS.test(asWritten)) return [plainWords(asWritten)];
  const lower = plain(text);
  if (PLAIN_WORDS.test(lower)) return [plainWords(lower)];
  const byKey = new Map<string, SpelledName>();
  const named = kind !== 'person' && hasEastAsian(lower) ? withFormsApart(lower) : lower;
  const whole = kind === 'entity' ? named.replace(LETTER_RUN, asForm) : named;
  // For most names all variants are the same, so that they are read once.
  for (const divided of new Set([apart(whole), joined(named), ...atApostrophes(whole)]))
    for (const words of readPieces(tables, piecesOf(divided), { country, kind })) {
      const spelled = words.map(withoutRepeats).filter(({ length }) => length > 0);
      if (spelled.length > 0) byKey.set(keyOf(spelled), spelled);
    }
  return [...byKey.values()];
}

const plainWords = (lower: string): SpelledName => lower.split(' ').map((word) => [word]);

export function inRoles(names: readonly SpelledName[], options: ReadingOptions): NameReading[] {
  const readings = names.map((words) => withRoles(words, options));
  // S.A.T. is three letters or one word; the single word is more specific.
  const longer = readings.filter((reading) => !significantWords(reading).every(isLetter));
  return longer.length > 0 ? longer : readings;
}

const isLetter = ({ spellings }: NameWord) => spellings[0]?.length === 1;

function withRoles(words: readonly Spelled[], { kind }: ReadingOptions): NameReading {
  const isPersonOfTwo = kind === 'person' && words.length === 2;
  const spelled = words.map((spellings) => ({
    spellings: isPersonOfTwo ? withBothArticles(spellings) : spellings,
  }));
  const roles = rolesOf(spelled, kind !== 'person');
  return { words: spelled.map((word, at) => ({ ...word, role: roles[at] ?? 'name' })) };
}

/** Whether the word is searched and compared. */
export const isSignificant = ({ role }: NameWord) => role === 'name';

export const significantWords = ({ words }: NameReading): readonly NameWord[] => words.filter(isSignificant);
