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
export const SCENARIOS = 50;
export const STORED_SCENARIOS = 200;
export const STORED_SCENARIO_BYTES = 256 * 1024;
export const MONITORED_PER_TICK = 10;
export const FAILED_CHECK_RETRY_SECONDS = 30;

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
