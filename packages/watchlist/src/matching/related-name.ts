import type { ComparableReading } from '@assay/names';
import { type Relations, type SubjectWords, UNRELATED } from './word-relations.ts';

type Word = readonly string[];

/** A listed word with those of its spellings that relate to a word of the subject. */
export interface ListedWord {
  spellings: Word;
  related: readonly { spelling: string; relations: Relations }[];
}

export function relationOf({ related }: ListedWord, subjectWord: number): number {
  let best = UNRELATED;
  for (const { relations } of related) best = Math.max(best, relations[subjectWord] ?? UNRELATED);
  return best;
}

/** A listed name and the relations of its words to those of the subject. */
export interface RelatedName {
  words: readonly ListedWord[];
  /** How many of its words relate to a word of the subject. */
  relatedCount: number;
  /** The relations of all related spellings. */
  relations: readonly Relations[];
  hasInitial: boolean;
}

export function isRelated({ relations }: RelatedName, subjectWord: number): boolean {
  for (const each of relations) if (each[subjectWord] !== UNRELATED) return true;
  return false;
}

const NOTHING: ListedWord['related'] = [];

export function relateWords(reading: ComparableReading, subject: SubjectWords): RelatedName {
  let relatedCount = 0;
  let hasInitial = false;
  const all: Relations[] = [];
  const words: ListedWord[] = [];
  for (const spellings of reading) {
    let related: { spelling: string; relations: Relations }[] | undefined;
    for (const spelling of spellings) {
      const relations = subject.relate(spelling);
      if (!relations) continue;
      related = related ?? [];
      related.push({ spelling, relations });
      all.push(relations);
    }
    if (related) relatedCount += 1;
    hasInitial ||= spellings[0]?.length === 1;
    words.push({ spellings, related: related ?? NOTHING });
  }
  return { words, relatedCount, relations: all, hasInitial };
}
