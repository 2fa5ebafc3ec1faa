/** How carefully the query service is used, and how long a crawl keeps trying. */
export const IDS_PER_DESCRIPTION = 100;
export const POSITIONS_PER_SEARCH = 40;

/**
 * The service ends a query after 60 s; a response that has begun by then may take longer to arrive.
 */
export const ASK_MS = 75_000;
export const ANSWER_BYTES = 32 * 1024 * 1024;

/** Longer than the worker's timeout, shorter than the visibility timeout of its message. */
export const LEASE_SECONDS = 150;
export const SHORTEST_PAUSE_SECONDS = 2;
/** The longest delay that SQS supports; longer waits take several messages. */
export const LONGEST_DELAY_SECONDS = 900;

/** If the service sends no `Retry-After`. */
export const FIRST_WAIT_SECONDS = 60;
export const LONGEST_WAIT_SECONDS = 1_800;
/** The service bans clients for a day. */
export const LONGEST_REQUESTED_WAIT_SECONDS = 86_400;
/** About four hours of waiting in total. */
export const TRIES = 12;

/** A crawl that has not advanced for this long counts as stalled. */
export const STANDSTILL_SECONDS = 900;
/** A crawl that gave up is retried a day later. */
export const REST_SECONDS = 86_400;
/** The results of an older crawl are no longer consistent with each other. */
export const OLDEST_SECONDS = 5 * 86_400;

/** People who died longer ago, or were born longer ago without a known death, are left out. */
export const YEARS_AFTER_DEATH = 5;
export const LONGEST_LIFE_YEARS = 110;
