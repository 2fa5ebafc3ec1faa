/** Limits of the risk module, with their units. */
export const POLICY_REQUEST_BYTES = 64 * 1024;
export const EVIDENCE_REQUEST_BYTES = 16 * 1024;
export const EVIDENCE_BATCH_ITEMS = 100;
export const EVIDENCE_BATCH_BYTES = 256 * 1024;
export const SELECTED_EVIDENCE_BYTES = 256 * 1024;
export const RESULT_BYTES = 512 * 1024;
export const RECORD_BYTES = 768 * 1024;
export const SOURCE_FACTS = 100;
export const FACT_VALUES = 500;
export const KEYS_PER_SOURCE = 50;
export const EVENTS_PER_ASSESSMENT = 50;
export const JOURNEY_EVENTS = 50;
export const COMPACT_JOURNEY_EVENTS = 500;
export const OVERRIDE_YEARS = 1;
export const PINNED_POLICIES = 20;
/** Subjects of a context on a page with their decisions. */
export const MEMBERS_WITH_DECISIONS = 50;
export const SCENARIOS = 50;
export const STORED_SCENARIOS = 200;
export const STORED_SCENARIO_BYTES = 256 * 1024;
/** Subjects of one roll-out, of one of its steps, and at the same time; and the problems that its answer names. */
export const ROLLOUT_SUBJECTS = 10_000_000;
export const ROLLOUT_SUBJECTS_PER_STEP = 25;
export const ROLLOUT_SUBJECTS_AT_ONCE = 8;
export const ROLLOUT_PROBLEMS = 20;
/** Cases of a backtest, of one of its steps, and at the same time; subjects that a request can name; and what its answer has. */
export const BACKTEST_CASES = 100_000;
export const BACKTEST_CASES_PER_STEP = 50;
export const BACKTEST_SUBJECTS_AT_ONCE = 8;
export const BACKTEST_SUBJECTS = 100;
export const BACKTEST_PROBLEMS = 20;
export const BACKTEST_BAND_PAIRS = 400;
export const BACKTEST_SCORE_BINS = 100;
/** Changed cases of a page, and files that it reads to find them. */
export const BACKTEST_CHANGED = 50;
export const BACKTEST_FILES_PER_PAGE = 40;
/** Divergent assessments that the answer about a shadow version has. */
export const DIVERGENT_SHOWN = 20;
export const MONITORED_PER_TICK = 10;
export const FAILED_CHECK_RETRY_SECONDS = 30;
export const EXPIRED_OVERRIDES_PER_TICK = 100;
export const REVIEWS_PER_PAGE = 100;
export const REVIEW_ROWS_PER_PAGE = 2_000;
/** From the date of a review until it is overdue, if the policy says nothing. */
export const REVIEW_WITHIN_SECONDS = 30 * 24 * 60 * 60;

/** How far the clock of a source may be ahead of the service. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Limits of pages and requests. A Lambda response is limited to 6 MB. */
export const SIMULATION_RESULT_BYTES = 4 * 1024 * 1024;
export const EXTERNAL_ID_CHARACTERS = 200;
export const SEARCH_CHARACTERS = 200;
export const LABEL_CHARACTERS = 200;
export const REASON_CHARACTERS = 2_000;
export const TRIGGER_CHARACTERS = 100;
export const PROVIDER_REF_CHARACTERS = 500;
export const NATIVE_VALUE_BYTES = 1_024;
export const TITLE_CHARACTERS = 200;
export const SUMMARY_CHARACTERS = 2_000;
export const MONITORED_POLICIES_PER_SUBJECT = 50;
export const MONITORED_SUBJECTS_PER_TICK = 100;
/**
 * How long a worker leases a monitored policy. If the worker dies, another can lease it afterwards.
 */
export const CHECK_LEASE_SECONDS = 60;
export const QUESTION_CHARACTERS = 2_000;
export const ASSESSMENTS_PER_INVESTIGATION = 20;
/** Open actions of a subject that its work row stores, and that a list shows of them. */
export const WORK_ACTIONS_STORED = 100;
export const WORK_ACTIONS_SHOWN = 20;
export const TRANSITIONS_PER_REQUEST = 20;
/** Subjects with open work that one list of an assignee considers. */
export const SUBJECTS_PER_ASSIGNEE = 1_000;
export const NOTE_CHARACTERS = 4_000;
export const MENTIONS_PER_NOTE = 20;
export const ATTACHMENTS_PER_NOTE = 5;
export const ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const ATTACHMENT_NAME_CHARACTERS = 120;
/** How long others see that a user has opened a subject. */
export const PRESENCE_SECONDS = 60;
/** Where the counts of waiting work stop. */
export const COUNTED_AT_MOST = 1_000;
/** Subjects overridden to each decision that the overview reads, so that it costs the same however many there are. */
export const OVERRIDDEN_COUNTED = 100;

/** Sources with evidence about one subject: the subject version names them all. */
export const SOURCES_PER_SUBJECT = 200;

/** Requests of a subject that wait for an answer, and that its line in the worklist names. */
export const OPEN_REQUESTS_PER_SUBJECT = 20;
export const OPEN_REQUESTS_SHOWN = 5;
export const ACTIONS_PER_REQUEST = 20;

/** Notifications of a user: how long they are stored, how many a page has, and where counting the unread ones stops. */
export const NOTICE_SECONDS = 90 * 24 * 60 * 60;
export const NOTICES_PER_PAGE = 50;
export const UNREAD_AT_MOST = 100;

/** Days of an overview, and how long the counters of a day are stored. */
export const OVERVIEW_DAYS = 92;
export const DAY_COUNTERS_SECONDS = 400 * 24 * 60 * 60;

/** Differences that the replay of an assessment names. */
export const REPLAY_DIFFERENCES = 100;

/** Outcomes of a subject, withdrawn ones included: all of them are read when one is added. */
export const OUTCOMES_PER_SUBJECT = 200;
/** How long after an assessment an outcome can still label it. Shorter than its counters are stored. */
export const LABEL_WINDOW_SECONDS = 365 * 24 * 60 * 60;
/** Rules and factors of a policy version whose quality is counted: one transaction counts those of an assessment. */
export const QUALITY_RULES = 150;
export const QUALITY_FACTORS = 150;
/** A share of fewer cases, or a mean of fewer points, is not shown. */
export const LEAST_CASES = 20;
