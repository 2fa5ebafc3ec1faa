export {
  DEFAULT_REVIEW_SCORE,
  IDENTIFIER_CHARACTERS,
  MAX_SCORE,
  PEP_CANDIDATES,
  SANCTIONS_CANDIDATES,
  SUBJECT_IDENTIFIERS,
} from '@assay/watchlist';

/** Limits of screening, with their units. */
export const NAME_CHARACTERS = 300;
export const NAME_WORDS = 12;
export const SUBJECT_ALIASES = 5;
export const SUBJECT_BIRTH_DATES = 3;
export const SUBJECT_NATIONALITIES = 5;
export const MIN_SCORE = 1;
export const DEFAULT_MATCH_SCORE = 90;
export const MIN_LOOKBACK_MONTHS = 12;
export const DEFAULT_LOOKBACK_MONTHS = 12;
export const RUN_PAGE_ITEMS = 100;
export const HISTORY_PAGE_ITEMS = 100;
/** Entries in the response to a search. */
export const SEARCHED_ENTRIES = 50;
/** Entries below `reviewScore` in the response to a search that asks for them, and how many points below they begin. */
export const NEAR_MISSES = 10;
export const NEAR_MISS_POINTS = 30;

/** Limits that bound the work of a request. */
/** Entries that a list version shows of those it added, and of those it removed. */
export const DELTA_ENTRIES = 50;
export const HISTORY_DAYS = 90;
/** The longest time for which the history of a list is kept. */
export const HISTORY_MOST_DAYS = 36_600;
export const REASON_CHARACTERS = 2_000;
export const ENTRY_ID_CHARACTERS = 1_000;
/**
 * Of all listed entries of a run as JSON. The run fits into one transaction (4 MB, compressed) and into one
 * response of a Lambda function (6 MB, with its quotes escaped) beside the matches themselves.
 */
export const RUN_ENTRY_BYTES = 3_000_000;
/** Runs with undecided matches of other data that one risk subject has. */
export const OPEN_RUNS_PER_SUBJECT = 100;
/** Latest decisions of a run that attaching it to a risk subject lists under the subject. */
export const ATTACHED_DECISIONS = 10;
/** Facts that one decision records; a source beyond these follows with its next run. */
export const FACTS_PER_DECISION = 40;
/** Matches of a group that one request decides. Each takes rows that facts could have taken instead. */
export const DECIDED_AT_ONCE = 20;
/** Earlier matches that the notices of a run name. */
export const NOTICED_MATCHES = 20;
/** Rows of earlier runs that one run changes; what it leaves stays in force. */
export const CHANGED_EARLIER_RUNS = 20;
/** Of the texts of a profile. */
export const PURPOSE_CHARACTERS = 500;
export const RATIONALE_CHARACTERS = 2_000;
/** Keys that the refusal of an unknown profile names, beside the built-in ones. */
export const NAMED_PROFILES = 50;
/** Open proposals of profiles in one answer. */
export const OPEN_PROFILE_PROPOSALS = 100;
/** Runs of one request for a batch. */
export const BATCH_ITEMS = 100;
export const REFERENCE_CHARACTERS = 100;
/** Runs of a batch that are made at the same time. */
export const BATCH_RUNS_AT_ONCE = 8;
