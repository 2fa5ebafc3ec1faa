/**
 * The form in which texts are searched whatever their case; both what is kept and what is sought go
 * through it. Promised is: a text is found by every part of it, as it stands, in capitals or in small
 * letters. For that each letter must fold in the same way whatever stands beside it.
 *
 * - Small letters alone are not enough. ß and the ligature ﬁ have no single capital and become SS and FI,
 *   so capitals come in between, and the capital ẞ, which becomes ß, is made small before them.
 * - A sigma at the end of a word is written ς, and what is the end of a part need not be that of the text.
 *
 * Folding may lengthen a text, so it says whether there is a match, not where. It knows no language: the
 * Turkish ı is i, since its capital is I, and İ is i with a dot above it. Accents are as they were
 * written: é of one character is not é of two.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
