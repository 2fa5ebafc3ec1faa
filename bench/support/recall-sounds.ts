/**
 * Whether two words may be spellings of one name: a generous test by consonants, which decides which cases are
 * fair. It shares nothing with the matcher, which is measured by them.
 */

/** Letters and groups of letters as classes of consonants; what is not named here has no sound of its own. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/shch|stch|schtsch|sjtj|szcz|chtch|shh/g, 'S'],
  [/tsch|tch|dsch|dzh|dj|tsj|cz|tj|ch|tsh|zh|sch|sh|sj|sz|ž|j(?=[aeiou])|g(?=[eiy])/g, 'S'],
  [/kh|gh|q|ck|k|g|x|c(?![eiy])|h(?=\w)/g, 'K'],
  [/ph|f|v|w|b|p/g, 'P'],
  [/th|dh|t|d/g, 'T'],
  [/ts|tz|s|z|c/g, 'S'],
  [/m/g, 'M'],
  [/n/g, 'N'],
  [/l/g, 'L'],
  [/r/g, 'R'],
];

/** The consonants by class, without vowels, h, y and j, and each once where it is doubled. */
function soundOf(word: string): string {
  let sound = word
    .replace(/ts|tz|hs|^x/g, 's')
    .replace(/x/g, 'ks')
    .replace(/^h|h(?![aeiou])(?<![kgtdsczp]h)/g, '');
  for (const [letters, as] of SOUNDS) sound = sound.replace(letters, as);
  return sound.replace(/[^SKPTMNLR]/g, '').replace(/(.)\1+/g, '$1');
}

/** Vowels that spellings of one name exchange; ei, ai and their like are a long i. */
function lastVowel(word: string): string {
  const groups = word.replace(/(?<=[aeiou])j/g, 'i').match(/[aeiouy]+/g) ?? [];
  const last = (groups.at(-1) ?? '').replace(/[ae]+[iy]|ee+|ie/g, 'i');
  return last.replace(/e/g, 'aiu').replace(/y/g, 'i').replace(/o/g, 'u');
}

const sharesVowel = (one: string, other: string) =>
  lastVowel(one) === '' || [...lastVowel(one)].some((vowel) => lastVowel(other).includes(vowel));

/** Mahmud is not Mohammed: the same consonants, another name. */
const isMahmud = (word: string) => /^m[aeou]h?m[ou]/.test(word);

const lightSound = (word: string) => soundOf(word).replace(/[KP]/g, '');

export function soundAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > 4 || isMahmud(one) !== isMahmud(other)) return false;
  if (!sharesVowel(one, other)) return false;
  const [a, b] = [soundOf(one), soundOf(other)];
  if (a === b) return a !== '' || one[0] === other[0];
  // H, w and their like are written or left out: 'Ahmed' and 'Akhmad', 'Daud' and 'Dawood'.
  return a.length >= 2 && b.length >= 2 && lightSound(one) === lightSound(other) && lightSound(one).length >= 2;
}

/** Whether each word of the shorter name sounds like one of the longer; a single word says too little. */
export function namesAlike(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.length >= 2 && few.every((word) => many.some((each) => soundAlike(word, each)));
}
