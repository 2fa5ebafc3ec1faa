import { CERTAIN, type Found } from './search-index.ts';

/** An entry to be scored: which of the searched indexes, and which entry of it. */
export interface Candidate {
  indexAt: number;
  entry: number;
  /** The most it may score. */
  bound: number;
}

export interface Choice {
  /** How many entries are scored. */
  count: number;
  /** They, the most promising first, for as long as what the next may score is worth it. */
  candidates: (isWorth: (bound: number) => boolean) => Generator<Candidate>;
  /** More entries that could reach review share a word than the pool may score. */
  isCapped: boolean;
}

interface Pool {
  pool: number;
  reviewScore: number;
  /** What an entry may score by a closer look at it. */
  closerBound: (indexAt: number, entry: number) => number;
}

/** Beyond the pool, what speaks against an entry and keeps it below review sets it aside. */
const isSetAside = ({ bounds, contradicted }: Found, at: number, reviewScore: number) =>
  contradicted[at] === 1 && (bounds[at] ?? 0) < reviewScore;

/** How many entries there are of each bound: what sorting them all would cost too much to know. */
function countBounds(found: readonly Found[], setAsideBelow: number): number[] {
  const counts: number[] = new Array(CERTAIN + 1).fill(0);
  for (const one of found)
    for (let at = 0; at < one.entries.length; at += 1) {
      if (isSetAside(one, at, setAsideBelow)) continue;
      const bound = one.bounds[at] ?? 0;
      counts[bound] = (counts[bound] ?? 0) + 1;
    }
  return counts;
}

/** More than so many are not looked at more closely: it takes a microsecond or a few for each. */
const LOOKED_AT_CLOSELY = 2_000;

/** Bounds those that could reach review by their readings, of which most turn out to share less than all. */
function lookCloser(found: readonly Found[], { reviewScore, closerBound }: Pool): void {
  found.forEach(({ entries, bounds }, indexAt) => {
    for (let at = 0; at < entries.length; at += 1) {
      const bound = bounds[at] ?? 0;
      if (bound < reviewScore || bound === CERTAIN) continue;
      bounds[at] = Math.min(bound, closerBound(indexAt, entries[at] ?? 0));
    }
  });
}

function sumFrom(counts: readonly number[], bound: number): number {
  let sum = 0;
  for (let at = bound; at < counts.length; at += 1) sum += counts[at] ?? 0;
  return sum;
}

/** Where more than the pool takes could reach review, by a closer look at them. */
function countCandidates(found: readonly Found[], setAsideBelow: number, pool: Pool): number[] {
  const counts = countBounds(found, setAsideBelow);
  const promising = sumFrom(counts, pool.reviewScore);
  if (promising <= pool.pool || promising > LOOKED_AT_CLOSELY) return counts;
  lookCloser(found, pool);
  return countBounds(found, setAsideBelow);
}

/** The bound down to which all fit into the pool, and how many of the next lower one do. */
function findThreshold(counts: readonly number[], pool: number) {
  let room = pool;
  let bound = CERTAIN;
  while (bound >= 0 && (counts[bound] ?? 0) <= room) {
    room -= counts[bound] ?? 0;
    bound -= 1;
  }
  return { bound, room };
}

/** An index and one of its entries as one number: no index has more entries than its buckets can name. */
const ENTRY_BITS = 24;
const LAST_ENTRY = (1 << ENTRY_BITS) - 1;

interface Level {
  bound: number;
  setAsideBelow: number;
}

/** The entries of one bound as such numbers, in the order in which they were met. */
function numbersOf(found: readonly Found[], { bound, setAsideBelow }: Level, count: number) {
  const numbers = new Uint32Array(count);
  let next = 0;
  found.forEach((one, indexAt) => {
    const { entries, bounds } = one;
    for (let at = 0; at < entries.length && next < count; at += 1)
      if (bounds[at] === bound && !isSetAside(one, at, setAsideBelow))
        numbers[next++] = (indexAt << ENTRY_BITS) | (entries[at] ?? 0);
  });
  return numbers;
}

function smallestOf(numbers: Uint32Array): number {
  let smallest = numbers[0] ?? 0;
  for (const number of numbers) if (number < smallest) smallest = number;
  return smallest;
}

const candidateOf = (number: number, bound: number): Candidate => ({
  indexAt: number >>> ENTRY_BITS,
  entry: number & LAST_ENTRY,
  bound,
});

/**
 * The entries of one pool that are scored: all of them, as long as they are no more than the pool takes.
 * Otherwise those that kind, dates of birth or nationalities keep below review are set aside, and the
 * rest are taken from the most promising on. What cannot reach review does not make a search incomplete.
 */
export function chooseCandidates(found: readonly Found[], options: Pool): Choice {
  const { pool, reviewScore } = options;
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const setAsideBelow = total <= pool ? 0 : reviewScore;
  const counts = countCandidates(found, setAsideBelow, options);
  const threshold = findThreshold(counts, pool);
  function* candidates(isWorth: (bound: number) => boolean) {
    for (let bound = CERTAIN; bound >= Math.max(0, threshold.bound); bound -= 1) {
      const count = counts[bound] ?? 0;
      if (count === 0) continue;
      const taken = bound === threshold.bound ? threshold.room : count;
      if (taken === 0 || !isWorth(bound)) return;
      // In the order of the lists, whatever words brought them. Often only the first of many is asked for.
      const numbers = numbersOf(found, { bound, setAsideBelow }, count);
      yield candidateOf(smallestOf(numbers), bound);
      if (taken === 1 || !isWorth(bound)) continue;
      numbers.sort();
      for (let at = 1; at < taken && isWorth(bound); at += 1)
        yield candidateOf(numbers[at] ?? 0, bound);
    }
  }
  return {
    count: Math.min(pool, sumFrom(counts, 0)),
    candidates,
    isCapped: sumFrom(counts, reviewScore) > pool,
  };
}
