/**
 * The romanisation schemes of Russian, Ukrainian and Belarusian run backwards (passports old and new, BGN/PCGN,
 * ISO 9, the press in English, French and German): all Latin spellings of a name have one key.
 */
const SHORTEST_WORD = 4;

/** Clusters that no romanisation of Cyrillic has. */
const FOREIGN = /gh|dh|aa|qu|^abd[aeu]l|ll?ah$|^juan/;

const CONSONANTS =
  /shch|schtsch|sjtj|chtch|shh|sch|tsch|tch|tj(?![aeou])|ch|cz|sh|zh|kh|ts|tz|ph|ck|ic$|ff?$|gu(?=[ei])|[cqxw]/g;
const CONSONANT_SOUNDS: Readonly<Record<string, string>> = {
  ...{ shch: 'W', schtsch: 'W', chtch: 'W', sjtj: 'W', shh: 'W', sch: 'Q' },
  ...{ tsch: 'C', tch: 'C', tj: 'C', ch: 'C', cz: 'C', ic: 'iC' },
  ...{ sh: 'S', zh: 'Z', kh: 'h', ts: 'c', tz: 'c', ph: 'f', ck: 'k', ff: 'v', f: 'f', gu: 'g' },
  ...{ x: 'ks', w: 'v', q: 'k' },
};
/** й, и, ы, і and the first half of я, ю, є are all written y, i or j; е as e, ye, ie, je, ё as e, yo, io, jo. */
const GLIDE = '(?:[yi]|j(?![imdrb]))+';
const VOWELS = new RegExp(
  `ou|${GLIDE}(?:e(?!$)|(?<!^[yij]+)o(?=[^aeiouyij]))|${GLIDE}|(?<=[CW])o(?=v)`,
  'g',
);
const REPEATED = /([a-zCWSZ])\1+/g;
/** Ivanivna in Ukrainian and Ivanavich in Belarusian are Ivanovna and Ivanovich in Russian, -enka is -enko. */
const ENDINGS = /[eoi]vna$|aviC$|enka$/;
const ENDING_SOUNDS: Readonly<Record<string, string>> = { aviC: 'oviC', enka: 'enko' };

const consonantSound = (written: string, at: number, word: string) => {
  if (written === 'c') return /[eiy]/.test(word[at + 1] ?? '') ? 'c' : 'k';
  return CONSONANT_SOUNDS[written] ?? written;
};

const vowelSound = (written: string) => {
  if (written === 'ou') return 'u';
  return /[eo]$/.test(written) ? 'e' : 'i';
};

/** The keys of a folded Latin word; two where sch is either sh, as in German, or shch. */
export function slavicKeys(word: string): string[] {
  if (word.length < SHORTEST_WORD || FOREIGN.test(word)) return [];
  const key = word
    .replace(CONSONANTS, consonantSound)
    .replace(VOWELS, vowelSound)
    .replace(REPEATED, '$1')
    .replace(ENDINGS, (ending) => ENDING_SOUNDS[ending] ?? 'evna');
  return key.includes('Q') ? ['W', 'S'].map((sound) => key.replaceAll('Q', sound)) : [key];
}
