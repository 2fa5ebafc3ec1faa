/**
 * The maximum number of spellings of a word; further ones are dropped, so tables list common
 * spellings first.
 */
const SPELLINGS_PER_WORD = 20;

/** All combinations of the alternatives of each part, common ones first. */
export function combine(parts: readonly (readonly string[])[]): string[] {
  let spelled = [''];
  for (const part of parts) {
    const longer = new Set<string>();
    for (const choice of part) for (const start of spelled) longer.add(start + choice);
    spelled = [...longer].slice(0, SPELLINGS_PER_WORD);
  }
  return spelled;
}

export const distinct = (spellings: Iterable<string>): string[] =>
  [...new Set(spellings)].filter((spelling) => spelling !== '').slice(0, SPELLINGS_PER_WORD);

/**
 * Interleaves the choices: the first of each, then the second of each, so that the rarest are
 * dropped at the limit.
 */
export const byTurns = (choices: readonly (readonly string[])[]): string[] => {
  const turns = Math.max(0, ...choices.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => choices.flatMap((spellings) => spellings[turn] ?? [])).flat();
};

/**
 * Adds vowels to a word of a script that omits them: between two consonants one of `first`, or of
 * `later` further on in the word, where fewer vowels are spoken.
 */
export function withVowels(
  letters: readonly (readonly string[])[],
  { first, later }: { first: readonly string[]; later: readonly string[] },
): string[] {
  const isConsonant = (letter: readonly string[] | undefined) =>
    letter?.[0] !== undefined && /^[^aeiou]/.test(letter[0]);
  let hasGap = false;
  const parts = letters.flatMap((letter, at) => {
    if (!isConsonant(letter) || !isConsonant(letters[at - 1])) return [letter];
    const vowels = hasGap ? later : first;
    hasGap = true;
    return [vowels, letter];
  });
  return combine(parts);
}
