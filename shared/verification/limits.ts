/** Every number the verification module keeps to, with its unit. */
export const STEPS_PER_WORKFLOW = 20;
/** As many receipts share one row. */
export const OUTPUTS_PER_WORKFLOW = 100;
export const STEP_REPORT_BYTES = 16 * 1024;
export const RUNS_PER_SESSION = 100;
export const CHECKS_PER_SESSION = 100;
export const FLAGS_PER_CHECK = 50;
/** With `check.` before it, a kind still is the key of a fact. */
export const CHECK_KIND_CHARACTERS = 74;
export const PROVIDER_REF_CHARACTERS = 500;
