import { PEP_CANDIDATES, SANCTIONS_CANDIDATES } from '../limits.ts';
import type { ListKind } from '../list-kind.ts';
import { type IncompleteReason, type SourceCondition, sourceReasons } from '../matching/run-status.ts';
import { type EntryScore, scoreEntry } from '../matching/score-entry.ts';
import type { ScorePolicy } from '../matching/screened-subject.ts';
import { type Candidate, type Choice, chooseCandidates, type IsCompetitive } from './choose-candidates.ts';
import type { ListIndex } from './list-index.ts';
import type { PreparedQuery } from './prepare-query.ts';
import { CERTAIN, isWithin, type Stretch, searchIndex, tightenBound } from './search-index.ts';

/** A requested list; `index` is undefined if the list is unknown, switched off or never loaded. */
export interface ScreenedList extends SourceCondition {
  key: string;
  index: ListIndex | undefined;
  /** The list's entries within an index that holds several lists. */
  stretch?: Stretch;
  /** Its entries state no positions: who is on the list is politically exposed until the listing ends. */
  isPepByListing?: boolean;
}

export type LoadedList = ScreenedList & { index: ListIndex };

export const isLoaded = (list: ScreenedList): list is LoadedList => list.index !== undefined;

export interface Scored {
  list: LoadedList;
  entry: number;
  result: EntryScore;
}

export interface PoolResult {
  candidateCount: number;
  scored: Scored[];
  reasons: IncompleteReason[];
}

const POOLS: Record<ListKind, { pool: number; cappedReason: IncompleteReason }> = {
  sanctions: { pool: SANCTIONS_CANDIDATES, cappedReason: 'candidates_capped' },
  pep: { pool: PEP_CANDIDATES, cappedReason: 'pep_candidates_capped' },
  watch: { pool: SANCTIONS_CANDIDATES, cappedReason: 'candidates_capped' },
};

const NOT_ASKED: PoolResult = { candidateCount: 0, scored: [], reasons: [] };

interface Asked {
  query: PreparedQuery;
  policy: ScorePolicy;
}

/** Searches one index for the lists that share it. */
function searchLists(index: ListIndex, sharing: readonly LoadedList[], { query, policy }: Asked) {
  const stretches = sharing.flatMap(({ stretch }) => stretch ?? []);
  const found = searchIndex(index, query, stretches);
  const listOf = (entry: number) => sharing.find(({ stretch }) => !stretch || isWithin(stretch, entry));
  /** Undefined if no reading of the entry has a competitive bound. */
  const score = ({ entry, bound, isPooled }: Candidate, isCompetitive: IsCompetitive): Scored | undefined => {
    const isCertain = bound === CERTAIN;
    if (!isCertain && !isCompetitive(found.scoringBoundOf(entry), isPooled)) return undefined;
    const boundOf = found.scoringBoundsOfReadings(entry);
    const comparable = index.comparable(entry, {
      related: found.related,
      accepts: (reading) => isCertain || isCompetitive(boundOf(reading), isPooled),
    });
    const hasReadings = comparable.names.some(({ readings }) => readings.length > 0);
    const list = isCertain || hasReadings ? listOf(entry) : undefined;
    return list && { list, entry, result: scoreEntry(query.subject, comparable, policy) };
  };
  return { index, found, score };
}

type SearchedIndex = ReturnType<typeof searchLists>;

/**
 * Scores candidates in descending order of their upper bounds, as in MaxScore/WAND pruning. A
 * candidate is competitive while its bound exceeds the best score so far or, within the pool,
 * reaches the review score; once a bound is not, neither it nor any that follow can change the
 * result, so they count as scored without the work. The same test skips single readings of an
 * entry.
 */
function scoreCandidates(
  { candidates }: Choice,
  searched: readonly SearchedIndex[],
  { reviewScore, pool }: { reviewScore: number; pool: number },
): Scored[] {
  const scored: Scored[] = [];
  let top = -1;
  const isCompetitive: IsCompetitive = (bound, isPooled) => bound > top || (isPooled && bound >= reviewScore);
  for (const candidate of candidates(isCompetitive)) {
    const one = searched[candidate.indexAt]?.score(candidate, isCompetitive);
    if (!one) continue;
    top = Math.max(top, one.result.score);
    scored.push(one);
  }
  if (scored.length <= pool) return scored;
  // A run has room for as many as the pool takes; entries beyond it replace those that score less.
  return scored.sort((a, b) => b.result.score - a.result.score).slice(0, pool);
}

function reasonsOf(
  requested: readonly ScreenedList[],
  capped: IncompleteReason | undefined,
  query: PreparedQuery,
): IncompleteReason[] {
  const reasons: IncompleteReason[] = [];
  for (const list of requested) reasons.push(...sourceReasons(isLoaded(list) ? list : { ...list, missing: true }));
  if (capped) reasons.push(capped);
  reasons.push(...query.reasons);
  return reasons;
}

/** The candidates in the lists, which share the indexes that they are in. */
function chooseIn(lists: readonly LoadedList[], pool: number, { query, policy }: Asked) {
  const indexes = Map.groupBy(lists, ({ index }) => index);
  const searched = Array.from(indexes, ([index, sharing]) => searchLists(index, sharing, { query, policy }));
  const choice = chooseCandidates(
    searched.map(({ found }) => found),
    {
      pool,
      reviewScore: policy.reviewScore,
      tightenBound: (indexAt, entry) => {
        const one = searched[indexAt];
        return one ? tightenBound(one.index, one.found, entry) : 0;
      },
    },
  );
  return { searched, choice };
}

/**
 * One entry as a search of its kind of lists finds it, without the score of any other. The bound says how high the search itself
 * places the entry; undefined if it is not among the candidates.
 */
export function findCandidate(
  { list, entry }: { list: LoadedList; entry: number },
  all: readonly ScreenedList[],
  asked: Asked,
): { result: EntryScore; bound: number } | undefined {
  const requested = all.filter(({ listKind }) => listKind === list.listKind);
  const { searched, choice } = chooseIn(requested.filter(isLoaded), POOLS[list.listKind].pool, asked);
  const isPossible: IsCompetitive = (bound, isPooled) => isPooled && bound >= asked.policy.reviewScore;
  for (const candidate of choice.candidates(isPossible)) {
    const one = searched[candidate.indexAt];
    if (candidate.entry !== entry || one?.index !== list.index) continue;
    const scored = one.score(candidate, isPossible);
    return scored && { result: scored.result, bound: candidate.bound };
  }
  return undefined;
}

/**
 * Searches all requested lists of one kind; they share one limit on the number of scored
 * candidates.
 */
export function searchPool(
  kind: ListKind,
  all: readonly ScreenedList[],
  { query, policy, hasFailed }: Asked & { hasFailed: boolean },
): PoolResult {
  const requested = all.filter(({ listKind }) => listKind === kind);
  if (requested.length === 0) return NOT_ASKED;
  const { pool, cappedReason } = POOLS[kind];
  const { reviewScore } = policy;
  const { searched, choice } = chooseIn(hasFailed ? [] : requested.filter(isLoaded), pool, { query, policy });
  return {
    candidateCount: choice.count,
    scored: choice.count > 0 ? scoreCandidates(choice, searched, { reviewScore, pool }) : [],
    reasons: reasonsOf(requested, choice.isCapped ? cappedReason : undefined, query),
  };
}
