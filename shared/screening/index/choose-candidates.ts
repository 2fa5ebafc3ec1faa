import type { Found } from './search-index.ts';

/** An entry to be scored: which of the searched lists, and which entry of it. */
export interface Candidate {
  listAt: number;
  entry: number;
}

export interface Choice {
  candidates: Candidate[];
  /** More entries that could reach review share a word than the pool may score. */
  isCapped: boolean;
}

interface Ranked extends Candidate {
  bound: number;
}

const byBound = (a: Ranked, b: Ranked) =>
  b.bound - a.bound || a.listAt - b.listAt || a.entry - b.entry;

/**
 * The entries of one pool that are scored: all of them, as long as they are no more than the pool takes.
 * Otherwise those that kind, dates of birth or nationalities keep below review are set aside, and the
 * rest are taken from the most promising on. What cannot reach review does not make a search incomplete.
 */
export function chooseCandidates(
  found: readonly Found[],
  { pool, reviewScore }: { pool: number; reviewScore: number },
): Choice {
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const all: Ranked[] = [];
  found.forEach(({ entries, bounds, isContradicted }, listAt) => {
    entries.forEach((entry, at) => {
      const bound = bounds[at] ?? 0;
      if (total <= pool || bound >= reviewScore || !isContradicted[at])
        all.push({ listAt, entry, bound });
    });
  });
  if (total <= pool) return { candidates: all, isCapped: false };
  const hopeful = all.reduce((count, { bound }) => count + (bound >= reviewScore ? 1 : 0), 0);
  return { candidates: all.sort(byBound).slice(0, pool), isCapped: hopeful > pool };
}
