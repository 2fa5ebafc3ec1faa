import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadNameTables } from '#packages/names/src/name-tables.ts';
import { dice } from '#packages/watchlist/src/assurance/dice.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { screen } from '#packages/watchlist/src/search/screen.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { type ListKey, PEP_LIST } from '#shared/screening/contract.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { indexFolder } from './support/screening-indexes.ts';
import { hasRealLists, readOfficeHolders, readRealList, realListKeys } from './support/screening-lists.ts';
import { people } from './support/screening-people.ts';
import { bestOf, listedNames, type RivalTimes, ROUNDS, timeScan, timeTrigrams } from './support/screening-rivals.ts';
import { isSmall, sized } from './support/size.ts';

/**
 * How long a screening takes: over all published sanctions lists together (or invented people where they
 * are not at hand), of names that are harder than life and of real people; and with a list of a million
 * politically exposed people. Beside a full scan of the same names and PostgreSQL's trigrams. Cold is a new
 * process that reads the index from disk and answers once.
 */
const PEOPLE = Number(process.env.PEP_PEOPLE ?? sized(1_000_000, 200));
const QUESTIONS = sized(1_000, 20);
/** What a function has answered that is asked all day, and what the engine needs to know it well. */
const WARM_UP_ROUNDS = sized(10, 1);
const TODAY = '2026-03-14';
const POLICY = { reviewScore: 70, matchScore: 90 };

const folder = process.argv[2] === 'cold' ? (process.argv[3] ?? '') : mkdtempSync(join(tmpdir(), 'index-'));
const indexes = indexFolder(folder);
const megabytes = (bytes: number) => Number((bytes / 1e6).toFixed(1));
const rounded = (value: number) => Number(value.toPrecision(3));

function report(name: string, value: number, unit: string, against?: string, ratio?: number) {
  console.log(JSON.stringify({ name, value: rounded(value), unit, against, ratio }));
}

const ask = (lists: readonly ScreenedList[], name: string) =>
  screen(lists, { subject: { name }, policy: POLICY, lookbackMonths: 12 }, { today: TODAY, tables: nameTables });

/** A separate process, so that the memory of one list is not counted with another. */
async function cold(keys: readonly string[]): Promise<void> {
  await ask(indexes.openJointIndex(keys), 'Viktor Semyonov');
  console.log(JSON.stringify({ rss: process.memoryUsage().rss }));
}

function runCold(keys: readonly string[]): { milliseconds: number; rss: number } {
  const file = fileURLToPath(import.meta.url);
  const start = performance.now();
  const { stdout } = spawnSync(process.execPath, [file, 'cold', folder, ...keys], {
    encoding: 'utf8',
  });
  const { rss } = JSON.parse(stdout);
  return { milliseconds: performance.now() - start, rss };
}

/** Half of the queries are for a listed person, half for invented people with the same name parts. */
function questionsFrom(entries: readonly ListedEntry[]): string[] {
  const below = dice(11);
  const anyName = () => {
    const entry = entries[below(entries.length)];
    return entry?.names[below(entry.names.length)]?.text ?? 'Anna Schmidt';
  };
  const anyWord = () => {
    const words = anyName().split(/\s+/);
    return words[below(words.length)] ?? 'Anna';
  };
  return Array.from({ length: QUESTIONS }, (_, at) => (at % 2 === 0 ? anyName() : `${anyWord()} ${anyWord()}`)).filter(
    (name) => /\p{L}/u.test(name),
  );
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const meanOf = (times: readonly number[]) => times.reduce((sum, one) => sum + one, 0) / times.length;

async function timeOnce(lists: readonly ScreenedList[], questions: readonly string[]) {
  const times: number[] = [];
  for (const name of questions) {
    const start = performance.now();
    await ask(lists, name);
    times.push(performance.now() - start);
  }
  return times;
}

/** The first pass, and the best time of each query once warm, which excludes other load of the machine. */
async function time(lists: readonly ScreenedList[], questions: readonly string[]) {
  await loadNameTables(nameTables, questions);
  const first = await timeOnce(lists, questions);
  for (let round = 1; round < WARM_UP_ROUNDS; round += 1) await timeOnce(lists, questions);
  let last = await timeOnce(lists, questions);
  let best = last;
  for (let round = 1; round < ROUNDS; round += 1) {
    last = await timeOnce(lists, questions);
    best = bestOf(best, last);
  }
  return { first, best, last };
}

/** Compared with our mean time for the same queries. */
function reportRival(label: string, own: readonly number[], { name, times }: RivalTimes): void {
  const ours = meanOf(own.slice(0, times.length));
  const ratio = rounded(meanOf(times) / ours);
  report(`${name} over ${label}, mean of ${times.length}`, meanOf(times), 'ms');
  report(`${name} over ${label}, 99th percentile`, percentile(times, 0.99), 'ms');
  report(`screening over ${label}, mean of the same`, ours, 'ms', name, ratio);
}

/** Which of the entries a screening shows, by their places; where a place is known of every entry. */
async function shown(lists: readonly ScreenedList[], questions: readonly string[], places: Places) {
  const entries: Set<number>[] = [];
  for (const name of questions) {
    const { matches } = await ask(lists, name);
    const found = matches.flatMap(({ source, entry }) => places.get(placeKey(source, entry)) ?? []);
    entries.push(new Set(found));
  }
  return entries;
}

type Places = ReadonlyMap<string, number>;
const placeKey = (source: string, { id }: ListedEntry) => `${source} ${id}`;

interface Measured {
  label: string;
  keys: readonly string[];
  listed: readonly ListedEntry[];
  questions: readonly string[];
  places?: Places;
}

async function measureOurs({ label, keys, questions }: Measured): Promise<number[]> {
  report('load of the machine', loadavg()[0] ?? 0, 'processes');
  const { first, best, last } = await time(indexes.openJointIndex(keys), questions);
  report(`screening over ${label}, median`, percentile(best, 0.5), 'ms');
  report(`screening over ${label}, 99th percentile`, percentile(best, 0.99), 'ms');
  report(`screenings over ${label}, one core`, 1000 / meanOf(best), '1/s');
  report('the same in a single pass', percentile(last, 0.99), 'ms');
  report('the same of the first questions of a process, median', percentile(first, 0.5), 'ms');
  report('the same of the first questions of a process', percentile(first, 0.99), 'ms');
  return best;
}

/** The saving of one joint index over separate ones. */
async function measureApart({ label, keys, questions }: Measured, joined: readonly number[]) {
  const { best } = await time(indexes.openEach(keys), questions);
  const ratio = rounded(meanOf(best) / meanOf(joined));
  report(`screening over ${label}, each by itself, mean`, meanOf(best), 'ms', 'joined', ratio);
}

function measureCold({ label, keys }: Measured): void {
  const { milliseconds, rss } = runCold(keys);
  report(`first screening over ${label} in a new process`, milliseconds, 'ms');
  report(`memory after it`, megabytes(rss), 'MB');
}

async function measureTrigrams({ label, keys, listed, questions, places }: Measured): Promise<void> {
  // Starting PostgreSQL takes longer than all of a small run.
  if (isSmall) return;
  const lists = indexes.openJointIndex(keys);
  const ours = places && (await shown(lists, questions, places));
  const forSameAnswers = ours !== undefined;
  // The other engine runs for seconds between two turns, so this one is warmed up again: a busy function is measured.
  const timeOurs = async (count: number) => {
    await timeOnce(lists, questions);
    return timeOnce(lists, questions.slice(0, count));
  };
  const asked = { questions, ours, forSameAnswers, timeOurs };
  const trigrams = await timeTrigrams(listedNames(listed), asked);
  if (!trigrams) return console.log('pg_trgm was not measured: PostgreSQL is not installed.');
  report(`pg_trgm, names and index`, megabytes(trigrams.bytes), 'MB');
  for (const timed of trigrams.timed) {
    if (timed.recall !== undefined) report(`${timed.name} finds of ours`, timed.recall * 100, '%');
    reportRival(label, timed.own, timed);
  }
}

async function measure(measured: Measured): Promise<void> {
  const best = await measureOurs(measured);
  if (measured.places) await measureApart(measured, best);
  measureCold(measured);
  reportRival(measured.label, best, timeScan(listedNames(measured.listed), measured.questions));
  await measureTrigrams(measured);
}

/** Real people, screened against the same lists: one name of each, in any script. */
async function measureOfficeHolders(measured: Measured): Promise<void> {
  const below = dice(11);
  const holders = await readOfficeHolders();
  const questions = Array.from({ length: QUESTIONS }, () => {
    const names = holders[below(holders.length)]?.names ?? [];
    return names[below(names.length)]?.text ?? '';
  });
  const asked = { ...measured, label: `${measured.label}, office holders`, questions };
  await measureOurs(asked);
  await measureTrigrams(asked);
}

/** Stands for the published lists where there are none. */
const INVENTED = 'invented';

async function main(): Promise<void> {
  const sanctions: ListedEntry[] = [];
  const places = new Map<string, number>();
  const keys: readonly (ListKey | typeof INVENTED)[] = hasRealLists
    ? sized(realListKeys, ['idb_sanctions'])
    : [INVENTED];
  const listed = new Map<string, readonly ListedEntry[]>();
  let milliseconds = 0;
  for (const key of keys) {
    const entries = key === INVENTED ? [...people(sized(25_000, 500))] : await readRealList(key);
    await loadNameTables(
      nameTables,
      entries.flatMap(({ names }) => names.map(({ text }) => text)),
    );
    listed.set(key, entries);
    milliseconds += indexes.build(key, entries).milliseconds;
    for (const entry of entries) {
      places.set(placeKey(key, entry), sanctions.length);
      sanctions.push(entry);
    }
  }
  const label = `${sanctions.length} sanctions entries`;
  const joint = indexes.joinLists(listed);
  report(`indexes of each of ${label}, build`, milliseconds, 'ms');
  report(`index of ${label}, build`, joint.milliseconds, 'ms');
  report(`index of ${label}, size in memory`, megabytes(joint.bytes), 'MB');
  const measured = { label, keys, listed: sanctions, questions: questionsFrom(sanctions), places };
  await measure(measured);

  const pep = indexes.build(PEP_LIST, people(PEOPLE));
  report(`index of ${PEOPLE} PEPs, build`, pep.milliseconds, 'ms');
  report(`memory of the builder at most`, process.resourceUsage().maxRSS / 1000, 'MB');
  report(`index of ${PEOPLE} PEPs, size in memory`, megabytes(pep.bytes), 'MB');
  const peps = [...people(PEOPLE)];
  await measure({
    label: `sanctions and ${PEOPLE} PEPs`,
    keys: [...keys, PEP_LIST],
    listed: peps,
    questions: questionsFrom(peps),
  });
  if (hasRealLists) await measureOfficeHolders(measured);
}

if (process.argv[2] === 'cold') await cold(process.argv.slice(4));
else {
  await main();
  rmSync(folder, { recursive: true });
}
