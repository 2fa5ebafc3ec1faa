import { CERTAIN, type Found } from './search-index.ts';

/** An entry to be scored: which of the searched lists, and which entry of it. */
export interface Candidate {
  listAt: number;
  entry: number;
  /** The most it may score. */
  bound: number;
}

export interface Choice {
  /** The most promising first. */
  candidates: Candidate[];
  /** More entries that could reach review share a word than the pool may score. */
  isCapped: boolean;
}

interface Pool {
  pool: number;
  reviewScore: number;
}

/** Beyond the pool, what speaks against an entry and keeps it below review sets it aside. */
const isEligible = ({ bounds, contradicted }: Found, at: number, reviewScore: number) =>
  contradicted[at] === 0 || (bounds[at] ?? 0) >= reviewScore;

/** How many eligible entries there are of each bound: what sorting them all would cost too much to know. */
function countBounds(found: readonly Found[], reviewScore: number): Uint32Array {
  const counts = new Uint32Array(CERTAIN + 1);
  for (const one of found)
    one.bounds.forEach((bound, at) => {
      if (isEligible(one, at, reviewScore)) counts[bound] = (counts[bound] ?? 0) + 1;
    });
  return counts;
}

/** The bound down to which all fit into the pool, and how many of the next lower one do. */
function findThreshold(counts: Uint32Array, pool: number) {
  let room = pool;
  let bound = CERTAIN;
  while (bound >= 0 && (counts[bound] ?? 0) <= room) {
    room -= counts[bound] ?? 0;
    bound -= 1;
  }
  return { bound, room };
}

const allOf = (found: readonly Found[]): Candidate[] =>
  found.flatMap(({ entries, bounds }, listAt) =>
    Array.from(entries, (entry, at) => ({ listAt, entry, bound: bounds[at] ?? 0 })),
  );

const byBound = (a: Candidate, b: Candidate) => b.bound - a.bound;

/**
 * The entries of one pool that are scored: all of them, as long as they are no more than the pool takes.
 * Otherwise those that kind, dates of birth or nationalities keep below review are set aside, and the
 * rest are taken from the most promising on. What cannot reach review does not make a search incomplete.
 */
export function chooseCandidates(found: readonly Found[], { pool, reviewScore }: Pool): Choice {
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  if (total <= pool) return { candidates: allOf(found).sort(byBound), isCapped: false };
  const counts = countBounds(found, reviewScore);
  const threshold = findThreshold(counts, pool);
  const candidates: Candidate[] = [];
  let { room } = threshold;
  found.forEach((one, listAt) => {
    one.entries.forEach((entry, at) => {
      const bound = one.bounds[at] ?? 0;
      if (bound < threshold.bound || !isEligible(one, at, reviewScore)) return;
      if (bound === threshold.bound && room-- <= 0) return;
      candidates.push({ listAt, entry, bound });
    });
  });
  const hopeful = counts.subarray(reviewScore).reduce((sum, count) => sum + count, 0);
  return { candidates: candidates.sort(byBound), isCapped: hopeful > pool };
}
