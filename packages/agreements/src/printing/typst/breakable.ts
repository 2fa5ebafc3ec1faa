import { BREAK } from '../long-words.ts';

/**
 * Text with break opportunities. Typst 0.14 counts the letter before a zero-width space as part of
 * it, so a line that ends there is one letter too long; an empty box does not have this flaw and
 * leaves nothing in the text.
 */
export const BREAKABLE = `
#let breakable(text) = text.split("${BREAK}").join(box())
`;
