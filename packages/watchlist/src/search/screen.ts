import { loadNameTables, type NameTables, needsNameTables } from '@assay/names';
import { LIST_KINDS, type ListKind } from '../list-kind.ts';
import type { ListedEntry } from '../listed-entry.ts';
import { fixedFactor, type MatchFactor } from '../matching/factor.ts';
import { type PepVerdict, pepByListing, pepStanding } from '../matching/pep-standing.ts';
import {
  allReasons,
  type ErrorCode,
  type IncompleteReason,
  type ReasonsByKind,
  runStatus,
  type ScreeningStatus,
} from '../matching/run-status.ts';
import type { ScorePolicy } from '../matching/screened-subject.ts';
import type { ListIndex } from './list-index.ts';
import { namesOf, type PreparedQuery, prepareQuery, type SubjectRequest } from './prepare-query.ts';
import { isLoaded, type PoolResult, type Scored, type ScreenedList, searchPool } from './search-pool.ts';

export interface ScreenRequest {
  subject: SubjectRequest;
  policy: ScorePolicy;
  lookbackMonths: number;
  /** Also finds entries below the review score, which are no matches. */
  nearMisses?: NearMisses | undefined;
}

/** Entries with a score of `from` or more that do not reach review: the `limit` highest. */
interface NearMisses {
  from: number;
  limit: number;
}

export interface FoundMatch {
  source: string;
  listKind: ListKind;
  entry: ListedEntry;
  /** The primary name of the entry, and the name that agrees best. */
  listedName: string;
  matchedName: string;
  score: number;
  factors: readonly MatchFactor[];
  pep: PepVerdict | null;
}

export interface Screening {
  status: ScreeningStatus;
  errorCode: ErrorCode | null;
  incompleteReasons: IncompleteReason[];
  reasonsByKind: ReasonsByKind;
  candidateCount: number;
  topScore: number | null;
  /** Entries at or above the review score, highest first. */
  matches: FoundMatch[];
  /** The highest entries below the review score; empty unless they are asked for. */
  nearMisses: FoundMatch[];
}

/**
 * Only entries that reach review are read, and in groups: for a large list each is one request to
 * S3.
 */
const READ_AT_ONCE = 32;

const reachedIn = ({ scored }: PoolResult, { reviewScore }: ScorePolicy): Scored[] =>
  scored.filter(({ result }) => result.score >= reviewScore);

async function readMatches(reached: readonly Scored[], day: Day): Promise<FoundMatch[]> {
  const matches: FoundMatch[] = [];
  for (let at = 0; at < reached.length; at += READ_AT_ONCE) {
    const part = reached.slice(at, at + READ_AT_ONCE);
    matches.push(...(await Promise.all(part.map((one) => readMatch(one, day)))));
  }
  return matches;
}

interface Day {
  today: string;
  lookbackMonths: number;
}

/** Synchronous if the details are in memory, as those of sanctions lists are. */
function readMatch(scored: Scored, day: Day): Promise<FoundMatch> | FoundMatch {
  const { index, isPepByListing } = scored.list;
  const entry = index.readEntry(scored.entry);
  if (isPepByListing) return readPepByListing(scored, entry, day);
  if (!(entry instanceof Promise || entry.pep)) return matchOf(scored, entry, { pep: null, day });
  const withStanding = async () => {
    const read = await entry;
    const pep = read.pep ? await readStanding(index, read, day) : null;
    return matchOf(scored, read, { pep, day });
  };
  return withStanding();
}

async function readPepByListing(
  scored: Scored,
  entry: Promise<ListedEntry> | ListedEntry,
  day: Day,
): Promise<FoundMatch> {
  const read = await entry;
  return matchOf(scored, read, { pep: pepByListing(read.listing?.endsOn ?? null, day.today), day });
}

function matchOf(
  { list, result }: Scored,
  entry: ListedEntry,
  { pep, day }: { pep: PepVerdict | null; day: Day },
): FoundMatch {
  const listedName = entry.names[0]?.text ?? '';
  return {
    source: list.key,
    listKind: list.listKind,
    entry,
    listedName,
    matchedName: entry.names[result.nameAt ?? 0]?.text ?? listedName,
    score: result.score,
    factors: [...result.factors, ...endOf(entry, day)],
    pep,
  };
}

/** Lists keep entries after their last day; the reviewer decides whether that matters. */
function endOf({ listing }: ListedEntry, { today }: Day): MatchFactor[] {
  const endsOn = listing?.endsOn;
  return endsOn && endsOn < today ? [fixedFactor('listing_ended', endsOn)] : [];
}

async function readStanding(index: ListIndex, entry: ListedEntry, day: Day): Promise<PepVerdict> {
  const details = entry.pep ?? { positions: [], relatedTo: [] };
  const related = new Map<string, ListedEntry>();
  for (const { entryId } of details.relatedTo) {
    const found = await index.findEntry(entryId);
    if (found) related.set(entryId, found);
  }
  return pepStanding(details, { ...day, findEntry: (id) => related.get(id) });
}

const errorOf = (lists: readonly ScreenedList[], query: PreparedQuery): ErrorCode | null => {
  if (query.words.length === 0 && query.identifierTerms.length === 0) return 'missing_name';
  return lists.some(isLoaded) ? null : 'no_lists';
};

const topOf = ({ scored }: PoolResult) => scored.reduce((top, { result }) => Math.max(top, result.score), 0);

const byScore = (a: FoundMatch, b: FoundMatch) => b.score - a.score;

/**
 * A second search with a lower review score, so that the first one and its result stay those of a run. No score depends
 * on the review score. Only the entries that are returned are read.
 */
function nearMissesIn(
  lists: readonly ScreenedList[],
  { query, policy, nearMisses }: { query: PreparedQuery; policy: ScorePolicy; nearMisses: NearMisses },
): Scored[] {
  const { from, limit } = nearMisses;
  const wider = { query, policy: { ...policy, reviewScore: from }, hasFailed: false };
  return LIST_KINDS.flatMap((kind) => searchPool(kind, lists, wider).scored)
    .filter(({ result }) => result.score >= from && result.score < policy.reviewScore)
    .sort((a, b) => b.result.score - a.result.score)
    .slice(0, limit);
}

/**
 * Screens one subject against the lists on a given day. The stages: 1. load the name tables that
 * the names need, 2. prepare the query (`prepare-query.ts`), 3. find, bound, choose and score
 * candidates of each kind of list (`search-pool.ts`), 4. read the entries that reach review, 5.
 * derive the status.
 */
export async function screen(
  lists: readonly ScreenedList[],
  request: ScreenRequest,
  { today, tables }: { today: string; tables: NameTables },
): Promise<Screening> {
  const { subject, policy, lookbackMonths, nearMisses } = request;
  const names = namesOf(subject);
  if (names.some((name) => needsNameTables(tables, name))) await loadNameTables(tables, names);
  const query = prepareQuery(tables, subject);
  const errorCode = errorOf(lists, query);
  const hasFailed = errorCode !== null;
  const [sanctions, pep, watch] = [
    searchPool('sanctions', lists, { query, policy, hasFailed }),
    searchPool('pep', lists, { query, policy, hasFailed }),
    searchPool('watch', lists, { query, policy, hasFailed }),
  ];
  const pools = [sanctions, pep, watch];
  const candidateCount = pools.reduce((sum, pool) => sum + pool.candidateCount, 0);
  const reached = pools.flatMap((pool) => reachedIn(pool, policy));
  const near = nearMisses && !hasFailed ? nearMissesIn(lists, { query, policy, nearMisses }) : [];
  const day = { today, lookbackMonths };
  const found = reached.length > 0 ? await readMatches(reached, day) : [];
  const matches = found.sort(byScore);
  const reasonsByKind = { sanctions: sanctions.reasons, pep: pep.reasons, watch: watch.reasons };
  const incompleteReasons = allReasons(reasonsByKind);
  return {
    status: runStatus({
      hasFailed,
      matches: matches.map(({ score }) => ({ score, decision: 'pending' })),
      isIncomplete: incompleteReasons.length > 0,
      policy,
    }),
    errorCode,
    incompleteReasons,
    reasonsByKind,
    candidateCount,
    // Candidates that were skipped as not competitive count as 0, the lowest score.
    topScore: candidateCount > 0 ? Math.max(...pools.map(topOf)) : null,
    matches,
    nearMisses: near.length > 0 ? await readMatches(near, day) : [],
  };
}
