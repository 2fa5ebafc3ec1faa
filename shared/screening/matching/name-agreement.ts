import type { ComparableReading } from '../names/search-terms.ts';
import { ONE_OFF, type Relations, SAME, type SubjectWords } from './word-relations.ts';

/** How far two names agree word by word, whatever the order of the words. */
export interface NameAgreement {
  subjectWords: number;
  listedWords: number;
  /** Words that are the same in a spelling of theirs. */
  same: number;
  /** The listed spelling of the one word that is one letter off: two such words are two letters off. */
  oneOff: string | undefined;
  /** Initials that stand for a word of the other name. */
  initials: readonly string[];
}

type Word = readonly string[];

/** A listed word with those of its spellings that some word of the subject is related to. */
interface ListedWord {
  spellings: Word;
  related: { spelling: string; relations: Relations }[];
}

const relationOf = ({ related }: ListedWord, subjectWord: number): number =>
  related.reduce((best, { relations }) => Math.max(best, relations[subjectWord] ?? 0), 0);

/** Undefined when no word of the name is related to any of the subject. */
function relateWords(reading: ComparableReading, subject: SubjectWords): ListedWord[] | undefined {
  let hasRelated = false;
  const listed = reading.map((spellings) => {
    const word: ListedWord = { spellings, related: [] };
    for (const spelling of spellings) {
      const relations = subject.relate(spelling);
      if (relations) word.related.push({ spelling, relations });
    }
    hasRelated ||= word.related.length > 0;
    return word;
  });
  return hasRelated ? listed : undefined;
}

/** What is not paired yet: words of the subject by number, listed words as they are. */
interface Rest {
  subject: number[];
  listed: ListedWord[];
}

interface Pairing {
  /** Words of the subject that have their partner. */
  paired: number[];
  rest: Rest;
}

/** Pairs as many words that are the same as possible, each once, and leaves the rest. */
function pairSame(subject: readonly number[], listed: readonly ListedWord[]): Pairing {
  const takenBy = listed.map(() => -1);
  const findPartner = (at: number, tried: Set<number>): boolean =>
    listed.some((candidate, place) => {
      if (tried.has(place) || relationOf(candidate, subject[at] ?? -1) !== SAME) return false;
      tried.add(place);
      const holder = takenBy[place] ?? -1;
      if (holder >= 0 && !findPartner(holder, tried)) return false;
      takenBy[place] = at;
      return true;
    });
  const paired: number[] = [];
  const rest: Rest = { subject: [], listed: [] };
  subject.forEach((word, at) => {
    (findPartner(at, new Set()) ? paired : rest.subject).push(word);
  });
  rest.listed.push(...listed.filter((_, place) => takenBy[place] === -1));
  return { paired, rest };
}

function oneOffSpelling({ related }: ListedWord, subjectWord: number): string | undefined {
  return related.find(({ relations }) => relations[subjectWord] === ONE_OFF)?.spelling;
}

/** The first such pair in alphabetical order, so that the order of words says nothing. */
function takeOneOff(rest: Rest): string | undefined {
  let best: { spelling: string; own: number; listed: ListedWord } | undefined;
  for (const own of rest.subject)
    for (const listed of rest.listed) {
      const spelling = oneOffSpelling(listed, own);
      if (spelling !== undefined && (best === undefined || spelling < best.spelling))
        best = { spelling, own, listed };
    }
  if (best === undefined) return undefined;
  rest.subject.splice(rest.subject.indexOf(best.own), 1);
  rest.listed.splice(rest.listed.indexOf(best.listed), 1);
  return best.spelling;
}

const initialOf = (word: Word) => (word[0]?.length === 1 ? word[0] : undefined);

/** By its first spelling, which is how the name is told. */
const abbreviates = (short: Word, long: Word) => {
  const initial = initialOf(short);
  if (initial === undefined || initialOf(long) !== undefined) return false;
  return long[0]?.startsWith(initial) ?? false;
};

function takeInitials(rest: Rest, words: readonly Word[]): string[] {
  const initials: string[] = [];
  for (const own of rest.subject) {
    const word = words[own] ?? [];
    const at = rest.listed.findIndex(
      ({ spellings }) => abbreviates(word, spellings) || abbreviates(spellings, word),
    );
    if (at < 0) continue;
    initials.push(initialOf(word) ?? initialOf(rest.listed[at]?.spellings ?? []) ?? '');
    rest.listed.splice(at, 1);
  }
  return initials;
}

function agreement(
  own: readonly number[],
  listed: readonly ListedWord[],
  words: readonly Word[],
): NameAgreement {
  const { paired, rest } = pairSame(own, listed);
  const oneOff = takeOneOff(rest);
  // Single letters are nothing to agree by, unless the name has nothing else.
  const isInitial = (word: number) => initialOf(words[word] ?? []) !== undefined;
  const hasWord = oneOff !== undefined || !paired.every(isInitial) || own.every(isInitial);
  const same = hasWord ? paired.length : 0;
  // An initial alone is no agreement: it needs a word beside it.
  const initials = same > 0 ? takeInitials(rest, words) : [];
  return { subjectWords: own.length, listedWords: listed.length, same, oneOff, initials };
}

/** One agreement for each reading of the subject; none where no word is related. */
export function compareNames(subject: SubjectWords, listed: ComparableReading): NameAgreement[] {
  const related = relateWords(listed, subject);
  if (!related) return [];
  return subject.readings.map((own) => agreement(own, related, subject.words));
}
