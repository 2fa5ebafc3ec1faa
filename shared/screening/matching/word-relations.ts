import { isOneOff, mayBeOneOff } from '../names/edit-distance.ts';
import type { ComparableReading } from '../names/search-terms.ts';

/** How words of a subject stand to a listed word, by the number of the subject's word. */
export type Relations = Uint8Array;
export const UNRELATED = 0;
export const ONE_OFF = 1;
export const SAME = 2;

type Word = readonly string[];

/**
 * A subject is compared with hundreds of entries whose words repeat, so its distinct words are numbered
 * and each listed spelling is compared with them once. The memory changes no answer.
 */
export interface SubjectWords {
  words: readonly Word[];
  /** Each reading as the numbers of its words. */
  readings: readonly (readonly number[])[];
  /** Undefined where no word is related, as with nearly all listed words. */
  relate: (spelling: string) => Relations | undefined;
}

interface OwnSpelling {
  spelling: string;
  word: number;
}

/** Keys under which a spelling and every other that is one letter off meet: one end of both is the same. */
const endsOf = (spelling: string) => [`${spelling.charAt(0)}…`, `…${spelling.at(-1)}`];

function numberReadings(readings: readonly ComparableReading[]) {
  const numbers = new Map<string, number>();
  const words: Word[] = [];
  const numbered = readings.map((reading) =>
    reading.map((word) => {
      const key = word.join('/');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, words.length);
      return words.push(word) - 1;
    }),
  );
  return { words, numbered };
}

export function numberWords(readings: readonly ComparableReading[]): SubjectWords {
  const { words, numbered } = numberReadings(readings);
  const own = words.flatMap((word, at) => word.map((spelling) => ({ spelling, word: at })));
  const bySpelling = Map.groupBy(own, ({ spelling }) => spelling);
  const byEnd = new Map<string, OwnSpelling[]>();
  for (const one of own)
    for (const end of endsOf(one.spelling)) byEnd.set(end, [...(byEnd.get(end) ?? []), one]);

  const compare = (spelling: string): Relations | undefined => {
    const same = bySpelling.get(spelling) ?? [];
    const near = mayBeOneOff(spelling)
      ? endsOf(spelling).flatMap((end) =>
          (byEnd.get(end) ?? []).filter((one) => isOneOff(one.spelling, spelling)),
        )
      : [];
    if (same.length === 0 && near.length === 0) return undefined;
    const relations = new Uint8Array(words.length);
    for (const { word } of near) relations[word] = ONE_OFF;
    for (const { word } of same) relations[word] = SAME;
    return relations;
  };

  const known = new Map<string, Relations | undefined>();
  const relate = (spelling: string) => {
    const relations = known.get(spelling);
    if (relations !== undefined || known.has(spelling)) return relations;
    const compared = compare(spelling);
    known.set(spelling, compared);
    return compared;
  };
  return { words, readings: numbered, relate };
}
