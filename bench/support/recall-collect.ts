import { heldOutCases, withoutNames } from './recall-aliases.ts';
import { type Edition, nameEntries, type RecallCase, sortedWords } from './recall-case.ts';
import { changeEach, type Lists } from './recall-editions.ts';
import { composeInnocents, type Innocent } from './recall-innocents.ts';
import { perturbedCases } from './recall-perturbations.ts';

export interface Collected {
  cases: RecallCase[];
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
  const people = [...lists.values()].flat().filter(({ kind }) => kind === 'person');
  const listedNames = new Set(
    people.flatMap(({ names }) => names.map(({ text }) => sortedWords(text))),
  );
  return {
    cases: [...perturbedCases(named, size), ...heldOut.cases],
    editions: new Map([
      ['published', lists],
      ['heldOut', changeEach(lists, (entries) => withoutNames(entries, heldOut.names))],
    ]),
    innocents: composeInnocents(listedNames, {
      seed: size.seed,
      ...(innocentsPerCountry !== undefined && { perCountry: innocentsPerCountry }),
    }),
  };
}
