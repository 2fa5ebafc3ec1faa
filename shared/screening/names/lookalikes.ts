/**
 * Letters that look the same in Latin, Cyrillic and Greek get mixed up in one word: by keyboards, by
 * recognition of scanned print, and by those who do not want to be found. Published lists have hundreds of
 * such words. Each is put into the one script that all its letters can belong to.
 */
type Alphabet = 'latin' | 'cyrillic' | 'greek';

const ALPHABETS: Record<Alphabet, RegExp> = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
};
const ORDER: readonly Alphabet[] = ['cyrillic', 'latin', 'greek'];

/** In lower case, also of letters that are alike as capitals only: H and Н. A dot where there is none. */
const ALIKE = 'aаα bвβ cс. eеε hнη iіι jј. kкκ mмμ oоο pрρ sѕ. tтτ xхχ yуυ n.ν z.ζ ĸк.'
  .split(' ')
  .map((letters) => ({
    latin: letters.charAt(0),
    cyrillic: letters.charAt(1),
    greek: letters.charAt(2),
  }));

const lookalikes = new Map<string, Partial<Record<Alphabet, string>>>();
for (const alike of ALIKE)
  for (const alphabet of ORDER) if (alike[alphabet] !== '.') lookalikes.set(alike[alphabet], alike);

const alphabetOf = (letter: string) => ORDER.find((one) => ALPHABETS[one].test(letter));

function inAlphabet(letters: readonly string[], wanted: Alphabet): string | undefined {
  let word = '';
  for (const letter of letters) {
    const own = alphabetOf(letter);
    const written = own === undefined || own === wanted ? letter : lookalikes.get(letter)?.[wanted];
    if (written === undefined || written === '.') return undefined;
    word += written;
  }
  return word.normalize('NFC');
}

const isMixed = (piece: string) => ORDER.filter((one) => ALPHABETS[one].test(piece)).length > 1;

/** The word in the alphabet of most of its letters, or of those that have no double; as it is if in none. */
export function inOneAlphabet(piece: string): string {
  if (!isMixed(piece)) return piece;
  // Marks come apart from their letters, so that a Latin ë can be a Cyrillic one.
  const letters = [...piece.normalize('NFD')];
  const countOf = (one: Alphabet) => letters.filter((each) => alphabetOf(each) === one).length;
  const likely = ORDER.toSorted((a, b) => countOf(b) - countOf(a));
  for (const alphabet of likely) {
    const word = inAlphabet(letters, alphabet);
    if (word !== undefined) return word;
  }
  return piece;
}
