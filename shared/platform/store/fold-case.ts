/**
 * Full Unicode case folding in composed form (NFC), applied to stored texts and to search terms. A text is found
 * by each of its substrings, unchanged or in upper or lower case, and é matches whether it is one character or
 * two. Each letter must therefore fold in the same way whatever its neighbours are.
 *
 * - Lower case alone is not enough. ß and the ligature ﬁ have no single capital and become SS and FI, so texts are
 *   converted to upper case in between, and before that to lower case, which turns the capital ẞ into ß.
 * - A sigma at the end of a word is written ς, but the end of a substring need not be the end of a word.
 * - The lower case of İ is i with a dot above. The dot is dropped, so that istanbul finds İSTANBUL; the Turkish ı is
 *   i as well, since its capital is I.
 *
 * Folding may lengthen a text, so it shows whether there is a match, not where.
 */
export const foldCase = (text: string): string =>
  withoutDots(text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ').normalize('NFC');

const DOT_ABOVE = '\u0307';
const withoutDots = (text: string) => text.replaceAll(`i${DOT_ABOVE}`, 'i');
