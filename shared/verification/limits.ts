/** Limits of the verification module, with their units. */
export const STEPS_PER_WORKFLOW = 20;
/** All receipts of an attempt share one row. */
export const OUTPUTS_PER_WORKFLOW = 100;
/** Each screening adds up to two receipts to the same row. */
export const SCREENINGS_PER_WORKFLOW = 10;
export const STEP_REPORT_BYTES = 16 * 1024;
export const RUNS_PER_SESSION = 100;
export const CHECKS_PER_SESSION = 100;
export const FLAGS_PER_CHECK = 50;
/** The fact `check.<kind>` must still be a valid key. */
export const CHECK_KIND_CHARACTERS = 74;
export const PROVIDER_REF_CHARACTERS = 500;

/** After this time the stream counts as having missed a step, and the tick looks for it. */
export const MISSED_SECONDS = 2 * 60;
/** Lease of a tick for such a step. */
export const MISSED_LEASE_SECONDS = 5 * 60;
export const MISSED_PER_TICK = 50;
