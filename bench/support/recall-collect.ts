import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { PEP_LIST } from '#shared/screening/contract.ts';
import { heldOutCases, secondNationalities, withoutCountries, withoutNames } from './recall-aliases.ts';
import { type Edition, nameEntries, type RecallCase, sortedWords } from './recall-case.ts';
import { changeEach, type Lists, latinOnly } from './recall-editions.ts';
import { composeInnocents, type Innocent } from './recall-innocents.ts';
import { mistypedCompanies, perturbedCases, perturbedPepCases } from './recall-perturbations.ts';
import { pressCases } from './recall-press.ts';
import { romanisedCases, romanisedPepCases } from './recall-romanised.ts';

export interface Collected {
  cases: RecallCase[];
  /** Cases that are measured and not among what must be found. */
  reported: RecallCase[];
  /** The lists that the cases of each edition are screened against. */
  editions: ReadonlyMap<Edition, Lists>;
  innocents: Innocent[];
}

export interface Size {
  /** At most so many cases of each kind. */
  perKind: number;
  seed: number;
  innocentsPerCountry?: number;
}

/** All cases from these lists; a test asks for a few of each kind. */
export function collectCases(lists: Lists, { innocentsPerCountry, ...size }: Size): Collected {
  const named = nameEntries(lists);
  const heldOut = heldOutCases(named, size);
  const nationalities = secondNationalities(named, size);
  const fewerNames = changeEach(withoutCountries(lists, nationalities), (entries) =>
    withoutNames(entries, heldOut.names),
  );
  const people = [...lists.values()].flat().filter(({ kind }) => kind === 'person');
  const listedNames = people.flatMap(({ names }) => names.map(({ text }) => sortedWords(text)));
  return {
    cases: [
      ...perturbedCases(named, size),
      ...romanisedCases(named, size),
      ...pressCases(named),
      ...nationalities,
      ...heldOut.cases,
    ],
    reported: mistypedCompanies(named, size),
    editions: new Map<Edition, Lists>([
      ['published', lists],
      ['latinOnly', changeEach(lists, latinOnly)],
      ['heldOut', fewerNames],
    ]),
    innocents: composeInnocents(new Set(listedNames), {
      seed: size.seed,
      ...(innocentsPerCountry !== undefined && { perCountry: innocentsPerCountry }),
    }),
  };
}

/** The same of politically exposed people, who are searched apart. */
export function collectPepCases(entries: readonly ListedEntry[], size: Size): Pick<Collected, 'cases' | 'editions'> {
  const lists = new Map<string, readonly ListedEntry[]>([[PEP_LIST, entries]]);
  const named = nameEntries(lists);
  return {
    cases: [...perturbedPepCases(named, size), ...romanisedPepCases(named, size)],
    editions: new Map([['pep', lists]]),
  };
}
