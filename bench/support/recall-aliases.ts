import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { diceFor, foldWords, isLatin, type NamedEntry, type RecallCase, shuffled, sortedWords } from './recall-case.ts';
import { changeEach, type Lists } from './recall-editions.ts';
import { soundAlike } from './recall-sounds.ts';

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
  FAMILIES.find((family) => countries.some((country) => COUNTRIES[family].split(' ').includes(country)));

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
function heldOutAlias({ entry, base }: NamedEntry, isKept: (alias: string) => boolean): string | undefined {
  const latin = entry.names.filter(({ text, isWeak }) => !isWeak && isLatin(text));
  const written = latin.map(({ text }) => foldWords(text));
  const joined = (words: readonly string[]) => words.toSorted().join('');
  return latin.find(({ text }, at) => {
    const words = written[at] ?? [];
    if (text === base || isCzechFeminine(text) || isKept(sortedWords(text))) return false;
    if (words.length < 2 || words.length > MAX_WORDS) return false;
    if (words.some((word) => word.length < MIN_LETTERS || /\d/.test(word))) return false;
    const others = written.filter((_, other) => other !== at);
    const isNew = others.every((other) => joined(other) !== joined(words));
    return isNew && others.some((other) => isSpellingOf(words, other));
  })?.text;
}

/** Ukrainian and Belarusian forms of a Russian name, and the reverse: translated rather than respelled. */
const EAST_SLAVIC =
  /(?:iv|yiv|iiv)na|[oy]vy(?:ch|tj|tsch|c)\b|[iy]yov|iiov|[ae]vi(?:ch|tj|c)\b|a[uw]na\b|oleks|ol(?:h|en)a|mykol|mikala|volodym|uladz|serhi|s[ij]arhe|ihor|ihar|al[ij]aks|dzmitr|dmytr|y[aeu]*hen|vasyl|pavlo|petro|kyryl|iryna|maryna|andri|hryhor|heorh|henadz/i;

const isTranslated = (alias: string, { entry }: NamedEntry) =>
  entry.names.every(
    ({ text }) => text === alias || !isLatin(text) || EAST_SLAVIC.test(text) !== EAST_SLAVIC.test(alias),
  );

/** Czech and Slovak give women a feminine form of the surname, which is a word more than a spelling. */
const isCzechFeminine = (alias: string) => /ová(?:$|\s)/i.test(alias.normalize('NFC'));

const kindOf = (family: Family, alias: string, target: NamedEntry) =>
  family === 'Cyrillic' && isTranslated(alias, target)
    ? 'Cyrillic name in another language, held out'
    : `spelling of ${family} name held out`;

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
  const counts = new Map<string, number>();
  for (const target of shuffled(named, diceFor('held out', seed))) {
    const family = target.entry.kind === 'person' ? familyOf(target.entry) : undefined;
    const alias = family && heldOutAlias(target, (words) => bases.has(words));
    if (!family || alias === undefined) continue;
    const kind = kindOf(family, alias, target);
    const count = counts.get(kind) ?? 0;
    if (count === perKind) continue;
    counts.set(kind, count + 1);
    names.add(sortedWords(alias));
    cases.push({
      group: 'held-out spellings',
      kind,
      subject: { name: alias, entityType: 'person' },
      target,
      edition: 'heldOut',
      sameEntryOnly: false,
      expected: 'found',
    });
  }
  return { cases, names };
}

const SECOND_NATIONALITY = 'exact name, second nationality held out';

/** One of the countries of each entry that states several is taken out, and the person then screened with it. */
export function secondNationalities(
  named: readonly NamedEntry[],
  { perKind, seed }: { perKind: number; seed: number },
): RecallCase[] {
  const several = named.filter(
    ({ entry, words }) => entry.kind === 'person' && entry.countries.length > 1 && words.length > 1,
  );
  return shuffled(several, diceFor(SECOND_NATIONALITY, seed))
    .slice(0, perKind)
    .map((target) => ({
      group: 'other nationality, mistyped date of birth',
      kind: SECOND_NATIONALITY,
      target,
      subject: { name: target.base, entityType: 'person', nationalities: target.entry.countries.slice(-1) },
      edition: 'heldOut',
      sameEntryOnly: true,
      expected: 'found',
    }));
}

/** Each entry of these cases without the nationality that it is screened with. */
export function withoutCountries(lists: Lists, cases: readonly RecallCase[]): Lists {
  const heldOut = new Map(cases.map(({ target, subject }) => [target.entry, subject.nationalities ?? []]));
  return changeEach(lists, (entries) =>
    entries.map((entry) => {
      const taken = heldOut.get(entry);
      if (!taken) return entry;
      return { ...entry, countries: entry.countries.filter((country) => !taken.includes(country)) };
    }),
  );
}

/** Entries without those names; an entry of which nothing is left is dropped. */
export const withoutNames = (entries: readonly ListedEntry[], names: ReadonlySet<string>) =>
  entries.flatMap((entry) => {
    const left = entry.names.filter(({ text }) => !names.has(sortedWords(text)));
    return left.length === 0 ? [] : [{ ...entry, names: left }];
  });
