/**
 * Inverts the romanisation schemes of Arabic, Persian and Pashto: all Latin spellings of a name get
 * the same key. If a letter stands for two sounds (e for a and i, dh for d and z, th for t and s, g
 * for g and j), the word has a key for each: Hamed matches Hamid and Hamad, while Hamid and Hamad
 * stay different.
 */
const MOST_KEYS = 4;
const SHORTEST_KEY = 4;
/** Gamal is Jamal, but Gul is not Jul. */
const SHORTEST_WITH_G = 4;
const SHORTEST_AFTER_ARTICLE = 5;

/** Endings that only Slavic languages form, and clusters that no romanisation of Arabic script has. */
const FOREIGN =
  /(?:[oe]v|[oe]ff|[oe]va|vi?ch|vych|vic|v[nk]a|sk(?:[yi][yij]?|aya|aia|a)|enko|chuk)$|x|tz|sz|cz|c(?!h|[ei])|(?<![aeiou])c(?!h)|[bcdfghjklmnpqrstvwz]{4}/;

/** Abdul, Abdel, Abder, Abdes ...: the article takes the sound of the consonant after it. */
const SERVANT = /^abd(?:[aeiou]{1,2}l(?!ah?$|lah?$)|[aeiou](?=[rsnzdt]))/;
/** -uddin, -eddine, -aldin, -odin; -ullah, -ollah, -allah. */
const OF_FAITH = /(?<=...)[aeiou]l?d{1,2}(?:i|ee|ei)ne?$/;
const OF_GOD = /(?<=..)[aeou](?:llah?|lah)$/;

const CONSONANTS = /dzh|sch|kh|gh|shh?|ch|dh|th|ph|zh|dj|[cqw]|(?<=[ae])h$/g;
const CONSONANT_SOUNDS: Readonly<Record<string, string>> = {
  dzh: 'j',
  sch: 'S',
  kh: 'x',
  gh: 'G',
  sh: 'S',
  shh: 'S',
  ch: 'S',
  dh: 'D',
  th: 'T',
  ph: 'f',
  zh: 'j',
  dj: 'j',
  c: 's',
  q: 'k',
  w: 'v',
  h: '',
};

/**
 * A y between vowels is a consonant (Y), but after i only a spelling: Ziyad is Ziad, Fuwad is Fuad,
 * Sahraoui is Sahrawi.
 */
const GLIDES = /(?<=a)ou(?=[ia])|(?<=i)y+(?=[aeiou])|(?<=u)v(?=[aeiou])|(?<=[aeou])y+(?=[aeiou])|^y(?=[aeiou])/g;
const VOWELS = /auv(?=[aeiou])|av(?:o?u|oo)|[ao]v(?![aeiouy])|[aeiouy]+/g;
const VOWEL_SOUNDS: Readonly<Record<string, string>> = {
  a: 'a',
  aa: 'a',
  e: 'e',
  ee: 'i',
  i: 'i',
  y: 'i',
  eei: 'i',
  eey: 'i',
  iy: 'i',
  u: 'u',
  o: 'u',
  ou: 'u',
  oo: 'u',
  ai: 'E',
  ay: 'E',
  ei: 'E',
  ey: 'E',
  ae: 'E',
  aei: 'E',
  aee: 'E',
  aii: 'E',
  aie: 'E',
  au: 'O',
  ao: 'O',
  aou: 'O',
  av: 'O',
  ov: 'P',
  avu: 'O',
  avou: 'O',
  avoo: 'O',
  auv: 'av',
};

/** Three vowels or more, and doubled ones: Ibrahiim, Mansuur, Daryoush. */
const RUN = /([aiu])\1+/g;

/** Persian -eh is -a, and -ie a long i; French writes Rahmane, Sofiane, Amine and Yassine. */
const FINAL_E = /eh$|ie$|(?<=[aiou]n)e$/;
const OTHER_FINAL_E = /(?<!e)e$/;
/** In Khaled, Nasser and Jaber the e is an i. */
const PARTICIPLE_E = /(?<=^[^aeiou]{0,2}a(?:[^aeiouy]|([^aeiouy])\1|[^aeiouy]h))e(?=[^aeiouy]$)/;
/** Ebrahim, Esmail, Ehsan: before two consonants a first e is an i. */
const CLOSED_E = /^e(?=([^aeiouy])(?!\1)[^aeiouy])/;
/** A doubled consonant is written or not: Hassan, Hasan, Abbas, Abas, Gassmi, Gasmi. */
const REPEATED = /([b-df-hj-np-tv-zGKSDTY])\1+/g;
/** Zawahiri, Zawahri: a short i in an open syllable, after two others. Hamidi is never Hamdi. */
const OPEN_I = /(?<=[aiuEO][^aiuEO]+[aiuEO][^aiuEO])i(?=[^aiuEO]i$)/;

/** Elsayed, Alassad, Ulhaq, Urrehman. Before e no article is written together: Alexander, Elena. */
const ARTICLE = /^(?:[ae]l|ul)(?=[^eoy])|^ur(?=r)/;
const OPEN_LETTERS = /[eDTgKP]/;

const consonantSound = (written: string, at: number, word: string) => {
  // Persian says q as gh, but not at the start: Sadegh is Sadiq, Ghani is not Qani.
  if (written === 'gh') return /[aeiou]/.test(word[at - 1] ?? '') ? 'K' : 'G';
  return CONSONANT_SOUNDS[written] ?? written;
};

const glideSound = (written: string, at: number, word: string) => {
  if (written === 'ou') return 'v';
  return written === 'v' || word[at - 1] === 'i' ? '' : 'Y';
};

const FINAL_SOUNDS: Readonly<Record<string, string>> = { eh: 'a', ie: 'i', e: '' };
const finalSound = (written: string) => FINAL_SOUNDS[written] ?? written;

const vowelSound = (written: string) =>
  VOWEL_SOUNDS[written] ?? written.replaceAll('y', 'i').replaceAll('o', 'u').replace(RUN, '$1');

function withoutEnding(word: string): string {
  const last = word.at(-1);
  if (last === 'n') return word.replace(OF_FAITH, 'N');
  if (last === 'a') return word.replace(OF_GOD, 'L');
  if (last === 'h') return word.replace(OF_GOD, 'L').replace(FINAL_E, finalSound);
  if (last !== 'e') return word;
  return word.replace(OF_FAITH, 'N').replace(FINAL_E, finalSound).replace(OTHER_FINAL_E, 'Q');
}

/**
 * The sounds of a word, with ambiguous ones as e, g, K, D and T. Most words need few of the rules,
 * and checking for a letter is faster than a regular expression.
 */
function soundsOf(word: string): string {
  let sounds = withoutEnding(word.startsWith('abd') ? word.replace(SERVANT, 'abd') : word);
  if (sounds.includes('e')) sounds = sounds.replace(PARTICIPLE_E, 'i').replace(CLOSED_E, 'i');
  sounds = sounds
    .replace(CONSONANTS, consonantSound)
    .replace(GLIDES, glideSound)
    .replace(VOWELS, vowelSound)
    .replace(REPEATED, '$1');
  return sounds.endsWith('i') ? sounds.replace(OPEN_I, '') : sounds;
}

const CHOICES: readonly (readonly [letter: string, sounds: readonly string[]])[] = [
  ['e', ['a', 'i']],
  ['g', ['g', 'j']],
  ['K', ['G', 'k']],
  // Nowruzi is Norouzi.
  ['P', ['O', 'u']],
  ['D', ['d', 'z']],
  ['T', ['t', 's']],
];

function keysOf(sounds: string): string[] {
  if (!OPEN_LETTERS.test(sounds)) return [sounds];
  // A first e before one consonant stays: Egor is not Igor, nor Elina Alina.
  const first = sounds.startsWith('e') ? 'e' : '';
  let keys = [sounds.slice(first.length)];
  for (const [letter, choices] of CHOICES) {
    if (!sounds.includes(letter, first.length)) continue;
    if (letter === 'g' && sounds.length < SHORTEST_WITH_G) continue;
    const usable = keys.length * choices.length > MOST_KEYS ? choices.slice(0, 1) : choices;
    keys = usable.flatMap((sound) => keys.map((key) => key.replaceAll(letter, sound)));
  }
  return keys.map((key) => first + key);
}

/**
 * For a word with a joined article (Elsayed): keys of the word itself, and with one form of the
 * article.
 */
function keysAfterArticle(word: string): string[] | undefined {
  const rest = word.length >= SHORTEST_AFTER_ARTICLE + 2 && ARTICLE.test(word) && word.slice(2);
  if (!rest) return undefined;
  const keys = keysOf(soundsOf(rest)).slice(0, MOST_KEYS / 2);
  return [...keys, ...keys.map((key) => `al${key}`)];
}

const DIPHTHONG = /[EO]/;
/** A diphthong is one letter of a key: Saif, Seif and Sayf are `sEf`. */
const isLongEnough = (key: string) => key.length + (DIPHTHONG.test(key) ? 1 : 0) >= SHORTEST_KEY;

const LETTERS =
  /^ab[du]|kh|dh|gh|q(?!u)|(?:[aou]llah?|[aeou]ddine?|zad[ae]h?|pour|nejad|zai|awi|aoui|[^ltr]eh|(?<=..)ee[bdfklmqrz])$/;

/**
 * Whether a word may be a name from Arabic script by its letters; for most words a table of names
 * decides.
 */
export const isArabic = (word: string) => LETTERS.test(word);

/**
 * The keys of a folded Latin word; none if no Arabic, Persian or Pashto name is spelled like it.
 */
export function arabicKeys(word: string): string[] {
  if (FOREIGN.test(word)) return [];
  const keys = keysAfterArticle(word) ?? keysOf(soundsOf(word));
  return keys.filter(isLongEnough);
}
