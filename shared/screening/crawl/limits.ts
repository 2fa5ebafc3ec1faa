/** How gently the knowledge base is asked, and how long a crawl goes on trying. */
export const IDS_PER_DESCRIPTION = 100;
export const POSITIONS_PER_SEARCH = 40;

/** The service ends a query after 60 s; an answer that began by then may take its time to arrive. */
export const ASK_MS = 75_000;
export const ANSWER_BYTES = 32 * 1024 * 1024;

/** Longer than a worker may run, shorter than its message stays hidden. */
export const LEASE_SECONDS = 150;
export const SHORTEST_PAUSE_SECONDS = 2;
/** As long as a queue can hold a message back; longer waits are made of several. */
export const LONGEST_DELAY_SECONDS = 900;

/** Where the service does not say how long it wants to be left alone. */
export const FIRST_WAIT_SECONDS = 60;
export const LONGEST_WAIT_SECONDS = 1_800;
/** Who was banned is banned for a day. */
export const LONGEST_REQUESTED_WAIT_SECONDS = 86_400;
/** About four hours of waiting. */
export const TRIES = 12;

/** After this long without a move, whoever held the crawl is taken for dead. */
export const STANDSTILL_SECONDS = 900;
/** A crawl that has given up is tried again a day later. */
export const REST_SECONDS = 86_400;
/** What an older crawl has gathered no longer fits together. */
export const OLDEST_SECONDS = 5 * 86_400;

/** Who died longer ago, or was born longer ago and is not known to have died, is left out. */
export const YEARS_AFTER_DEATH = 5;
export const LONGEST_LIFE_YEARS = 110;
