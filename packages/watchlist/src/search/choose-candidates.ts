import { CERTAIN, type FoundEntries } from './search-index.ts';

/** An entry to score, by the position of its index among the searched ones. */
export interface Candidate {
  indexAt: number;
  entry: number;
  /** Upper bound of its score. */
  bound: number;
  /** One of the entries that the pool takes. The others are scored for the top score alone. */
  isPooled: boolean;
}

/** Whether an entry with this bound can change the result. */
export type IsCompetitive = (bound: number, isPooled: boolean) => boolean;

export interface Choice {
  /** Number of entries that the pool takes. */
  count: number;
  /** The entries in descending order of bounds, for as long as bounds are competitive. */
  candidates: (isCompetitive: IsCompetitive) => Generator<Candidate>;
  /** More entries could reach review than the pool may score. */
  isCapped: boolean;
}

interface Pool {
  pool: number;
  reviewScore: number;
  /** A tighter upper bound of an entry. */
  tightenBound: (indexAt: number, entry: number) => number;
}

/**
 * If there are more entries than the pool takes, contradicted entries that cannot reach review are
 * dropped.
 */
const isSetAside = ({ bounds, contradicted }: FoundEntries, at: number, reviewScore: number) =>
  contradicted[at] === 1 && (bounds[at] ?? 0) < reviewScore;

/**
 * Counts entries by bound (a counting sort): sorting tens of thousands of entries would be too
 * slow.
 */
function countBounds(found: readonly FoundEntries[], setAsideBelow: number): number[] {
  const counts: number[] = new Array(CERTAIN + 1).fill(0);
  for (const one of found)
    for (let at = 0; at < one.entries.length; at += 1) {
      if (isSetAside(one, at, setAsideBelow)) continue;
      const bound = one.bounds[at] ?? 0;
      counts[bound] = (counts[bound] ?? 0) + 1;
    }
  return counts;
}

/** Beyond this number bounds are not tightened: each takes a few microseconds. */
const TIGHTENED_AT_MOST = 2_000;

/**
 * Tightens the bounds of entries from a bound on, by their readings. Most share fewer words in any
 * one reading than in all.
 */
function tightenBounds(
  found: readonly FoundEntries[],
  from: number,
  { tightenBound }: Pick<Pool, 'tightenBound'>,
): void {
  found.forEach(({ entries, bounds }, indexAt) => {
    for (let at = 0; at < entries.length; at += 1) {
      const bound = bounds[at] ?? 0;
      if (bound < from || bound === CERTAIN) continue;
      bounds[at] = Math.min(bound, tightenBound(indexAt, entries[at] ?? 0));
    }
  });
}

function sumFrom(counts: readonly number[], bound: number): number {
  let sum = 0;
  for (let at = bound; at < counts.length; at += 1) sum += counts[at] ?? 0;
  return sum;
}

/**
 * The lowest bound, from the review score on, that at most `TIGHTENED_AT_MOST` entries reach. A
 * lower review score adds lower bounds and changes nothing above: the pool takes what it took.
 */
function tightenedFrom(counts: readonly number[], reviewScore: number): number {
  let from = counts.length;
  let sum = 0;
  while (from > reviewScore) {
    sum += counts[from - 1] ?? 0;
    if (sum > TIGHTENED_AT_MOST) break;
    from -= 1;
  }
  return from;
}

/**
 * Counts entries by bound, with tightened bounds if more entries than the pool takes could reach
 * review.
 */
function countCandidates(found: readonly FoundEntries[], setAsideBelow: number, pool: Pool): number[] {
  const counts = countBounds(found, setAsideBelow);
  if (sumFrom(counts, pool.reviewScore) <= pool.pool) return counts;
  tightenBounds(found, tightenedFrom(counts, pool.reviewScore), pool);
  return countBounds(found, setAsideBelow);
}

/** The highest bound whose entries do not all fit into the pool, and how many of them do. */
function findThreshold(counts: readonly number[], pool: number) {
  let room = pool;
  let bound = CERTAIN;
  while (bound >= 0 && (counts[bound] ?? 0) <= room) {
    room -= counts[bound] ?? 0;
    bound -= 1;
  }
  return { bound, room };
}

/**
 * An index and one of its entries packed into one number; the buckets limit an index to 2^24
 * entries.
 */
const ENTRY_BITS = 24;
const LAST_ENTRY = (1 << ENTRY_BITS) - 1;

interface Level {
  bound: number;
  setAsideBelow: number;
}

/** The entries of one bound as packed numbers, in the order in which they were found. */
function numbersOf(found: readonly FoundEntries[], { bound, setAsideBelow }: Level, count: number) {
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

const candidateOf = (number: number, bound: number, isPooled: boolean): Candidate => ({
  indexAt: number >>> ENTRY_BITS,
  entry: number & LAST_ENTRY,
  bound,
  isPooled,
});

/**
 * Chooses the entries of one pool to score. If there are more than the pool takes, entries that
 * kind, dates of birth or nationalities keep below review are dropped, and the rest are taken in
 * descending order of bounds. Entries beyond the pool follow, so that the top score is that of all
 * entries at every review score. Entries that cannot reach review do not make a search incomplete.
 */
export function chooseCandidates(found: readonly FoundEntries[], options: Pool): Choice {
  const { pool, reviewScore } = options;
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const setAsideBelow = total <= pool ? 0 : reviewScore;
  const counts = countCandidates(found, setAsideBelow, options);
  const threshold = findThreshold(counts, pool);
  const pooledOf = (bound: number, count: number) => {
    if (bound > threshold.bound) return count;
    return bound === threshold.bound ? threshold.room : 0;
  };
  function* candidates(isCompetitive: IsCompetitive) {
    for (let bound = CERTAIN; bound >= 0; bound -= 1) {
      const count = counts[bound] ?? 0;
      if (count === 0) continue;
      const pooled = pooledOf(bound, count);
      if (!isCompetitive(bound, pooled > 0)) return;
      // In the order of the lists, not the order of discovery, so that results are deterministic.
      // Often only the first of many is consumed, so sorting is postponed.
      const numbers = numbersOf(found, { bound, setAsideBelow }, count);
      yield candidateOf(smallestOf(numbers), bound, pooled > 0);
      if (count === 1 || !isCompetitive(bound, pooled > 1)) continue;
      numbers.sort();
      for (let at = 1; at < count && isCompetitive(bound, at < pooled); at += 1)
        yield candidateOf(numbers[at] ?? 0, bound, at < pooled);
    }
  }
  return {
    count: Math.min(pool, sumFrom(counts, 0)),
    candidates,
    isCapped: sumFrom(counts, reviewScore) > pool,
  };
}
