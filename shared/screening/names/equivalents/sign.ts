/**
 * The sign that begins an equivalence key among the spellings of a word. Words whose keys meet are the same
 * name in another Latin spelling. No spelling and no identifier term begins with it.
 */
export const EQUIVALENT = '=';

export const isEquivalent = (spelling: string) => spelling.startsWith(EQUIVALENT);
