import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { diceFor, GROUPS, type Group, type RecallCase, shuffled } from './recall-case.ts';
import { isTarget, type Lists } from './recall-editions.ts';
import type { Innocent } from './recall-innocents.ts';
import { listedNames, wordsOf } from './screening-rivals.ts';
import { jaroWinkler, type ScannedName } from './screening-scan.ts';
import { type Likeness, startTrigrams } from './screening-trgm.ts';

/**
 * The same cases by name alone with other engines: a Jaro–Winkler scan and PostgreSQL's trigrams. Both receive
 * names that are already transliterated to Latin letters. A scan is slow, so only a sample of the cases is run.
 */
const SCAN_SIMILARITY = 0.9;
const CASES_PER_GROUP = 32;
const INNOCENTS = 240;
const DEFAULT_SIMILARITY = 0.3;
const SIMILARITIES = [0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15];

export interface Sample {
  cases: readonly RecallCase[];
  innocents: readonly Innocent[];
}

/** The other engines compare names only, so cases of identifiers are left out. */
const NOT_BY_NAME: readonly Group[] = ['identifier, other entity type', 'PEP list'];

export function sampleOf(cases: readonly RecallCase[], innocents: readonly Innocent[], seed: number): Sample {
  const sampled = GROUPS.filter((group) => !NOT_BY_NAME.includes(group)).flatMap((group) =>
    shuffled(
      cases.filter((one) => one.group === group && one.edition !== 'latinOnly'),
      diceFor(`sample ${group}`, seed),
    ).slice(0, CASES_PER_GROUP),
  );
  const people = shuffled(innocents, diceFor('sample innocents', seed)).slice(0, INNOCENTS);
  return { cases: sampled, innocents: people };
}

export interface RivalResult {
  name: string;
  /** Whether each case of the sample was found, and whether each innocent was flagged. */
  found: readonly boolean[];
  flagged: readonly boolean[];
}

interface Entries {
  all: { source: string; entry: ListedEntry }[];
  names: ScannedName[];
}

function entriesOf(lists: Lists): Entries {
  const all = Array.from(lists, ([source, entries]) => entries.map((entry) => ({ source, entry }))).flat();
  return { all, names: listedNames(all.map(({ entry }) => entry)) };
}

const judge =
  ({ all }: Entries, sample: Sample) =>
  (name: string, answers: readonly ReadonlySet<number>[]): RivalResult => {
    const found = sample.cases.map((one, at) => {
      const isWanted = isTarget(one);
      return [...(answers[at] ?? [])].some((entry) => {
        const listed = all[entry];
        return listed !== undefined && isWanted(listed);
      });
    });
    const flagged = sample.innocents.map((_, at) => (answers[sample.cases.length + at]?.size ?? 0) > 0);
    return { name, found, flagged };
  };

const PREFIX_LETTERS = 4;
const PREFIX_WEIGHT = 0.1;

const bitOf = (code: number) => 1 << (code & 31);
const lettersOf = (word: string) => {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= bitOf(word.charCodeAt(at));
  return letters;
};

/** Jaro–Winkler, or 0 where the letters alone say that it stays below `atLeast`: most pairs are decided so. */
function alikeFrom(atLeast: number, own: string, listed: string, listedLetters: number): number {
  let prefix = 0;
  while (prefix < PREFIX_LETTERS && prefix < own.length && own[prefix] === listed[prefix]) prefix += 1;
  let common = 0;
  for (let at = 0; at < own.length; at += 1) if ((listedLetters & bitOf(own.charCodeAt(at))) !== 0) common += 1;
  const matched = Math.min(common, listed.length);
  const jaro = (matched / own.length + matched / listed.length + 1) / 3;
  const bound = jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
  return bound < atLeast ? 0 : jaroWinkler(own, listed);
}

/**
 * As `scan` does, with each pair of words compared once, since most listed words stand in several names, and
 * words left out that are so different that the others could not make up for them.
 */
function scanAll(names: readonly ScannedName[], questions: readonly (readonly string[])[]): Set<number>[] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  const numbered = names.map(({ entry, words }) => ({ entry, words: words.map(numberOf) }));
  const distinct = [...numbers.keys()];
  const letters = Int32Array.from(distinct, lettersOf);
  return questions.map((subject) => {
    const atLeast = 1 - (1 - SCAN_SIMILARITY) * subject.length;
    const likeness = subject.map((own) =>
      Float64Array.from(distinct, (listed, at) => alikeFrom(atLeast, own, listed, letters[at] ?? 0)),
    );
    const found = new Set<number>();
    for (const { entry, words } of numbered) {
      let sum = 0;
      for (const alike of likeness) {
        let best = 0;
        for (const word of words) best = Math.max(best, alike[word] ?? 0);
        sum += best;
      }
      if (sum / subject.length >= SCAN_SIMILARITY) found.add(entry);
    }
    return found;
  });
}

export interface Rivals {
  scan: RivalResult;
  /** None where PostgreSQL is not installed. */
  trigrams: RivalResult[];
}

const shareOf = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;

/** `ours` is the share of the sample that we find, which the second trigram threshold is to reach. */
export async function askRivals(lists: Lists, sample: Sample, ours: number): Promise<Rivals> {
  const entries = entriesOf(lists);
  const judged = judge(entries, sample);
  const questions = [
    ...sample.cases.map(({ subject }) => wordsOf(subject.name, subject.entityType)),
    ...sample.innocents.map(({ name }) => wordsOf(name, 'person')),
  ];
  const scan = judged(`Jaro–Winkler scan, ${SCAN_SIMILARITY}`, scanAll(entries.names, questions));
  const server = await startTrigrams(entries.names.map(({ entry, words }) => ({ entry, text: words.join(' ') })));
  if (!server) return { scan, trigrams: [] };
  try {
    const texts = questions.map((words) => words.join(' '));
    const ask = (threshold: number) => {
      const likeness: Likeness = { operator: '%', threshold };
      return judged(`pg_trgm, ${threshold}`, server.find(texts, likeness));
    };
    const isWanted = sample.cases.map(({ expected }) => expected === 'found');
    const recallOf = ({ found }: RivalResult) => shareOf(found.filter((_, at) => isWanted[at]));
    const byDefault = ask(DEFAULT_SIMILARITY);
    return { scan, trigrams: [byDefault, reaching(ours, ask, recallOf)] };
  } finally {
    await server.stop();
  }
}

/** The strictest threshold that finds as much, by bisection; the most lenient where none does. */
function reaching(
  ours: number,
  ask: (threshold: number) => RivalResult,
  recallOf: (result: RivalResult) => number,
): RivalResult {
  let [from, to] = [0, SIMILARITIES.length - 1];
  let best: RivalResult | undefined;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const result = ask(SIMILARITIES[middle] ?? 0);
    if (recallOf(result) >= ours) {
      best = result;
      to = middle;
    } else from = middle + 1;
  }
  return best?.name === `pg_trgm, ${SIMILARITIES[to]}` ? best : ask(SIMILARITIES[to] ?? 0);
}
