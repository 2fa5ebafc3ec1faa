/** Every number of the specification that webhooks keep to, with its unit. */
export const ATTEMPTS = 5;
export const FIRST_BACKOFF_SECONDS = 60;
export const DEADLINE_MS = 10_000;
export const RESPONSE_BYTES = 4 * 1024;
export const PREVIEW_CHARACTERS = 1_000;
export const HISTORY_PAGE_ROWS = 100;
export const DISPATCH_ROWS = 100;
export const LEASE_SECONDS = 60;

// Where the specification is silent.

/** How long one worker has a delivery to itself: the deadline of an attempt, and time to record it. */
export const ATTEMPT_LEASE_SECONDS = 30;
/** Longer ago, who is subscribed is looked up again before a commit. Most requests take less time. */
export const ACTIVE_SET_FRESH_MS = 250;
/** The subscription that a dispatcher or a delivery reads may be so old: every event of a busy webhook reads it. */
export const SUBSCRIPTION_MAX_AGE_MS = 1_000;
/** A message may be this much early by the clock of the machine that receives it. */
export const EARLY_MS = 1_000;
/** A receiver that takes longer gets workers of its own, until it answers as quickly as this again. */
export const SLOW_MS = 2_000;
export const QUICK_MS = 1_000;
/** How long a process leaves a receiver alone that has only let it wait. */
export const LEFT_ALONE_SECONDS = 30;
/** A delivery that was not sent for that reason is looked at again after this long, and then later. */
export const PUT_OFF_SECONDS = 35;
/** In one round of attempts. After it, what is not sent counts as an attempt, so that every round ends. */
export const PUT_OFF_AT_MOST_SECONDS = 24 * 60 * 60;
export const URL_CHARACTERS = 2_000;
export const SUBSCRIPTIONS_PER_MODE = 50;
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;
/** How many secrets before the present one may sign at once; a rotation too many ends the oldest. */
export const RETIRED_SECRETS = 4;
export const FAILING_DAYS_UNTIL_DISABLED = 5;
/** How many attempts of one delivery are shown; older ones of many rounds by hand are forgotten. */
export const ATTEMPTS_KEPT = 25;
/** SQS delays no message longer; a longer wait asked for by a receiver is cut to it. */
export const LONGEST_DELAY_SECONDS = 900;
