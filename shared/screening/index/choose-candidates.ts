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
const isEligible = ({ bounds, contradicted }: Found, at: number, reviewScore: number) =>
  contradicted[at] === 0 || (bounds[at] ?? 0) >= reviewScore;

type IsCounted = (one: Found, at: number) => boolean;

/** How many entries there are of each bound: what sorting them all would cost too much to know. */
function countBounds(found: readonly Found[], isCounted: IsCounted): number[] {
  const counts: number[] = new Array(CERTAIN + 1).fill(0);
  for (const one of found)
    for (let at = 0; at < one.bounds.length; at += 1) {
      const bound = one.bounds[at] ?? 0;
      if (isCounted(one, at)) counts[bound] = (counts[bound] ?? 0) + 1;
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

/** The entries of this bound in the order of the lists, whatever words brought them. */
function ofBound(found: readonly Found[], bound: number, isCounted: IsCounted): Candidate[] {
  return found.flatMap((one, listAt) => {
    const entries: number[] = [];
    for (let at = one.bounds.indexOf(bound); at >= 0; at = one.bounds.indexOf(bound, at + 1))
      if (isCounted(one, at)) entries.push(one.entries[at] ?? 0);
    return entries.sort((a, b) => a - b).map((entry) => ({ listAt, entry, bound }));
  });
}

/**
 * The entries of one pool that are scored: all of them, as long as they are no more than the pool takes.
 * Otherwise those that kind, dates of birth or nationalities keep below review are set aside, and the
 * rest are taken from the most promising on. What cannot reach review does not make a search incomplete.
 */
export function chooseCandidates(found: readonly Found[], { pool, reviewScore }: Pool): Choice {
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const isCounted: IsCounted =
    total <= pool ? () => true : (one, at) => isEligible(one, at, reviewScore);
  const counts = countBounds(found, isCounted);
  const threshold = findThreshold(counts, pool);
  function* candidates() {
    for (let bound = CERTAIN; bound >= Math.max(0, threshold.bound); bound -= 1) {
      if (counts[bound] === 0) continue;
      const level = ofBound(found, bound, isCounted);
      yield* bound === threshold.bound ? level.slice(0, threshold.room) : level;
    }
  }
  return {
    count: Math.min(pool, sumFrom(counts, 0)),
    candidates,
    isCapped: sumFrom(counts, reviewScore) > pool,
  };
}
