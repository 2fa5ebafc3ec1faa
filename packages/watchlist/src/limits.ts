/** Numbers that matching follows. */
/** From this score on an entry is a possible match, unless a request states another score. */
export const DEFAULT_REVIEW_SCORE = 70;
export const IDENTIFIER_CHARACTERS = 120;
export const MAX_SCORE = 100;
export const PEP_CANDIDATES = 1_000;
export const SANCTIONS_CANDIDATES = 200;
/** Names searched for one subject, where a spelling without spaces counts as a name. */
export const SEARCHED_NAMES = 6;
export const SEARCH_TERMS = 600;
export const SUBJECT_IDENTIFIERS = 10;
