import { comparableNames, readingsOf } from '#packages/names/src/search-terms.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { type ScannedName, scan } from './screening-scan.ts';
import { type Likeness, startTrigrams } from './screening-trgm.ts';
import { sized } from './size.ts';

/** Times of other engines for the same queries over the same names, already transliterated to Latin letters. */

/** Number of repetitions, of which the best counts for both engines. */
export const ROUNDS = sized(6, 1);
const SCANNED_QUESTIONS = 5;
const SCAN_SIMILARITY = 0.9;
/** With a million names PostgreSQL answers a few queries per second. */
const TRIGRAM_SECONDS = 60;
const TRIAL = 5;
const TRIGRAM_QUESTIONS = 300;

export interface RivalTimes {
  name: string;
  /** Milliseconds of each query, from the first one. */
  times: number[];
}

/** Our time for the same number of queries, from the first one. */
type TimeOurs = (count: number) => Promise<number[]>;

const firstSpellings = (reading: readonly (readonly string[])[]) => reading.map(([first = '']) => first);

export const wordsOf = (question: string, kind?: ListedEntry['kind']) =>
  firstSpellings(readingsOf(nameTables, question, { kind })[0] ?? []);

export const listedNames = (entries: Iterable<ListedEntry>): ScannedName[] =>
  Array.from(entries, (entry, at) =>
    comparableNames(nameTables, entry).flatMap(({ readings }) =>
      readings.map((reading) => ({ entry: at, words: firstSpellings(reading) })),
    ),
  ).flat();

export function timeScan(names: readonly ScannedName[], questions: readonly string[]): RivalTimes {
  const times = questions.slice(0, SCANNED_QUESTIONS).map((question) => {
    const subject = wordsOf(question);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      scan(names, subject, SCAN_SIMILARITY);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
  return { name: 'full Jaro–Winkler scan', times };
}

/** Default settings: its own similarity measure, the first hundred results. */
const AS_IT_COMES: Likeness = { operator: '%', threshold: 0.3, limit: 100 };
/** From how strict each operator is by itself to how lenient it would have to be. */
const THRESHOLDS = [0.6, 0.5, 0.4, 0.35, 0.3, 0.275, 0.25, 0.225, 0.2, 0.175, 0.15, 0.125, 0.1];
const OPERATORS = ['%', '<%', '<<%'] as const;
/** The share of the entries that we show which it must find too. */
const SAME_ANSWERS = 0.99;

interface TrigramTimes extends RivalTimes {
  likeness: Likeness;
  /** Our times for the same queries, alternating with the other engine. */
  own: number[];
  /** The share of the entries that we find which it finds too, on average of the questions. */
  recall: number | undefined;
}

export interface TrigramReport {
  bytes: number;
  timed: TrigramTimes[];
}

interface Asked {
  questions: readonly string[];
  /** What we find, where that is known. */
  ours?: readonly ReadonlySet<number>[] | undefined;
  /** Also by each of its operators, so lenient that it finds the same; or as lenient as it gets. */
  forSameAnswers: boolean;
  timeOurs: TimeOurs;
}

/** Each way for as many questions as fit into a minute. Undefined where PostgreSQL is not installed. */
export async function timeTrigrams(
  names: readonly ScannedName[],
  { questions, ours, forSameAnswers, timeOurs }: Asked,
): Promise<TrigramReport | undefined> {
  const server = await startTrigrams(names.map(({ entry, words }) => ({ entry, text: words.join(' ') })));
  if (!server) return undefined;
  try {
    const asked = questions.map((question) => wordsOf(question).join(' '));
    const timed = async (likeness: Likeness, recall: number | undefined): Promise<TrigramTimes> => {
      const some = asked.slice(0, fitting(server.time(asked.slice(0, TRIAL), likeness)));
      const [times, own] = await byTurns(
        () => server.time(some, likeness),
        () => timeOurs(some.length),
      );
      return { name: nameOf(likeness), times, own, likeness, recall };
    };
    const answered = ours ? asked.flatMap((_, at) => (ours[at]?.size ? [at] : [])) : [];
    const recallOf = (likeness: Likeness) =>
      ours && recall(server.find(pick(asked, answered), likeness), pick(ours, answered));
    const all = [await timed(AS_IT_COMES, recallOf(AS_IT_COMES))];
    for (const operator of forSameAnswers ? OPERATORS : []) {
      const isEnough = (threshold: number) => (recallOf({ operator, threshold }) ?? 0) >= SAME_ANSWERS;
      const threshold = firstOf(THRESHOLDS, isEnough);
      all.push(await timed({ operator, threshold }, recallOf({ operator, threshold })));
    }
    return { bytes: server.bytes, timed: all };
  } finally {
    await server.stop();
  }
}

type TimeAll = () => number[] | Promise<number[]>;

/**
 * Each question's best of both. By turns, since a machine that others use too is faster at one time than at
 * another; and all questions before the first again, since the second answer to the same question is cached.
 */
async function byTurns(theirs: TimeAll, ours: TimeAll): Promise<[number[], number[]]> {
  let best: [number[], number[]] = [await theirs(), await ours()];
  for (let round = 1; round < ROUNDS; round += 1) {
    const next = [await theirs(), await ours()] as const;
    best = [bestOf(best[0], next[0]), bestOf(best[1], next[1])];
  }
  return best;
}

export const bestOf = (times: readonly number[], others: readonly number[]) =>
  times.map((one, at) => Math.min(one, others[at] ?? one));

/** The number of queries that fit into the time limit, judged by the first. */
function fitting(trial: readonly number[]): number {
  const seconds = (sumOf(trial) * ROUNDS) / (trial.length * 1000);
  return Math.max(TRIAL, Math.min(TRIGRAM_QUESTIONS, Math.floor(TRIGRAM_SECONDS / seconds)));
}

const nameOf = ({ operator, threshold, limit }: Likeness) =>
  `PostgreSQL pg_trgm by ${operator} from ${threshold} on${limit ? `, the first ${limit}` : ''}`;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

const pick = <T>(all: readonly T[], places: readonly number[]): T[] => places.flatMap((place) => all[place] ?? []);

/** The first of values of which all after it are enough too; the last where none is. */
function firstOf(values: readonly number[], isEnough: (value: number) => boolean): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isEnough(values[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return values[from] ?? 0;
}

/** On average of the questions, each of which has an answer. */
function recall(theirs: readonly Set<number>[], ours: readonly ReadonlySet<number>[]): number {
  const shares = theirs.map((found, at) => {
    const wanted = [...(ours[at] ?? [])];
    return wanted.filter((entry) => found.has(entry)).length / wanted.length;
  });
  return sumOf(shares) / shares.length;
}
