import { CERTAIN, type Found } from './search-index.ts';

/** An entry to be scored: which of the searched lists, and which entry of it. */
export interface Candidate {
  listAt: number;
  entry: number;
  /** The most it may score. */
  bound: number;
}

export interface Choice {
  /** How many entries are scored. */
  count: number;
  /** They, the most promising first; nobody need look at them all. */
  candidates: () => Generator<Candidate>;
  /** More entries that could reach review share a word than the pool may score. */
  isCapped: boolean;
}

interface Pool {
  pool: number;
  reviewScore: number;
}

/** Beyond the pool, what speaks against an entry and keeps it below review sets it aside. */
const isSetAside = ({ bounds, contradicted }: Found, at: number, reviewScore: number) =>
  contradicted[at] === 1 && (bounds[at] ?? 0) < reviewScore;

/** How many entries there are of each bound: what sorting them all would cost too much to know. */
function countBounds(found: readonly Found[], setAsideBelow: number): number[] {
  const counts: number[] = new Array(CERTAIN + 1).fill(0);
  for (const one of found)
    for (let at = 0; at < one.bounds.length; at += 1) {
      if (isSetAside(one, at, setAsideBelow)) continue;
      const bound = one.bounds[at] ?? 0;
      counts[bound] = (counts[bound] ?? 0) + 1;
    }
  return counts;
}

function sumFrom(counts: readonly number[], bound: number): number {
  let sum = 0;
  for (let at = bound; at < counts.length; at += 1) sum += counts[at] ?? 0;
  return sum;
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

/** A list and one of its entries as one number: no index has more entries than its buckets can name. */
const ENTRY_BITS = 24;
const LAST_ENTRY = (1 << ENTRY_BITS) - 1;

/** The entries from the highest bound down, each put where the counts say that its bound is. */
function rank(found: readonly Found[], counts: readonly number[], setAsideBelow: number) {
  const next: number[] = [];
  for (let bound = CERTAIN, sum = 0; bound >= 0; bound -= 1) {
    next[bound] = sum;
    sum += counts[bound] ?? 0;
  }
  const ranked = new Uint32Array(sumFrom(counts, 0));
  for (let listAt = 0; listAt < found.length; listAt += 1) {
    const one = found[listAt];
    if (!one) continue;
    for (let at = 0; at < one.bounds.length; at += 1) {
      if (isSetAside(one, at, setAsideBelow)) continue;
      const bound = one.bounds[at] ?? 0;
      const place = next[bound] ?? 0;
      ranked[place] = (listAt << ENTRY_BITS) | (one.entries[at] ?? 0);
      next[bound] = place + 1;
    }
  }
  return ranked;
}

/**
 * The entries of one pool that are scored: all of them, as long as they are no more than the pool takes.
 * Otherwise those that kind, dates of birth or nationalities keep below review are set aside, and the
 * rest are taken from the most promising on. What cannot reach review does not make a search incomplete.
 */
export function chooseCandidates(found: readonly Found[], { pool, reviewScore }: Pool): Choice {
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const setAsideBelow = total <= pool ? 0 : reviewScore;
  const counts = countBounds(found, setAsideBelow);
  const threshold = findThreshold(counts, pool);
  function* candidates() {
    const ranked = rank(found, counts, setAsideBelow);
    let start = 0;
    for (let bound = CERTAIN; bound >= Math.max(0, threshold.bound); bound -= 1) {
      const count = counts[bound] ?? 0;
      if (count === 0) continue;
      // In the order of the lists, whatever words brought them.
      ranked.subarray(start, start + count).sort();
      const end = start + (bound === threshold.bound ? threshold.room : count);
      for (let at = start; at < end; at += 1) {
        const number = ranked[at] ?? 0;
        yield { listAt: number >>> ENTRY_BITS, entry: number & LAST_ENTRY, bound };
      }
      start += count;
    }
  }
  return {
    count: Math.min(pool, sumFrom(counts, 0)),
    candidates,
    isCapped: sumFrom(counts, reviewScore) > pool,
  };
}
