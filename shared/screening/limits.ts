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
/** How long versions of lists, their files and their history are kept, unless `listArchiveYears` says otherwise. */
export const LIST_ARCHIVE_YEARS = 10;
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
/** How long decisions on matches are remembered, at most and unless the organization says otherwise. */
export const MOST_REMEMBERED_DAYS = 730;
export const REMEMBERED_DAYS = 365;
/** Remembered decisions that one request expires. */
export const EXPIRED_AT_ONCE = 50;
/** Remembered matches that one event of the history names. */
export const REMEMBERED_PER_EVENT = 100;
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
/** Rows of an uploaded file, and its size. */
export const BATCH_ROWS = 1_000_000;
export const BATCH_FILE_BYTES = 512 * 1024 * 1024;
/** A longer row is not read: a quotation mark that is never closed would make the rest of the file one row. */
export const BATCH_RECORD_BYTES = 32 * 1024;
/** The beginning of a file, in which its headings must end and by which its character set is found. */
export const BATCH_HEAD_BYTES = 256 * 1024;
/** Rows that are encrypted, screened and stored together. */
export const BATCH_CHUNK_ROWS = 1_000;
/** Named mappings of columns, and the headings of one. */
export const BATCH_MAPPINGS = 50;
export const MAPPED_HEADINGS = 200;
export const HEADING_CHARACTERS = 200;
/** How long the rows and results of a batch can be read. */
export const KEEP_ROWS_DAYS = 30;
export const MOST_KEEP_ROWS_DAYS = 90;
/** Chunks that one page of results reads to find those of a status. */
export const FILTERED_CHUNKS = 10;
/** Watches of an organization and mode. */
export const WATCHES = 1_000_000;
/** Of a test of effectiveness: manipulated entries, customers on no list, and the missed cases of a class that it shows. */
export const FEWEST_ASSURANCE_ENTRIES = 200;
export const ASSURANCE_ENTRIES = 1_000;
export const MOST_ASSURANCE_ENTRIES = 5_000;
export const ASSURANCE_CUSTOMERS = 10_000;
export const MOST_ASSURANCE_CUSTOMERS = 20_000;
export const ASSURANCE_MISSES = 10;
/** Of its own cases: rows and bytes of the file, and the deviations that it names. */
export const OWN_CASES = 10_000;
export const OWN_CASES_BYTES = 5 * 1024 * 1024;
export const OWN_DEVIATIONS = 100;
/** Faults of a file that a refusal names. */
export const OWN_FILE_FAULTS = 20;
/** For how long a limit that a test has shown may be accepted. */
export const LIMIT_DAYS = 366;
/** Stored decisions that a test reads, and those on each side of the line that it names. */
export const LINE_DECISION_PAGES = 10;
export const LINE_DECISIONS = 20;
/** Of a look-back: versions of the list, rows of the batch, and runs of a row that it shows. */
export const LOOK_BACK_VERSIONS = 31;
export const LOOK_BACK_ROWS = 100_000;
export const LOOK_BACK_RUNS = 5;
export const LOOK_BACK_DECISIONS = 5;
/** Findings of a page. */
export const LOOK_BACK_FINDINGS = 100;
/** A version of another release with more entries is not indexed again for a look-back. */
export const LOOK_BACK_INDEXED_ENTRIES = 100_000;
/** Entries of a list that differ between two versions. Beyond these all watches are screened again. */
export const WATCH_DELTA_ENTRIES = 5_000;
/** Own lists of an organization and mode, entries of one, and its file. */
export const OWN_LISTS = 20;
export const OWN_LIST_ENTRIES = 1_000_000;
export const OWN_LIST_FILE_BYTES = 192 * 1024 * 1024;
export const OWN_LIST_NAME_CHARACTERS = 120;
/** A row of an own list; an entity of FollowTheMoney has its addresses and sanctions within. */
export const OWN_LIST_RECORD_BYTES = 1024 * 1024;
/** Rows that could not be read and that the list names. Every run reads the row they are in. */
export const SHOWN_UNREAD_ROWS = 50;
