/** Every number a policy keeps to. Those of the specification first, then those it leaves open. */
export const KEY_CHARACTERS = 80;
export const POLICY_BYTES = 64 * 1024;

export const MAX_INPUTS = 200;
export const MAX_SOURCES_PER_INPUT = 50;
export const MAX_SOURCE_CHARACTERS = 300;
export const MAX_APPLICABILITY_GROUPS = 50;
export const MAX_FACTORS = 100;
export const MAX_CASES_PER_FACTOR = 50;
export const MAX_CONDITIONS_PER_ALL = 20;
export const MAX_LIST_VALUES = 200;
export const MAX_TEXT_VALUE_CHARACTERS = 500;
export const MAX_BANDS = 20;
export const MAX_RULES = 200;
export const MAX_ACTIONS_PER_EFFECT = 20;
/** An assessment of fifty events, each action with a row of the queue, is one transaction of 100 rows. */
export const MAX_DISTINCT_ACTIONS = 32;
export const MAX_LABEL_CHARACTERS = 200;
export const MAX_REASON_CHARACTERS = 500;

/** Points, weights and bounds: with six decimals, a billion still is a whole number of millionths below 2^53. */
export const MAX_QUANTITY = 1_000_000_000;
export const QUANTITY_DECIMALS = 6;

/** A hundred years: longer than any evidence is worth, and far from where dates end. */
export const MAX_DURATION_SECONDS = 100 * 365 * 24 * 60 * 60;
