import type { ListedEntry } from '#shared/screening/listed-entry.ts';
import {
  diceFor,
  foldWords,
  isLatin,
  type NamedEntry,
  type RecallCase,
  shuffled,
  sortedWords,
} from './recall-case.ts';

/**
 * Spellings that the publishers themselves collected: one Latin alias of an entry is taken out of the lists
 * and then screened. Only aliases that spell another Latin name of the entry count, word by word by sound.
 */
export type Family = 'Arabic' | 'Cyrillic' | 'Korean' | 'Chinese';

const SCRIPTS: Record<Family, RegExp> = {
  Arabic: /\p{Script=Arabic}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Korean: /\p{Script=Hangul}/u,
  Chinese: /\p{Script=Han}/u,
};
const COUNTRIES: Record<Family, string> = {
  Arabic: 'AE AF BH DZ EG IQ IR JO KW LB LY MA MR OM PK PS QA SA SD SO SY TN YE',
  Cyrillic: 'RU UA BY KZ KG UZ TJ TM BG',
  Korean: 'KP KR',
  Chinese: 'CN HK TW MO',
};
const FAMILIES: readonly Family[] = ['Korean', 'Chinese', 'Cyrillic', 'Arabic'];

/** By the script of its names, else by its countries. */
export const familyOf = ({ names, countries }: ListedEntry): Family | undefined =>
  FAMILIES.find((family) => names.some(({ text }) => SCRIPTS[family].test(text))) ??
  FAMILIES.find((family) =>
    countries.some((country) => COUNTRIES[family].split(' ').includes(country)),
  );

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

function soundAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > 4 || isMahmud(one) !== isMahmud(other)) return false;
  if (!sharesVowel(one, other)) return false;
  const [a, b] = [soundOf(one), soundOf(other)];
  if (a === b) return a !== '' || one[0] === other[0];
  // H, w and their like are written or left out: 'Ahmed' and 'Akhmad', 'Daud' and 'Dawood'.
  return (
    a.length >= 2 &&
    b.length >= 2 &&
    lightSound(one) === lightSound(other) &&
    lightSound(one).length >= 2
  );
}

/** Whether each word of one sounds like one of the other, each taken once. */
function isSpellingOf(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const left = [...other];
  return one
    .toSorted((a, b) => b.length - a.length)
    .every((word) => {
      const exact = left.indexOf(word);
      const at = exact >= 0 ? exact : left.findIndex((each) => soundAlike(word, each));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
}

const MIN_LETTERS = 2;
const MAX_WORDS = 5;

/** An alias that is another spelling of a name that stays. */
function heldOutAlias(
  { entry, base }: NamedEntry,
  isKept: (alias: string) => boolean,
): string | undefined {
  const latin = entry.names.filter(({ text, isWeak }) => !isWeak && isLatin(text));
  const written = latin.map(({ text }) => foldWords(text));
  const joined = (words: readonly string[]) => words.toSorted().join('');
  return latin.find(({ text }, at) => {
    const words = written[at] ?? [];
    if (text === base || isKept(sortedWords(text))) return false;
    if (words.length < 2 || words.length > MAX_WORDS) return false;
    if (words.some((word) => word.length < MIN_LETTERS || /\d/.test(word))) return false;
    const others = written.filter((_, other) => other !== at);
    const isNew = others.every((other) => joined(other) !== joined(words));
    return isNew && others.some((other) => isSpellingOf(words, other));
  })?.text;
}

export interface HeldOut {
  cases: RecallCase[];
  /** The names that were taken out, by their sorted words. */
  names: ReadonlySet<string>;
}

export function heldOutCases(
  named: readonly NamedEntry[],
  { perKind, seed }: { perKind: number; seed: number },
): HeldOut {
  const bases = new Set(named.map(({ base }) => sortedWords(base)));
  const names = new Set<string>();
  const cases: RecallCase[] = [];
  const counts = new Map<Family, number>();
  for (const target of shuffled(named, diceFor('held out', seed))) {
    const family = target.entry.kind === 'person' ? familyOf(target.entry) : undefined;
    const count = family ? (counts.get(family) ?? 0) : 0;
    if (!family || count === perKind) continue;
    const alias = heldOutAlias(target, (words) => bases.has(words));
    if (alias === undefined) continue;
    counts.set(family, count + 1);
    names.add(sortedWords(alias));
    cases.push({
      kind: `spelling of ${family} name held out`,
      subject: { name: alias, entityType: 'person' },
      ...{ target, edition: 'heldOut', sameEntryOnly: false, expected: 'found' },
    });
  }
  return { cases, names };
}

/** Entries without those names; an entry of which nothing is left is dropped. */
export const withoutNames = (entries: readonly ListedEntry[], names: ReadonlySet<string>) =>
  entries.flatMap((entry) => {
    const left = entry.names.filter(({ text }) => !names.has(sortedWords(text)));
    return left.length === 0 ? [] : [{ ...entry, names: left }];
  });
