/** No word is read in more ways than this; what follows is left out, so tables put the common first. */
export const SPELLINGS_PER_WORD = 20;

/** Every way through `parts`, each of which may be written in several ways: the common ones first. */
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

/** The first of each, then the second of each: so that what is left out is the rarest of all. */
export const byTurns = (choices: readonly (readonly string[])[]): string[] => {
  const turns = Math.max(0, ...choices.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    choices.flatMap((spellings) => spellings[turn] ?? []),
  ).flat();
};

/**
 * A word of a script that leaves short vowels out: between two consonants stands one of `first`, or of
 * `later` further on in the word, where fewer are spoken.
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
