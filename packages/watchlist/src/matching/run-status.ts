import type { ListKind } from '../list-kind.ts';

/** The status of a run, derived from its matches and the completeness of its search. */
export type ScreeningStatus = 'match' | 'possible_match' | 'clear' | 'incomplete' | 'error';
export const ERROR_CODES = ['missing_name', 'no_lists', 'screening_failed'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
export type MatchDecision = 'pending' | 'confirmed' | 'false_positive';

export type IncompleteReason =
  | 'source_missing'
  | 'source_stale'
  | 'source_attention'
  | 'source_dropped_entries'
  | 'source_reindex_pending'
  | 'candidates_capped'
  | 'pep_candidates_capped'
  | 'name_terms_capped'
  | 'name_without_tokens'
  | 'subject_unreadable';

export interface JudgedMatch {
  score: number;
  decision: MatchDecision;
}

export interface StatusInput {
  hasFailed: boolean;
  matches: readonly JudgedMatch[];
  isIncomplete: boolean;
  policy: { reviewScore: number; matchScore: number };
}

/** Confirmed by a reviewer, or at the match score and not marked as a false positive. */
export const isDefinite = ({ score, decision }: JudgedMatch, matchScore: number) =>
  decision === 'confirmed' || (decision === 'pending' && score >= matchScore);

export const isPossible = ({ score, decision }: JudgedMatch, reviewScore: number) =>
  decision === 'pending' && score >= reviewScore;

/** An incomplete search is never clear, even if every match was marked as a false positive. */
export function runStatus({ hasFailed, matches, isIncomplete, policy }: StatusInput): ScreeningStatus {
  if (hasFailed) return 'error';
  if (matches.some((match) => isDefinite(match, policy.matchScore))) return 'match';
  if (matches.some((match) => isPossible(match, policy.reviewScore))) return 'possible_match';
  return isIncomplete ? 'incomplete' : 'clear';
}

/** Conditions of a list that make a search of it incomplete. */
export interface SourceCondition {
  listKind: ListKind;
  missing: boolean;
  stale: boolean;
  attention: boolean;
  droppedEntries: number;
  reindexPending: boolean;
}

export function sourceReasons(source: SourceCondition): IncompleteReason[] {
  if (source.missing) return ['source_missing'];
  const reasons: IncompleteReason[] = [];
  if (source.stale) reasons.push('source_stale');
  if (source.attention) reasons.push('source_attention');
  if (source.droppedEntries > 0) reasons.push('source_dropped_entries');
  if (source.reindexPending) reasons.push('source_reindex_pending');
  return reasons;
}

export type ReasonsByKind = Record<ListKind, readonly IncompleteReason[]>;

/** Part of the subject could not be read, which affects every kind of list. */
export const withUnreadableSubject = ({ sanctions, pep, watch }: ReasonsByKind): ReasonsByKind => ({
  sanctions: [...sanctions, 'subject_unreadable'],
  pep: [...pep, 'subject_unreadable'],
  watch: [...watch, 'subject_unreadable'],
});

/** All reasons, in the order in which they are reported. */
const ORDER: readonly IncompleteReason[] = [
  'source_missing',
  'source_stale',
  'source_attention',
  'source_dropped_entries',
  'source_reindex_pending',
  'candidates_capped',
  'pep_candidates_capped',
  'name_terms_capped',
  'name_without_tokens',
  'subject_unreadable',
];

export function allReasons({ sanctions, pep, watch }: ReasonsByKind): IncompleteReason[] {
  const held = new Set([...sanctions, ...pep, ...watch]);
  return ORDER.filter((reason) => held.has(reason));
}
