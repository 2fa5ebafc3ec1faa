/** Limits so that no source or data takes too long. */
export const MAX_FINDINGS = 100;
/** Of conditions and loops, of lists and quotes, and of emphasis. */
export const NESTING_LEVELS = 20;
/** More columns do not fit the width of a page. */
export const TABLE_COLUMNS = 30;
/** Liquid parses brackets recursively; a text of this length cannot exhaust the stack. */
export const EXPRESSION_CHARACTERS = 2_000;
export const DIRECTIVE_CHARACTERS = 1_000;
/** Length of a URL with its escapes: Typst fails on longer ones. */
export const ADDRESS_CHARACTERS = 8_000;

/**
 * Characters that conditions and filters may read, because comparing takes time but prints nothing.
 * Looking up a variable counts as several.
 */
export const COMPARED_CHARACTERS = 20_000_000;
/**
 * Each step is one pass through the rules of Markdown and takes a few microseconds. Fifty dense
 * pages take about 40,000 steps; a million characters of prose also stay below the limit.
 */
export const MARKDOWN_STEPS = 150_000;
/** Setting up the rules for a document takes as long as this many steps. */
export const STEPS_PER_DOCUMENT = 300;
/** Block tokens cost less than a step, but a table produces many without other work. */
export const TOKENS_PER_STEP = 2;

/** Totals for the documents that take every branch once. */
export const BRANCHES_CHARACTERS = 4_000_000;
export const BRANCHES_NODES = 400_000;
export const BRANCHES_STEPS = 300_000;
