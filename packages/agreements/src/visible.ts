/**
 * A visible character: blanks, joiners, marks of writing direction and annotation, and the fillers of
 * Hangul and Braille are not.
 */
export const VISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: variation selectors are listed, not combined
  /[^\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/;

export const MUST_BE_VISIBLE = 'must not be blank';
