/** What the specification leaves open, so that no source or data can make the work long. */
export const FINDINGS = 100;
/** Of conditions and loops, of lists and quotes, and of emphasis: deeper ones nobody can read. */
export const NESTING_LEVELS = 20;
/** More do not fit the width of a page. */
export const TABLE_COLUMNS = 30;
/** Liquid reads brackets recursively; a shorter text cannot exhaust the stack. */
export const EXPRESSION_CHARACTERS = 2_000;
export const DIRECTIVE_CHARACTERS = 1_000;
/** Of a link, with its escapes: Typst breaks off at a longer one. */
export const ADDRESS_CHARACTERS = 8_000;

/**
 * Characters that conditions and filters may look at: comparing costs time but prints nothing. To find a
 * variable counts as some.
 */
export const COMPARED_CHARACTERS = 20_000_000;
/**
 * Each is one walk through the rules of Markdown, at a few microseconds. Fifty dense pages take some
 * 40,000; a million characters of prose stay below it, too.
 */
export const MARKDOWN_STEPS = 150_000;
/** Setting up the rules for a document takes as long as so many. */
export const STEPS_PER_DOCUMENT = 300;
/** Tokens of blocks cost less, but a table makes many without any other work. */
export const TOKENS_PER_STEP = 2;

/** All the documents together in which every branch was taken once. */
export const BRANCHES_CHARACTERS = 4_000_000;
export const BRANCHES_NODES = 400_000;
export const BRANCHES_STEPS = 300_000;
