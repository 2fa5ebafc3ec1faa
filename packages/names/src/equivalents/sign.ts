/**
 * Sign that begins an equivalence key among the spellings of a word. Words that share a key are the
 * same name in another Latin spelling. No spelling or identifier term begins with it.
 */
export const EQUIVALENT_SIGN = '=';

export const isEquivalent = (spelling: string) => spelling.startsWith(EQUIVALENT_SIGN);
