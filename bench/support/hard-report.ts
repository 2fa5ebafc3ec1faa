import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { type HardOutcome, hardCases, REVIEW_SCORES, runHardCases } from './hard-recall.ts';
import { type InventedPerson, innocentSets, readInnocents } from './innocent-sets.ts';
import { hasNamePairs, type NamePair, ratesOf, readNamePairs, readUnNames, scorePair } from './name-pairs.ts';
import { nameEntries } from './recall-case.ts';
import { type Lists, openJointIndex, screenSubject } from './recall-editions.ts';
import { composeInnocents } from './recall-innocents.ts';
import { sized } from './size.ts';

/**
 * Damaged names by class, public sets of names, and people who are on no list, each at the default
 * review score and at 65: found by name alone, and with the date of birth.
 */
interface Sizes {
  perKind: number;
  seed: number;
}

const INNOCENTS = sized(1_000, 2);
const PAIRS = sized(Number.POSITIVE_INFINITY, 5);
const KINDS = [
  ['all', () => true],
  ['persons', (kind: string) => kind === 'person'],
  ['companies', (kind: string) => kind === 'entity'],
] as const;

const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

function heading(cells: readonly string[]): void {
  row(cells);
  row(cells.map(() => '---'));
}

const rates = (scores: readonly number[]) =>
  REVIEW_SCORES.map((least) => percent(scores.filter((score) => score >= least).length, scores.length));

function printClasses(outcomes: readonly HardOutcome[]): void {
  heading(['class', 'of', 'cases', 'by name, 70', 'by name, 65', 'with date of birth, 70', 'with date of birth, 65']);
  for (const of of Map.groupBy(outcomes, ({ hard }) => hard).values()) {
    const [first] = of;
    const born = of.flatMap(({ withBirth }) => withBirth ?? []);
    const kind = first?.hard.of === 'person' ? 'persons' : 'companies';
    row([first?.hard.name ?? '', kind, of.length, ...rates(of.map(({ byName }) => byName)), ...rates(born)]);
  }
}

async function printPairs(): Promise<void> {
  const pairs = (await readNamePairs()).slice(0, PAIRS);
  const scored: (NamePair & { score: number })[] = [];
  for (const pair of pairs) scored.push({ ...pair, score: await scorePair(pair) });
  heading(['pairs of names', 'review score', 'precision', 'recall', 'F1']);
  for (const least of REVIEW_SCORES)
    for (const [name, isOf] of KINDS) {
      const of = scored.filter(({ kind }) => isOf(kind));
      const { precision, recall, f1 } = ratesOf(of.map((one) => ({ ...one, isFound: one.score >= least })));
      row([name, least, precision.toFixed(3), recall.toFixed(3), f1.toFixed(3)]);
    }
  const scores: number[] = [];
  for (const { listed, typed } of (await readUnNames()).slice(0, PAIRS))
    scores.push(await scorePair({ kind: 'person', names: [typed, listed] }));
  heading(['UN names with typing errors', 'names', 'by name, 70', 'by name, 65']);
  row(['found', scores.length, ...rates(scores)]);
}

/** The highest score of each person, by name and with date of birth and nationality. */
async function topScores(lists: readonly ScreenedList[], people: readonly InventedPerson[]) {
  const [byName, known]: [number[], number[]] = [[], []];
  const topOf = async (subject: SubjectRequest) => {
    const { matches } = await screenSubject(lists, subject, Math.min(...REVIEW_SCORES));
    return Math.max(0, ...matches.map(({ score }) => score));
  };
  for (const { name, dateOfBirth, nationality } of people) {
    const subject = { name, entityType: 'person' as const };
    byName.push(await topOf(subject));
    known.push(await topOf({ ...subject, datesOfBirth: [dateOfBirth], nationalities: [nationality] }));
  }
  return { byName, known };
}

async function printInnocents(sanctions: readonly ScreenedList[], pep: readonly ScreenedList[], seed: number) {
  const composed = composeInnocents(new Set(), { seed }).map(({ name, dateOfBirth, country }) => ({
    name,
    dateOfBirth,
    nationality: country,
  }));
  const sets: [string, InventedPerson[]][] = [];
  for (const set of innocentSets) sets.push([set, await readInnocents(set)]);
  sets.push(['common names, by country', composed]);
  heading([
    'people on no list',
    'lists',
    'people',
    'by name, 70',
    '65',
    'with date of birth and nationality, 70',
    '65',
  ]);
  for (const [set, people] of sets)
    for (const [label, lists] of [
      ['sanctions', sanctions],
      ['PEP', pep],
    ] as const) {
      const asked = people.slice(0, INNOCENTS);
      const { byName, known } = await topScores(lists, asked);
      row([set, label, asked.length, ...rates(byName), ...rates(known)]);
    }
}

export async function printHardNames(lists: Lists, officeHolders: readonly ListedEntry[], size: Sizes): Promise<void> {
  const sanctions = await openJointIndex(lists);
  printClasses(await runHardCases(sanctions, hardCases(nameEntries(lists), size)));
  if (hasNamePairs) await printPairs();
  await printInnocents(sanctions, await openJointIndex(new Map([['service_pep', officeHolders]])), size.seed);
}
