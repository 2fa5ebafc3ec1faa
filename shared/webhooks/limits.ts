/** Limits of webhooks and their deliveries. */
export const ATTEMPTS = 5;
export const FIRST_BACKOFF_SECONDS = 60;
export const DEADLINE_MS = 10_000;
export const RESPONSE_BYTES = 4 * 1024;
export const PREVIEW_CHARACTERS = 1_000;
export const HISTORY_PAGE_ROWS = 100;
/** Deliveries that one page of a search by event reads. */
export const SEARCHED_DELIVERIES = 1_000;
export const DISPATCH_ROWS = 100;
export const LEASE_SECONDS = 60;

// Limits that bound the work of a worker.

/** Lease of a delivery: the deadline of an attempt, and time to record it. */
export const ATTEMPT_LEASE_SECONDS = 30;
/** Active webhooks that were read longer ago are read again before a commit. Most requests are faster. */
export const ACTIVE_SET_FRESH_MS = 250;
/**
 * Maximum age of the cached webhook that a dispatcher or delivery uses: every event of a busy webhook reads
 * it.
 */
export const SUBSCRIPTION_MAX_AGE_MS = 1_000;
/** A message may arrive this much early by the clock of the receiving machine. */
export const EARLY_MS = 1_000;
/** A receiver that takes longer moves to the slow queue until it responds this fast again. */
export const SLOW_MS = 2_000;
export const QUICK_MS = 1_000;
/** How long the circuit breaker of a process stays open. */
export const BREAKER_OPEN_SECONDS = 30;
/** Delay of a delivery that the circuit breaker postponed; later delays are longer. */
export const POSTPONE_SECONDS = 35;
/** Per round of attempts. Beyond it, a postponement counts as an attempt, so that every round ends. */
export const MAX_POSTPONED_SECONDS = 24 * 60 * 60;
export const URL_CHARACTERS = 2_000;
export const DESCRIPTION_CHARACTERS = 200;
export const CUSTOM_HEADERS = 10;
export const HEADER_NAME_CHARACTERS = 100;
export const HEADER_VALUE_CHARACTERS = 1_000;
/** Values per member of a filter. */
export const FILTERED_SUBJECTS = 50;
export const FILTERED_VALUES = 20;
export const SUBSCRIPTIONS_PER_MODE = 50;
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;
/** How many previous secrets may sign concurrently; a further rotation drops the oldest. */
export const RETIRED_SECRETS = 4;
export const FAILING_DAYS_UNTIL_DISABLED = 5;
/** Owners and admins are emailed when a webhook has failed for this long. */
export const FAILING_SECONDS_UNTIL_ALERT = 60 * 60;
export const ALERTED_MEMBERS = 20;
/** Deliveries that are sent again without being asked for, after the first success of a receiver that failed. */
export const AUTOMATIC_RESENDS = 10_000;
/** A shorter series of failures leaves nothing to send again: the attempts of a delivery take longer. */
export const FAILING_SECONDS_UNTIL_RESEND = 60;
/** Events may be this much older than the failure of their deliveries: a round of attempts, or a day of postponement. */
export const RESEND_MARGIN_SECONDS = 25 * 60 * 60;
/** How many attempts of a delivery are stored; after many manual rounds older ones are dropped. */
export const STORED_ATTEMPTS = 25;
/** A replay covers at most this much of the history. */
export const REPLAY_DAYS = 31;
/** Replays and automatic recoveries send no more than this to one receiver, which may just have come back. */
export const PACED_PER_SECOND = 50;
/** How far ahead of now such work enqueues deliveries; then it continues later. */
export const PACED_AHEAD_SECONDS = 300;
/**
 * Events younger than this may still be followed by ones with a smaller id: a request takes its id before it commits,
 * and has 30 seconds for both.
 */
export const SETTLED_SECONDS = 60;
/** A delivery that was reopened more recently is left out of a recovery, so that two in a row do not send it twice. */
export const REOPENED_SECONDS = 60;
/** The longest delay of an SQS message; a longer `Retry-After` is cut to it. */
export const LONGEST_DELAY_SECONDS = 900;
/** Hours of statistics that can be read, and how long they are stored. */
export const STATS_HOURS = 7 * 24;
export const STATS_RETENTION_SECONDS = 8 * 24 * 60 * 60;
/** The longest that a worker waits for statistics, which are not essential. */
export const COUNTING_MS = 500;
