/** The specification limits keys and the size of a policy. Whatever fits into that size may be in it. */
export const KEY_CHARACTERS = 80;
export const POLICY_BYTES = 64 * 1024;

/**
 * DynamoDB takes 100 items in a transaction. An assessment stores up to fifty events and one queue entry for each
 * action in the same transaction.
 */
export const MAX_DISTINCT_ACTIONS = 32;

/** Points, weights and bounds. Products and sums of such numbers stay finite. */
export const MAX_QUANTITY = 1e100;

/** A hundred years: longer than any evidence is worth, and far from where dates end. */
export const MAX_DURATION_SECONDS = 100 * 365 * 24 * 60 * 60;
