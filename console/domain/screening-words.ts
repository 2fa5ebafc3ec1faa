import type { MatchDetail } from '../api/matches.ts';

/** Why a screening is not a clear result, in words. */
export const INCOMPLETE: Record<string, string> = {
  source_missing: 'A list was not searched, because it is not loaded.',
  source_stale: 'A list is out of date.',
  source_attention: 'A list needs attention.',
  source_dropped_entries: 'A list has entries that cannot be searched.',
  source_reindex_pending: 'A list is being indexed again, so some names were not found on it.',
  candidates_capped: 'More entries share a word with the name than are compared.',
  pep_candidates_capped: 'More PEP entries share a word with the name than are compared.',
  name_terms_capped: 'The subject has more names or identifiers than are searched.',
  name_without_tokens: 'The name has no word to search by.',
  subject_unreadable: 'A part of the identity document could not be read.',
};

export const SCREENING_ERRORS: Record<string, string> = {
  missing_name: 'The name has no letter or digit to search by.',
  no_lists: 'None of the lists is loaded.',
  screening_failed: 'The search failed. Try again.',
};

/** From which score on an entry is reported. */
export const thresholdsInWords = ({ reviewScore, matchScore }: { reviewScore: number; matchScore: number }) =>
  `An entry is a possible match from a score of ${reviewScore}, and a match from ${matchScore}.`;

interface SearchedList {
  publishedAt: string | null;
  missing: boolean;
  stale: boolean;
  attention: boolean;
  reindexPending: boolean;
}

/** The version of a list that was searched, and what limits it. */
export function searchedInWords({ publishedAt, missing, stale, attention, reindexPending }: SearchedList): string {
  if (missing) return 'not searched: not loaded';
  return [
    publishedAt ? `published ${publishedAt.slice(0, 10)}` : 'without a publication date',
    ...(stale ? ['out of date'] : []),
    ...(attention ? ['needs attention'] : []),
    ...(reindexPending ? ['is being indexed again'] : []),
  ].join(', ');
}

type ReviewReason = NonNullable<MatchDetail['match']['reviewReason']>;

/** Why a match asks for a decision although there was one before. */
export const REVIEW_REASONS: Record<ReviewReason, { short: string; title: string; text: string }> = {
  listing_removed: {
    short: 'No longer listed',
    title: 'The entry is no longer on its list',
    text: 'The match is confirmed and stays in force. Decide again: confirm it, or mark it as not them.',
  },
  quality_disagreement: {
    short: 'Second decision differs',
    title: 'A second person decided otherwise',
    text: 'A blind review came to another decision. The first one counts until you decide again.',
  },
  remembered_entry_changed: {
    short: 'Entry changed',
    title: 'The entry has changed since it was decided',
    text: 'An earlier decision was about other facts of the entry, so it does not count here.',
  },
  remembered_subject_changed: {
    short: 'Customer data changed',
    title: 'The customer data has changed since it was decided',
    text: 'An earlier decision was about other data of the customer, so it does not count here.',
  },
  remembered_scorer_changed: {
    short: 'Compared differently',
    title: 'The comparison has changed since it was decided',
    text: 'An earlier decision was about other reasons for the score, so it does not count here.',
  },
  remembered_score_rose: {
    short: 'Score is higher',
    title: 'The score is higher than when it was decided',
    text: 'An earlier decision was about a lower score, so it does not count here.',
  },
  remembered_expired: {
    short: 'Decision expired',
    title: 'The earlier decision has expired',
    text: 'It is older than decisions are remembered, or was set to expire.',
  },
};
