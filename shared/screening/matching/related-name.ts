import type { ComparableReading } from '../names/search-terms.ts';
import { type Relations, type SubjectWords, UNRELATED } from './word-relations.ts';

type Word = readonly string[];

/** A listed word with those of its spellings that some word of the subject is related to. */
export interface ListedWord {
  spellings: Word;
  related: readonly { spelling: string; relations: Relations }[];
}

export function relationOf({ related }: ListedWord, subjectWord: number): number {
  let best = UNRELATED;
  for (const { relations } of related) best = Math.max(best, relations[subjectWord] ?? UNRELATED);
  return best;
}

/** A listed name and how its words stand to those of the subject. */
export interface RelatedName {
  words: readonly ListedWord[];
  /** How many of the words are related to any of the subject. */
  relatedCount: number;
  isRelated: (subjectWord: number) => boolean;
}

const NOTHING: ListedWord['related'] = [];

export function relateWords(reading: ComparableReading, subject: SubjectWords): RelatedName {
  let relatedCount = 0;
  const all: Relations[] = [];
  const words = reading.map((spellings): ListedWord => {
    let related: { spelling: string; relations: Relations }[] | undefined;
    for (const spelling of spellings) {
      const relations = subject.relate(spelling);
      if (!relations) continue;
      related = related ?? [];
      related.push({ spelling, relations });
      all.push(relations);
    }
    if (related) relatedCount += 1;
    return { spellings, related: related ?? NOTHING };
  });
  const isRelated = (word: number) => all.some((relations) => relations[word] !== UNRELATED);
  return { words, relatedCount, isRelated };
}
