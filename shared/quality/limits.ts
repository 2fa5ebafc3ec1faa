/** Limits of the quality module, with their units. */
export const REASON_CHARACTERS = 2_000;
export const MOST_PER_WEEK = 100;
/** How long a person has for a review from the claim on. */
export const CLAIM_SECONDS = 2 * 60 * 60;
/** People who can claim a sample one after the other and give up; after that it is not reviewed. */
export const CLAIMS = 20;
/** Months of one answer. */
export const RESULT_MONTHS = 12;
