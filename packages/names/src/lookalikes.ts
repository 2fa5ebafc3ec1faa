/**
 * Letters that look the same in Latin, Cyrillic and Greek (homoglyphs) get mixed in one word: by
 * keyboards, by OCR, and on purpose by people who want to avoid being found. Published lists have
 * hundreds of such words. Each word is converted to the one script that all its letters can belong
 * to.
 */
type Alphabet = 'latin' | 'cyrillic' | 'greek';

const ALPHABETS: Record<Alphabet, RegExp> = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
};
const ORDER: readonly Alphabet[] = ['cyrillic', 'latin', 'greek'];

/**
 * In lower case, including letters that look alike only as capitals (H and Н). A dot marks a
 * missing counterpart.
 */
const ALIKE = 'aаα bвβ cс. eеε hнη iіι jј. kкκ mмμ oоο pрρ sѕ. tтτ xхχ yуυ n.ν z.ζ ĸк.'.split(' ').map((letters) => ({
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

/**
 * The word in the alphabet of most of its letters, or of those without a lookalike; unchanged if no
 * alphabet fits.
 */
export function inOneAlphabet(piece: string): string {
  if (!isMixed(piece)) return piece;
  // Marks are decomposed, so that a Latin ë can become a Cyrillic one.
  const letters = [...piece.normalize('NFD')];
  const countOf = (one: Alphabet) => letters.filter((each) => alphabetOf(each) === one).length;
  const likely = ORDER.toSorted((a, b) => countOf(b) - countOf(a));
  for (const alphabet of likely) {
    const word = inAlphabet(letters, alphabet);
    if (word !== undefined) return word;
  }
  return piece;
}
