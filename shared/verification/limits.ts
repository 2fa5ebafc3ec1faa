/** Every number the verification module keeps to, with its unit. */
export const STEPS_PER_WORKFLOW = 20;
/** As many receipts share one row. */
export const OUTPUTS_PER_WORKFLOW = 100;
/** Each says up to two things more of a subject, which find room in the same row. */
export const SCREENINGS_PER_WORKFLOW = 10;
export const STEP_REPORT_BYTES = 16 * 1024;
export const RUNS_PER_SESSION = 100;
export const CHECKS_PER_SESSION = 100;
export const FLAGS_PER_CHECK = 50;
/** With `check.` before it, a kind still is the key of a fact. */
export const CHECK_KIND_CHARACTERS = 74;
export const PROVIDER_REF_CHARACTERS = 500;

/** After how long a step that is the service's counts as missed by the stream, and is looked for. */
export const MISSED_SECONDS = 2 * 60;
/** How long a tick that took such a step has for it, before another looks again. */
export const MISSED_LEASE_SECONDS = 5 * 60;
export const MISSED_PER_TICK = 50;
