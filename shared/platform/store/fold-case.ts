/**
 * The form in which texts are searched whatever their case; both what is stored and what is sought go through it.
 * Full Unicode case folding, in composed form (NFC): a text is found by every part of it, as it stands, in upper or
 * lower case, and é matches whether it is one character or two. For that each letter must fold in the same way
 * whatever stands beside it.
 *
 * - Lower case alone is not enough. ß and the ligature ﬁ have no single capital and become SS and FI, so upper case
 *   comes in between, and the capital ẞ, which becomes ß, is lowered before that.
 * - A sigma at the end of a word is written ς, and what is the end of a part need not be that of the text.
 * - The lower case of İ is i with a dot above. The dot is dropped, so that istanbul finds İSTANBUL; the Turkish ı is
 *   i as well, since its capital is I.
 *
 * Folding may lengthen a text, so it says whether there is a match, not where.
 */
export const foldCase = (text: string): string =>
  withoutDots(text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
    .normalize('NFC');

const DOT_ABOVE = '\u0307';
const withoutDots = (text: string) => text.replaceAll(`i${DOT_ABOVE}`, 'i');
