/** No word is read in more ways than this; what follows is left out, so tables put the common first. */
export const SPELLINGS_PER_WORD = 16;

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
