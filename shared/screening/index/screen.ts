import { PEP_CANDIDATES, SANCTIONS_CANDIDATES } from '../limits.ts';
import type { ListedEntry } from '../listed-entry.ts';
import type { Factor } from '../matching/factor.ts';
import { type PepVerdict, pepStanding } from '../matching/pep-standing.ts';
import {
  allReasons,
  type ErrorCode,
  type IncompleteReason,
  type ListKind,
  type ReasonsByKind,
  type RunStatus,
  runStatus,
  type SourceCondition,
  sourceReasons,
} from '../matching/run-status.ts';
import { type EntryScore, scoreEntry } from '../matching/score-entry.ts';
import type { ScorePolicy } from '../matching/screened-subject.ts';
import { loadScriptTables } from '../names/script-tables.ts';
import { type Candidate, chooseCandidates } from './choose-candidates.ts';
import type { ListIndex } from './list-index.ts';
import { prepareQuery, type Query, type SubjectRequest } from './prepare-query.ts';
import { searchIndex } from './search-index.ts';

/** A list that was asked for; without an index where it is unknown, switched off or never loaded. */
export interface ScreenedList extends SourceCondition {
  key: string;
  index: ListIndex | undefined;
}

export interface ScreenRequest {
  subject: SubjectRequest;
  policy: ScorePolicy;
  lookbackMonths: number;
}

export interface FoundMatch {
  source: string;
  listKind: ListKind;
  entry: ListedEntry;
  /** The principal name, and the name of the entry that agrees best. */
  listedName: string;
  matchedName: string;
  score: number;
  factors: readonly Factor[];
  pep: PepVerdict | null;
}

export interface Screening {
  status: RunStatus;
  errorCode: ErrorCode | null;
  incompleteReasons: IncompleteReason[];
  reasonsByKind: ReasonsByKind;
  candidateCount: number;
  topScore: number | null;
  /** At or above the review score, the highest first. */
  matches: FoundMatch[];
}

interface Scored extends Candidate, EntryScore {}

interface PoolResult {
  lists: readonly SearchedList[];
  candidateCount: number;
  scored: Scored[];
  reasons: IncompleteReason[];
}

type SearchedList = ScreenedList & { index: ListIndex };

const POOLS: Record<ListKind, { pool: number; cappedReason: IncompleteReason }> = {
  sanctions: { pool: SANCTIONS_CANDIDATES, cappedReason: 'candidates_capped' },
  pep: { pool: PEP_CANDIDATES, cappedReason: 'pep_candidates_capped' },
};

const isLoaded = (list: ScreenedList): list is SearchedList => list.index !== undefined;

const NOT_ASKED: PoolResult = { lists: [], candidateCount: 0, scored: [], reasons: [] };

/**
 * Scores from the most promising on. One that can neither reach review nor exceed what was scored already
 * changes nothing that a run tells, nor do those after it: they count as scored without the work.
 */
function scoreCandidates(
  candidates: readonly Candidate[],
  { policy, score }: { policy: ScorePolicy; score: (candidate: Candidate) => EntryScore },
): Scored[] {
  const scored: Scored[] = [];
  let top = -1;
  for (const candidate of candidates) {
    if (candidate.bound < policy.reviewScore && candidate.bound <= top) break;
    const result = { ...candidate, ...score(candidate) };
    top = Math.max(top, result.score);
    scored.push(result);
  }
  return scored;
}

/** All lists of one kind share one pool of candidates. */
function searchPool(
  kind: ListKind,
  all: readonly ScreenedList[],
  { query, policy, hasFailed }: { query: Query; policy: ScorePolicy; hasFailed: boolean },
): PoolResult {
  const requested = all.filter(({ listKind }) => listKind === kind);
  if (requested.length === 0) return NOT_ASKED;
  const lists = hasFailed ? [] : requested.filter(isLoaded);
  const { pool, cappedReason } = POOLS[kind];
  const found = lists.map(({ index }) => searchIndex(index, query));
  const choice = chooseCandidates(found, { pool, reviewScore: policy.reviewScore });
  const nobody: EntryScore = { score: 0, factors: [], nameAt: undefined };
  const score = ({ listAt, entry }: Candidate) => {
    const related = found[listAt]?.related;
    const comparable = lists[listAt]?.index.comparable(entry, related);
    return comparable ? scoreEntry(query.subject, comparable, policy) : nobody;
  };
  return {
    lists,
    candidateCount: choice.candidates.length,
    scored: scoreCandidates(choice.candidates, { policy, score }),
    reasons: [
      ...requested.flatMap((list) =>
        sourceReasons({ ...list, missing: list.missing || !isLoaded(list) }),
      ),
      ...(choice.isCapped ? [cappedReason] : []),
      ...query.reasons,
    ],
  };
}

/** Entries are read for what reaches review only, and not all at once: each may be a request of its own. */
const READ_AT_ONCE = 32;

async function readMatches(
  { lists, scored }: PoolResult,
  { policy, lookbackMonths }: ScreenRequest,
  today: string,
): Promise<FoundMatch[]> {
  const reached = scored.filter(({ score }) => score >= policy.reviewScore);
  const matches: FoundMatch[] = [];
  for (let at = 0; at < reached.length; at += READ_AT_ONCE)
    matches.push(
      ...(await Promise.all(
        reached.slice(at, at + READ_AT_ONCE).flatMap((one) => {
          const list = lists[one.listAt];
          return list ? [readMatch(list, one, { today, lookbackMonths })] : [];
        }),
      )),
    );
  return matches;
}

interface Day {
  today: string;
  lookbackMonths: number;
}

async function readMatch(list: SearchedList, scored: Scored, day: Day): Promise<FoundMatch> {
  const entry = await list.index.readEntry(scored.entry);
  const listedName = entry.names[0]?.text ?? '';
  return {
    source: list.key,
    listKind: list.listKind,
    entry,
    listedName,
    matchedName: entry.names[scored.nameAt ?? 0]?.text ?? listedName,
    score: scored.score,
    factors: scored.factors,
    pep: entry.pep ? await readStanding(list.index, entry, day) : null,
  };
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

const errorOf = (lists: readonly ScreenedList[], query: Query): ErrorCode | null => {
  if (query.words.length === 0 && query.identifierTerms.length === 0) return 'missing_name';
  return lists.some(isLoaded) ? null : 'no_lists';
};

const byScore = (a: FoundMatch, b: FoundMatch) => b.score - a.score;

/** The whole of a screening: what the lists say of the subject on this day, and how sure that is. */
export async function screen(
  lists: readonly ScreenedList[],
  request: ScreenRequest,
  today: string,
): Promise<Screening> {
  const { subject, policy } = request;
  await loadScriptTables([subject.name, ...(subject.aliases ?? [])]);
  const query = prepareQuery(subject);
  const errorCode = errorOf(lists, query);
  const hasFailed = errorCode !== null;
  const sanctions = searchPool('sanctions', lists, { query, policy, hasFailed });
  const pep = searchPool('pep', lists, { query, policy, hasFailed });
  const scored = [...sanctions.scored, ...pep.scored];
  const found = [
    ...(await readMatches(sanctions, request, today)),
    ...(await readMatches(pep, request, today)),
  ];
  const matches = found.sort(byScore);
  const reasonsByKind = { sanctions: sanctions.reasons, pep: pep.reasons };
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
    candidateCount: sanctions.candidateCount + pep.candidateCount,
    topScore: scored.length > 0 ? Math.max(...scored.map(({ score }) => score)) : null,
    matches,
  };
}
