import type { ListedEntry } from '#shared/screening/listed-entry.ts';
import { comparableNames, readingsOf } from '#shared/screening/names/search-terms.ts';
import { type ScannedName, scan } from './screening-scan.ts';
import { type Likeness, startTrigrams } from './screening-trgm.ts';

/** What others take for the same questions over the same names, all of them read in Latin letters before. */
const ROUNDS = 3;
const SCANNED_QUESTIONS = 5;
const SCAN_SIMILARITY = 0.9;
/** Of a million names PostgreSQL answers a few a second. */
const TRIGRAM_SECONDS = 60;
const TRIGRAM_TRIAL = 5;
const TRIGRAM_QUESTIONS = 300;

export interface RivalTimes {
  name: string;
  /** Milliseconds of each question asked, from the first on. */
  times: number[];
}

const firstSpellings = (reading: readonly (readonly string[])[]) =>
  reading.map(([first = '']) => first);

const wordsOf = (question: string) => firstSpellings(readingsOf(question, {})[0] ?? []);

export const listedNames = (entries: Iterable<ListedEntry>): ScannedName[] =>
  Array.from(entries, (entry, at) =>
    comparableNames(entry).flatMap(({ readings }) =>
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

/** As it comes: similar by its own measure, the first hundred. */
const AS_IT_COMES: Likeness = { operator: '%', threshold: 0.3, limit: 100 };
/** From how strict each operator is by itself to how lenient it would have to be. */
const THRESHOLDS = [0.6, 0.5, 0.4, 0.35, 0.3, 0.275, 0.25, 0.225, 0.2, 0.175, 0.15, 0.125, 0.1];
const OPERATORS = ['%', '<%', '<<%'] as const;
/** Of the entries that we find and show, what it must find too. */
const SAME_ANSWERS = 0.99;

export interface TrigramTimes extends RivalTimes {
  likeness: Likeness;
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
  /** Also by each of its operators, so lenient that it finds the same. */
  forSameAnswers: boolean;
}

/** As it comes, for as many questions as fit into a minute. Undefined where PostgreSQL is not installed. */
export async function timeTrigrams(
  names: readonly ScannedName[],
  { questions, ours, forSameAnswers }: Asked,
): Promise<TrigramReport | undefined> {
  const server = await startTrigrams(
    names.map(({ entry, words }) => ({ entry, text: words.join(' ') })),
  );
  if (!server) return undefined;
  try {
    const asked = questions.map((question) => wordsOf(question).join(' '));
    const trial = server.time(asked.slice(0, TRIGRAM_TRIAL), AS_IT_COMES, 1);
    const seconds = (sumOf(trial) * ROUNDS) / (TRIGRAM_TRIAL * 1000);
    const fitting = Math.floor(TRIGRAM_SECONDS / seconds);
    const some = asked.slice(0, Math.max(TRIGRAM_TRIAL, Math.min(TRIGRAM_QUESTIONS, fitting)));
    const timed = (likeness: Likeness, recall: number | undefined): TrigramTimes => {
      const times = server.time(some, likeness, ROUNDS);
      return { name: nameOf(likeness), times, likeness, recall };
    };
    const recallOf = (likeness: Likeness) => ours && recall(server.find(some, likeness), ours);
    const equals = OPERATORS.flatMap((operator) => {
      for (const threshold of forSameAnswers ? THRESHOLDS : []) {
        const share = recallOf({ operator, threshold }) ?? 0;
        if (share >= SAME_ANSWERS) return [timed({ operator, threshold }, share)];
      }
      return [];
    });
    return {
      bytes: server.bytes,
      timed: [timed(AS_IT_COMES, recallOf(AS_IT_COMES)), ...equals],
    };
  } finally {
    await server.stop();
  }
}

const nameOf = ({ operator, threshold, limit }: Likeness) =>
  `PostgreSQL pg_trgm by ${operator} from ${threshold} on${limit ? `, the first ${limit}` : ''}`;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** On average of the questions that have an answer. */
function recall(theirs: readonly Set<number>[], ours: readonly ReadonlySet<number>[]): number {
  const shares = theirs.flatMap((found, at) => {
    const wanted = [...(ours[at] ?? [])];
    return wanted.length === 0
      ? []
      : [wanted.filter((entry) => found.has(entry)).length / wanted.length];
  });
  return sumOf(shares) / shares.length;
}
