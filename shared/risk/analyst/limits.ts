/** The numbers analysts keep to, with their units. The specification gives none. */
export const SNAPSHOT_BYTES = 512 * 1024;
export const FINDINGS = 50;
export const FINDINGS_BYTES = 256 * 1024;
export const STATEMENT_CHARACTERS = 2_000;
export const CITATIONS_PER_FINDING = 100;

/** So many activities of one type within an hour are a burst. */
export const ACTIVITY_BURST = 5;
/** An onboarding brings evidence from several sources at once; this many times in an hour it does not. */
export const EVIDENCE_BURST = 20;
export const BURST_MS = 60 * 60 * 1000;
export const OVERDUE_MS = 7 * 24 * 60 * 60 * 1000;
