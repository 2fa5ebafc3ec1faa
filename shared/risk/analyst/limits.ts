/** Limits of analysts, with their units. */
export const SNAPSHOT_BYTES = 512 * 1024;
export const FINDINGS = 50;
export const FINDINGS_BYTES = 256 * 1024;
export const STATEMENT_CHARACTERS = 2_000;
export const CITATIONS_PER_FINDING = 100;

/** This many activities of one type within an hour are a burst. */
export const ACTIVITY_BURST = 5;
/** Onboarding submits evidence from several sources at once, but not this many times in an hour. */
export const EVIDENCE_BURST = 20;
export const BURST_MS = 60 * 60 * 1000;
export const OVERDUE_MS = 7 * 24 * 60 * 60 * 1000;
