/**
 * Inverts the romanisation schemes of Russian, Ukrainian and Belarusian (passports old and new,
 * BGN/PCGN, ISO 9, the press in English, French and German): all Latin spellings of a name get the
 * same key.
 */
const SHORTEST_WORD = 4;

/** Clusters that no romanisation of Cyrillic has. */
const FOREIGN = /gh|dh|aa|qu|^abd[aeu]l|ll?ah$|^juan/;

const CONSONANTS =
  /shch|schtsch|sjtj|chtch|shh|sch|tsch|tch|tj(?![aeou])|ch|cz|sh|zh|kh|ts|tz|ph|ck|ic$|ff?$|gu(?=[ei])|[cqxw]/g;
const CONSONANT_SOUNDS: Readonly<Record<string, string>> = {
  shch: 'W',
  schtsch: 'W',
  chtch: 'W',
  sjtj: 'W',
  shh: 'W',
  sch: 'Q',
  tsch: 'C',
  tch: 'C',
  tj: 'C',
  ch: 'C',
  cz: 'C',
  ic: 'iC',
  sh: 'S',
  zh: 'Z',
  kh: 'h',
  ts: 'c',
  tz: 'c',
  ph: 'f',
  ck: 'k',
  ff: 'v',
  f: 'f',
  gu: 'g',
  x: 'ks',
  w: 'v',
  q: 'k',
};
/** й, и, ы, і and the first half of я, ю, є are all written y, i or j; е as e, ye, ie, je, ё as e, yo, io, jo. */
const GLIDE = '(?:[yi]|j(?![imdrb]))+';
const VOWELS = new RegExp(`ou|${GLIDE}(?:e(?!$)|(?<!^[yij]+)o(?=[^aeiouyij]))|${GLIDE}|(?<=[CW])o(?=v)`, 'g');
/**
 * French and German write ss where a single s would be read as z. Other doubled letters are typing
 * errors.
 */
const REPEATED = /(?<=[aeiou])(s)s(?=[aeiou])|(i)i+/g;
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

/**
 * A double i is regular at the end and before a vowel (Dmitrii, Iuliia); before a consonant it is a
 * typing error.
 */
const DOUBLE_I = /ii(?=[^aeou])/g;

const ENDING =
  /(?:[oe](?:v|va|ff|w|vna|vich|vych|vitj|vic)|i(?:vna|vych|tch)|[st]k(?:[yi][yij]?|aya|aia|aja)|enko|enka|chuk|shvili|uly|bek)$/;

/** Beginnings of the given names of most Russians, Ukrainians and Belarusians, in any scheme. */
const GIVEN_NAME =
  /^(?:ale[kx]s|olek[sc]|alia[kx]s|anatol|andr[eiy][iyj]|arkad|bor[iy]s|dmi?tr|ev?gen|[yi]evh?g?en|genn?ad|gr[iy]gor|i[gh]or|iv?[ly]ia|kirill?$|k[oa]nst[ay]nt|leon[iy]d|ma[kx]s[iy]m|m[iy][kc]h?[ah][iy]l|m[iy]kola|nik[oi]l[ay]|ole[gh]$|pav?el$|pavlo$|p[iy]?[eo]tro?$|rom[ay]n$|ser[gh]u?[eiy]|siarh|stan[iy]sl|v?f[iy]?[eo]dor|vas[iy]l|v[iy]ktor|vlad[iy]?|volod|v[iyj][ae]ch?t?j?[ei]?slav|[yij]ur[iy]|[yij]aros|tat[iy]?[aj]na|nata[ls]|sv[ei]tlan|[iy]r[iy]na|[yi]?elena|ol[gh]a|l[iyj]udm|valer[iy]|marii?[yj]?a$|anastas|[yi]?ekater)/;

/** Whether the word begins or ends as only Slavic names do. */
export const isSlavic = (word: string) => ENDING.test(word) || GIVEN_NAME.test(word);

/** The press in German: w for v, s for z, z for ts, sch for zh, ch for kh. */
const GERMAN = /w|tsch/;
const GERMAN_LETTERS = /schtsch|tsch|sch|ch|ss|s(?=[aeioujyw])|z/g;
const GERMAN_SOUNDS: Readonly<Record<string, string>> = {
  schtsch: 'shch',
  tsch: 'ch',
  sch: 'zh',
  ch: 'kh',
  ss: 's',
  s: 'z',
  z: 'ts',
};

/** The press in French: ou for u, ch for sh, j for zh, dj for dzh, and a silent e behind -in. */
const FRENCH = /ou|tch|dj|gu[ei]|[^aeiou]ine$/;
const FRENCH_LETTERS = /tch|ch|dj|j|ine$/g;
const FRENCH_SOUNDS: Readonly<Record<string, string>> = { tch: 'ch', ch: 'sh', dj: 'dzh', j: 'zh', ine: 'in' };

/** The press in Dutch, Swedish, Norwegian and Danish: sj, zj, tsj and tj; Dutch oe for u. */
const NORTHERN = /[szt]j/;
const NORTHERN_LETTERS = /tsj|sj|zj|tj/g;
const NORTHERN_SOUNDS: Readonly<Record<string, string>> = { tsj: 'ch', sj: 'sh', zj: 'zh', tj: 'ch' };

/** The press in Polish: sz, cz and w. */
const POLISH_LETTERS = /sz|cz|w/g;
const POLISH_SOUNDS: Readonly<Record<string, string>> = { sz: 'sh', cz: 'ch', w: 'v' };

/**
 * Endings of Belarusian (Volkau), Latvian and Lithuanian (Lavrovs, Lavrovas), Romanian and Finnish
 * (Pavlovici, Pavlovits), and of Czech without its marks (Timosenko), by their last letter.
 */
const OTHER_ENDINGS: Readonly<Record<string, readonly (readonly [ending: RegExp, written: string])[]>> = {
  u: [
    [/[ao]u$/, 'ov'],
    [/eu$/, 'ev'],
  ],
  a: [[/[ae]una$/, 'ovna']],
  s: [
    [/(?<=[oe]v|[ei]j)[aui]?s$/, ''],
    [/vits$/, 'vich'],
  ],
  i: [[/vici$/, 'vich']],
  o: [
    [/(?:s|sj|sz)enko$/, 'shenko'],
    [/(?:c|ts)enko$/, 'chenko'],
  ],
  k: [[/(?:c|ts)uk$/, 'chuk']],
};

/** Ukrainian and Belarusian say h where Russian says g. */
const SOFT_G = /(?<![kscztgp])h/g;

function addOtherEndings(written: string[], word: string): void {
  for (const [ending, other] of OTHER_ENDINGS[word.charAt(word.length - 1)] ?? []) {
    const changed = word.replace(ending, other);
    if (changed !== word && isSlavic(changed)) written.push(changed);
  }
}

/** The word, and its English spelling if it may be that of another language. */
function asInEnglish(word: string): string[] {
  const written = [word];
  addOtherEndings(written, word);
  const spoken = word.includes('oe') ? word.replaceAll('oe', 'u') : word;
  if (spoken !== word) written.push(spoken);
  if (word.includes('j') && NORTHERN.test(word))
    written.push(spoken.replace(NORTHERN_LETTERS, (one) => NORTHERN_SOUNDS[one] ?? one));
  if (word.includes('sz')) written.push(word.replace(POLISH_LETTERS, (one) => POLISH_SOUNDS[one] ?? one));
  if (word.includes('h') && isSlavic(word)) written.push(word.replace(SOFT_G, 'g'));
  if (GERMAN.test(word)) written.push(word.replace(GERMAN_LETTERS, (one) => GERMAN_SOUNDS[one] ?? one));
  if (FRENCH.test(word)) written.push(word.replace(FRENCH_LETTERS, (one) => FRENCH_SOUNDS[one] ?? one));
  return written;
}

/**
 * Most words need few of the rules, and checking for a letter is faster than a regular expression.
 */
function keyOf(word: string): string {
  let key = word.includes('ii') ? word.replace(DOUBLE_I, 'iI') : word;
  key = key.replace(CONSONANTS, consonantSound).replace(VOWELS, vowelSound);
  if (key.includes('ss') || key.includes('ii')) key = key.replace(REPEATED, '$1$2');
  if (!key.endsWith('a') && !key.endsWith('C')) return key;
  return key.replace(ENDINGS, (ending) => ENDING_SOUNDS[ending] ?? 'evna');
}

/** The keys of a folded Latin word; several if it may be a German or French spelling. */
export function slavicKeys(word: string): string[] {
  if (word.length < SHORTEST_WORD || FOREIGN.test(word)) return [];
  const keys: string[] = [];
  for (const written of asInEnglish(word)) {
    const key = keyOf(written);
    const open = key.includes('Q') ? [key.replaceAll('Q', 'W'), key.replaceAll('Q', 'S')] : [key];
    for (const one of open) if (!keys.includes(one)) keys.push(one);
  }
  return keys;
}
