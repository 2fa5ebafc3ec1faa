import type { ListedEntry } from '#shared/screening/listed-entry.ts';
import { comparableNames, readingsOf } from '#shared/screening/names/search-terms.ts';
import { type ScannedName, scan } from './screening-scan.ts';
import { startTrigrams } from './screening-trgm.ts';

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

/** As many questions as fit into a minute; undefined where PostgreSQL is not installed. */
export async function timeTrigrams(
  names: readonly ScannedName[],
  questions: readonly string[],
): Promise<(RivalTimes & { bytes: number }) | undefined> {
  const server = await startTrigrams(names.map(({ words }) => words.join(' ')));
  if (!server) return undefined;
  try {
    const asked = questions.map((question) => wordsOf(question).join(' '));
    const trial = server.ask(asked.slice(0, TRIGRAM_TRIAL), 1).reduce((sum, one) => sum + one, 0);
    const fitting = Math.floor((TRIGRAM_SECONDS * 1000 * TRIGRAM_TRIAL) / (trial * ROUNDS));
    const count = Math.max(TRIGRAM_TRIAL, Math.min(TRIGRAM_QUESTIONS, fitting));
    const times = server.ask(asked.slice(0, count), ROUNDS);
    return { name: 'PostgreSQL pg_trgm', times, bytes: server.bytes };
  } finally {
    await server.stop();
  }
}
