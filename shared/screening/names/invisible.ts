/**
 * What is copied along with a name and seen by nobody: soft hyphens of PDFs, marks of writing direction, spaces
 * without width. The joiner of Persian (U+200C) is none of them: it parts a word where others put a space or
 * nothing.
 */
const INVISIBLE =
  /\u200d|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

export const withoutInvisible = (text: string) => text.replace(INVISIBLE, '');
