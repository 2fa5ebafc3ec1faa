/**
 * Invisible characters that are copied along with a name: soft hyphens of PDFs, marks of writing
 * direction, zero-width spaces. The Persian zero-width non-joiner (U+200C) is not removed: it
 * separates parts of a word where others write a space or nothing.
 */
const INVISIBLE = /\u200d|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

export const withoutInvisible = (text: string) => text.replace(INVISIBLE, '');
