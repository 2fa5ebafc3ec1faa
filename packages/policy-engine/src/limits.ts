/** Limits of keys, and of the number of parts of a policy; its size is limited by the risk module. */
export const KEY_CHARACTERS = 80;
export const POLICY_BYTES = 64 * 1024;

/**
 * A DynamoDB transaction has at most 100 items. An assessment stores up to 50 events and one queue
 * entry per action in one transaction.
 */
export const MAX_DISTINCT_ACTIONS = 32;

/** Values that an input declares; a list of countries has some 250. */
export const MAX_INPUT_VALUES = 500;

/** Limit of points, weights and bounds. Products and sums of such numbers stay finite. */
export const MAX_QUANTITY = 1e100;

/**
 * One hundred years: longer than any evidence is useful, and far from the end of the date range.
 */
export const MAX_DURATION_SECONDS = 100 * 365 * 24 * 60 * 60;
