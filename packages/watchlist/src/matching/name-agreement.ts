import {
  type ComparableReading,
  FUZZY_LETTERS,
  isChineseOrKoreanSyllable,
  isEastAsianSyllable,
  isRareWord,
  isServantName,
} from '@assay/names';
import { type JoinedName, joinListedName, joinListedWords, joinOwnWords } from './join-words.ts';
import { isRelated, type ListedWord, type RelatedName, relateWords, relationOf } from './related-name.ts';
import type { EntityType } from './screened-subject.ts';
import {
  CONSONANTS,
  EQUIVALENT,
  ONE_OFF,
  type OwnReading,
  SAME,
  SHORT_OFF,
  type SubjectWords,
} from './word-relations.ts';

/** How far two names agree word by word, in any order. */
export interface NameAgreement {
  subjectWords: number;
  listedWords: number;
  /** Number of words that share a spelling. */
  same: number;
  /** Listed words that are another Latin spelling of the same name. */
  equivalents: readonly string[];
  /** Listed words that agree with a word in Arabic script by their consonants. */
  consonants: readonly string[];
  /** The listed word that is one letter off. At most one: two such words are two letters off. */
  oneOff: string | undefined;
  /** How many words of more than one letter agree, without the one that is one letter off. */
  fullWords: number;
  /** Initials that abbreviate a word of the other name. */
  initials: readonly Initial[];
  /** Words that one name writes as one and the other as two, in the list's spelling. */
  joinedWords: readonly string[];
  /**
   * The listed name is a single word, or one name written as two (Abd al-Rahman), that says too
   * little about who is meant.
   */
  isSingleWord: boolean;
  /** Both names are Chinese or Korean syllables, and one has more of them than the other. */
  lacksSyllable: boolean;
  /** The subject's name has a company form beside these words. */
  hasForm: boolean;
  /** The listed word that the end of the subject's name begins; undefined if the name is not cut. */
  cutWord: string | undefined;
}

/** A single letter of one name that begins a word of the other. */
interface Initial {
  letter: string;
  isListed: boolean;
}

type Word = readonly string[];

/** Words that are not paired yet: those of the subject by number, listed words as they are. */
interface Rest {
  subject: number[];
  listed: ListedWord[];
}

interface Pairing {
  /** Paired words of the subject, and their listed partners. */
  paired: number[];
  partners: ListedWord[];
  rest: Rest;
}

/**
 * The two sides of the matching. `takenBy` holds, for each listed word, the position of the
 * subject's word it is paired with.
 */
interface Places {
  subject: readonly number[];
  listed: readonly ListedWord[];
  relation: number;
  takenBy: number[];
}

/**
 * Kuhn's algorithm for maximum bipartite matching, one augmenting path: pairs a word of the subject
 * with a listed word of this relation. A listed word that is taken is freed if its holder finds
 * another partner. `tried` holds the listed words visited on this path.
 */
function findPartner(places: Places, at: number, tried: number[]): boolean {
  const { subject, listed, relation, takenBy } = places;
  const own = subject[at] ?? -1;
  for (let place = 0; place < listed.length; place += 1) {
    const candidate = listed[place];
    if (!candidate || relationOf(candidate, own) !== relation || tried.includes(place)) continue;
    tried.push(place);
    const holder = takenBy[place] ?? -1;
    if (holder >= 0 && !findPartner(places, holder, tried)) continue;
    takenBy[place] = at;
    return true;
  }
  return false;
}

/**
 * Pairs as many words of this relation as possible (a maximum bipartite matching) and returns the
 * rest.
 */
function pairWords(subject: readonly number[], listed: readonly ListedWord[], relation: number): Pairing {
  const places: Places = { subject, listed, relation, takenBy: [] };
  const paired: number[] = [];
  const partners: ListedWord[] = [];
  const rest: Rest = { subject: [], listed: [] };
  for (let at = 0; at < subject.length; at += 1)
    (findPartner(places, at, []) ? paired : rest.subject).push(subject[at] ?? -1);
  for (let place = 0; place < listed.length; place += 1) {
    const word = listed[place];
    if (word) (places.takenBy[place] === undefined ? rest.listed : partners).push(word);
  }
  return { paired, partners, rest };
}

function hasRelation(listed: readonly ListedWord[], relation: number): boolean {
  for (const { related } of listed) for (const { relations } of related) if (relations.includes(relation)) return true;
  return false;
}

/**
 * Pairs the remaining words of this relation and returns the first spellings of the listed ones.
 */
function takeRelated(rest: Rest, relation: number): { spellings: Word; rest: Rest } {
  if (!hasRelation(rest.listed, relation)) return { spellings: NO_SPELLINGS, rest };
  const { partners, rest: left } = pairWords(rest.subject, rest.listed, relation);
  return { spellings: partners.map(({ spellings }) => spellings[0] ?? '').sort(), rest: left };
}

function oneOffSpelling({ related }: ListedWord, subjectWord: number): string | undefined {
  return related.find(({ relations }) => relations[subjectWord] === ONE_OFF)?.spelling;
}

/**
 * Takes the alphabetically first pair, so that the result does not depend on the order of words. A
 * listed word of four letters with one added (Mertz for Merz) counts beside a word that agrees.
 */
function takeOneOff(rest: Rest, besides: number): string | undefined {
  let best: { spelling: string; own: number; listed: ListedWord } | undefined;
  for (const own of rest.subject)
    for (const listed of rest.listed) {
      const spelling = oneOffSpelling(listed, own);
      if (spelling === undefined || (spelling.length < FUZZY_LETTERS && besides === 0)) continue;
      if (best === undefined || spelling < best.spelling) best = { spelling, own, listed };
    }
  if (best === undefined) return undefined;
  rest.subject.splice(rest.subject.indexOf(best.own), 1);
  rest.listed.splice(rest.listed.indexOf(best.listed), 1);
  return best.spelling;
}

/** Words that must agree beside a short word one letter off, and beside a number. */
const BESIDE_SHORT = 2;
const BESIDE_NUMBER = 3;
const DIGIT = /\d/;

/**
 * A short word one letter off, if it is all that differs between two longer names. Syllables of an
 * East Asian name are names of their own: Kim Yong Nam is not Kim Jong Nam.
 */
function takeShortOff(rest: Rest, { words, kind }: Pick<Comparison, 'kind'> & Vocabulary, besides: number) {
  const [own = -1, another] = rest.subject;
  const [listed, other] = rest.listed;
  if (!listed || own < 0 || another !== undefined || other) return undefined;
  if (besides < BESIDE_SHORT || relationOf(listed, own) !== SHORT_OFF) return undefined;
  const [written = ''] = words[own] ?? [];
  const [spelling = ''] = listed.spellings;
  if (abbreviates([written], [spelling]) || abbreviates([spelling], [written])) return undefined;
  if (DIGIT.test(written + spelling) && besides < BESIDE_NUMBER) return undefined;
  if (kind === 'person' && isEastAsianSyllable(written) && isEastAsianSyllable(spelling)) return undefined;
  rest.subject.length = 0;
  rest.listed.length = 0;
  return spelling;
}

const initialOf = (word: Word) => (word[0]?.length === 1 ? word[0] : undefined);
const isInitial = (word: Word) => initialOf(word) !== undefined;

/** Compares first spellings, which are how names are displayed. */
const abbreviates = (short: Word, long: Word) => {
  const initial = initialOf(short);
  if (initial === undefined || initialOf(long) !== undefined) return false;
  return long[0]?.startsWith(initial) ?? false;
};

function takeInitials(rest: Rest, words: readonly Word[]): Initial[] {
  const initials: Initial[] = [];
  for (const own of rest.subject) {
    const word = words[own] ?? [];
    const at = rest.listed.findIndex(({ spellings }) => abbreviates(word, spellings) || abbreviates(spellings, word));
    if (at < 0) continue;
    const ownLetter = initialOf(word);
    const letter = ownLetter ?? initialOf(rest.listed[at]?.spellings ?? []) ?? '';
    initials.push({ letter, isListed: ownLetter === undefined });
    rest.listed.splice(at, 1);
  }
  return initials;
}

interface Vocabulary {
  words: readonly Word[];
}

/** The two names to compare: as written, or with words of either joined. */
interface Comparison {
  kind: EntityType;
  cut: string | undefined;
  own: readonly number[];
  listed: readonly ListedWord[];
  joinedWords: readonly string[];
  isSingleWord: boolean;
  hasForm: boolean;
}

/** Undefined if the subject's name is cut and no listed word begins like its end. */
function agreement(comparison: Comparison, words: readonly Word[]): NameAgreement | undefined {
  const { own, listed, joinedWords, isSingleWord, hasForm, kind, cut } = comparison;
  const { paired, rest: others } = pairWords(own, listed, SAME);
  const { spellings: equivalents, rest: unlike } = takeRelated(others, EQUIVALENT);
  const { spellings: consonants, rest } = takeRelated(unlike, CONSONANTS);
  // Single letters do not count as agreement, unless the name consists of nothing else.
  const isLetter = (word: number) => isInitial(words[word] ?? []);
  const letters = paired.filter(isLetter).length;
  const fullWords = paired.length - letters + equivalents.length + consonants.length;
  const oneOff = takeOneOff(rest, fullWords) ?? takeShortOff(rest, { words, kind }, fullWords);
  const hasWord = oneOff !== undefined || fullWords > 0 || own.every(isLetter);
  const same = hasWord ? paired.length : 0;
  // Initials count only beside a full word that agrees.
  const initials = fullWords > 0 ? takeInitials(rest, words) : [];
  const cutWord = cut === undefined ? undefined : cutWordOf(rest, cut);
  if (cut !== undefined && (cutWord === undefined || rest.subject.length > 0)) return undefined;
  return {
    subjectWords: own.length,
    listedWords: listed.length,
    same,
    equivalents,
    consonants,
    oneOff,
    fullWords,
    initials,
    joinedWords,
    isSingleWord,
    lacksSyllable: kind === 'person' && own.length !== listed.length && areSyllables(comparison, words),
    hasForm,
    cutWord,
  };
}

/** Li Mei is not Li Xiu Mei: a syllable of a given name is not a name of its own. */
const areSyllables = ({ own, listed }: Pick<Comparison, 'own' | 'listed'>, words: readonly Word[]) =>
  listed.every(({ spellings: [first = ''] }) => isChineseOrKoreanSyllable(first)) &&
  own.every((word) => isChineseOrKoreanSyllable(words[word]?.[0] ?? ''));

/** The first spelling of a remaining listed word that begins like this and is longer. */
function cutWordOf({ listed }: Rest, beginning: string): string | undefined {
  const begins = (spelling: string) => spelling.length > beginning.length && spelling.startsWith(beginning);
  return listed.find(({ spellings }) => spellings.some(begins))?.spellings[0];
}

/** How far two names agree; as an upper bound it is known before words are paired. */
export interface Extent {
  subjectWords: number;
  listedWords: number;
  matched: number;
}

/** Upper bound of the words that can agree without joining; initials may abbreviate any word. */
function mostMatched(own: readonly number[], name: RelatedName, words: readonly Word[]): number {
  let relatedOwn = 0;
  let hasInitial = name.hasInitial;
  for (const word of own) {
    if (isRelated(name, word)) relatedOwn += 1;
    hasInitial ||= isInitial(words[word] ?? NO_SPELLINGS);
  }
  if (relatedOwn === 0) return 0;
  return hasInitial ? Math.min(own.length, name.words.length) : Math.min(relatedOwn, name.relatedCount);
}

const NO_SPELLINGS: Word = [];
const NOT_JOINED: readonly string[] = [];
const NO_AGREEMENTS: readonly NameAgreement[] = [];

/**
 * A reading of an entry, and the test of upper bounds that decides which agreements are computed.
 */
interface Compared {
  kind: EntityType;
  reading: ComparableReading;
  isCompetitive: (atMost: Extent) => boolean;
}

const isOneName = (reading: ComparableReading) => reading.length === 1 || isServantName(reading);

/** People share names however rare these are in lists; a rare name of a company is its own. */
const isCommonWord = (reading: ComparableReading) => isOneName(reading) && !isRareWord(reading[0]?.[0] ?? '');

/**
 * Compares one listed reading with all readings of the subject. The stages, in order:
 * 1. `relateWords` relates each listed word to the subject's words: the same, equivalent Latin
 *    spelling, same consonants, or one letter off.
 * 2. Pairs of words that the other name writes as one word are joined. The names are compared as
 *    written and joined.
 * 3. `mostMatched` bounds how many words can agree; comparisons that are not competitive are
 *    skipped.
 * 4. `agreement` pairs the words, each once, strongest relation first: same, equivalent, consonants
 *    (Kuhn's matching each), then at most one word one letter off, then initials.
 *
 * Points are assigned afterwards, by `judgeName`.
 */
export function compareNames(
  subject: SubjectWords,
  { kind, reading, isCompetitive }: Compared,
): readonly NameAgreement[] {
  const name = relateWords(reading, subject);
  const joinedWords = joinListedWords(name.words, subject);
  const joinedName = joinListedName(name.words, subject);
  if (name.relatedCount === 0 && !joinedWords && !joinedName) return NO_AGREEMENTS;
  const agreements: NameAgreement[] = [];
  const isSingleWord = kind === 'person' ? isOneName(reading) : isCommonWord(reading);
  const compare = (comparison: Comparison, matched: number) => {
    const [subjectWords, listedWords] = [comparison.own.length, comparison.listed.length];
    if (matched === 0 || !isCompetitive({ subjectWords, listedWords, matched })) return;
    const found = agreement(comparison, subject.words);
    if (found) agreements.push(found);
  };
  const compareJoined = (own: OwnReading, listed: JoinedName<ListedWord>) => {
    const ownJoined = joinOwnWords(own, listed.words);
    if (!ownJoined && listed.joinedWords.length === 0) return;
    const words = ownJoined?.words ?? own.words;
    const spelled = [...listed.joinedWords, ...(ownJoined?.joinedWords ?? [])];
    const { hasForm, cut } = own;
    compare(
      { kind, own: words, listed: listed.words, joinedWords: spelled, isSingleWord, hasForm, cut },
      Math.min(words.length, listed.words.length),
    );
  };
  const written = { words: name.words, joinedWords: NOT_JOINED };
  for (const own of subject.readings) {
    if (own.kind !== undefined && own.kind !== kind) continue;
    const { hasForm, cut } = own;
    compare(
      { kind, own: own.words, listed: name.words, joinedWords: NOT_JOINED, isSingleWord, hasForm, cut },
      mostMatched(own.words, name, subject.words),
    );
    if (own.pairs.some(({ word }) => isRelated(name, word))) compareJoined(own, written);
    if (joinedWords) compareJoined(own, joinedWords);
    if (joinedName) compareJoined(own, joinedName);
  }
  return agreements;
}
