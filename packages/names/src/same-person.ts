import { isOneOff } from './edit-distance.ts';
import type { NameTables } from './name-tables.ts';
import { type ComparableReading, subjectReadings } from './search-terms.ts';

/** How far two names of a person agree. */
export type NameLikeness = 'equal' | 'similar' | 'different';

const ORDER: readonly NameLikeness[] = ['different', 'similar', 'equal'];
/** A single common word says too little about who is meant. */
const WORDS_IN_COMMON = 2;

/**
 * Compares the names that two documents state for a person. `equal`: the same words in any order, spelling or script.
 * `similar`: every word of the shorter name is in the other (a middle name is missing), or one word is one letter off.
 */
export function likenessOfNames(
  tables: NameTables,
  [one, other]: readonly [string, string],
  country?: string,
): NameLikeness {
  const readingsOf = (text: string) =>
    subjectReadings(tables, text, { kind: 'person', country })
      .filter(({ words, cut }) => words.length > 0 && cut === undefined)
      .map(({ words }) => words);
  const others = readingsOf(other);
  const found = readingsOf(one).flatMap((reading) =>
    others.map((against) => ORDER.indexOf(likeness(reading, against))),
  );
  return ORDER[Math.max(0, ...found)] ?? 'different';
}

function likeness(one: ComparableReading, other: ComparableReading): NameLikeness {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...long];
  const unpaired = short.filter((word) => !take(left, (candidate) => sharesSpelling(word, candidate)));
  if (unpaired.length === 0 && left.length === 0) return 'equal';
  const paired = short.length - unpaired.length;
  if (unpaired.length === 0) return paired >= WORDS_IN_COMMON ? 'similar' : 'different';
  const [word = []] = unpaired;
  const isTypingError =
    unpaired.length === 1 && left.length === 1 && take(left, (candidate) => isNear(word, candidate));
  return isTypingError && paired >= 1 ? 'similar' : 'different';
}

/** Takes the first candidate out of the list, so that a word counts once. */
function take(left: (readonly string[])[], fits: (candidate: readonly string[]) => boolean): boolean {
  const at = left.findIndex(fits);
  if (at >= 0) left.splice(at, 1);
  return at >= 0;
}

const sharesSpelling = (one: readonly string[], other: readonly string[]) =>
  one.some((spelling) => other.includes(spelling));
const isNear = (one: readonly string[], other: readonly string[]) =>
  one.some((spelling) => other.some((against) => isOneOff(spelling, against)));
