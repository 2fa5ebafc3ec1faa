import { writeFileSync } from 'node:fs';
import type { ScreenedList } from '#shared/screening/index/search-pool.ts';
import { loadScriptTables } from '#shared/screening/names/script-tables.ts';
import type { RecallCase } from './support/recall-case.ts';
import { collectCases } from './support/recall-collect.ts';
import { isTarget, openTogether, screenSubject } from './support/recall-editions.ts';
import type { Innocent } from './support/recall-innocents.ts';
import { hasRealLists, readRealList, realListKeys } from './support/screening-lists.ts';

/**
 * How many listed people a screening finds whose names are written in another way, and how many innocent people
 * it flags, on the published lists. Found or flagged is an entry with a score of 70 or more. The cases are the
 * same on every run with the same `RECALL_SEED`. `RECALL_DETAILS=path` writes every missed case and the worst
 * innocent names there; `--table` prints a Markdown table instead of JSON lines.
 */
const SEED = Number(process.env.RECALL_SEED ?? 7);
const PER_KIND = Number(process.env.RECALL_PER_KIND ?? 300);
const DETAILS = process.env.RECALL_DETAILS;
const WORST = 30;

interface Outcome {
  case: RecallCase;
  isFound: boolean;
  topScore: number;
}

async function runCase(lists: readonly ScreenedList[], one: RecallCase): Promise<Outcome> {
  const { matches, topScore } = await screenSubject(lists, one.subject);
  return { case: one, isFound: matches.some(isTarget(one)), topScore: topScore ?? 0 };
}

interface Flagged {
  innocent: Innocent;
  byName: number;
  withDetails: number;
  /** The names that were flagged, for a reader who tunes the matcher. */
  matched: string[];
}

async function runInnocent(lists: readonly ScreenedList[], innocent: Innocent): Promise<Flagged> {
  const { name, dateOfBirth, country } = innocent;
  const subject = { name, entityType: 'person' as const };
  const alone = await screenSubject(lists, subject);
  const known = { ...subject, datesOfBirth: [dateOfBirth], nationalities: [country] };
  const together = await screenSubject(lists, known);
  return {
    innocent,
    ...{ byName: alone.matches.length, withDetails: together.matches.length },
    matched: [...together.matches, ...alone.matches].map(
      ({ matchedName, score }) => `${matchedName} ${score}`,
    ),
  };
}

const share = (part: number, all: number) => (all === 0 ? 0 : (part / all) * 100);
const percent = (value: number) => Number(value.toFixed(1));

function report(name: string, value: number, against?: string, ratio?: number) {
  console.log(JSON.stringify({ name, value: percent(value), unit: '%', against, ratio }));
}

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string) => Map.groupBy(all, keyOf);

function reportRecall(outcomes: readonly Outcome[]): void {
  for (const [kind, of] of groupBy(outcomes, (one) => one.case.kind)) {
    const [first] = of;
    const isFound = first?.case.expected === 'found';
    const right = of.filter((one) => one.isFound === isFound).length;
    report(`${kind}, ${isFound ? 'found' : 'not found'} of ${of.length}`, share(right, of.length));
  }
  const wanted = outcomes.filter((one) => one.case.expected === 'found');
  const found = wanted.filter(({ isFound }) => isFound).length;
  report(`all that must be found, ${wanted.length}`, share(found, wanted.length));
}

function reportFlagged(flagged: readonly Flagged[]): void {
  const count = (of: readonly Flagged[], by: 'byName' | 'withDetails') =>
    share(of.filter((one) => one[by] > 0).length, of.length);
  for (const [country, of] of groupBy(flagged, ({ innocent }) => innocent.country)) {
    report(`innocents of ${country} flagged by name, ${of.length}`, count(of, 'byName'));
    report(
      `innocents of ${country} flagged with date of birth and nationality`,
      count(of, 'withDetails'),
    );
  }
  report(`innocents flagged by name, ${flagged.length}`, count(flagged, 'byName'));
  report('innocents flagged with date of birth and nationality', count(flagged, 'withDetails'));
}

function writeDetails(
  path: string,
  outcomes: readonly Outcome[],
  flagged: readonly Flagged[],
): void {
  const wrong = outcomes.filter((one) => one.isFound !== (one.case.expected === 'found'));
  const lines = wrong.map(({ case: { kind, subject, target, expected }, topScore }) => {
    const listed = target.entry.names.slice(0, 4).map(({ text }) => text);
    return {
      kind,
      expected,
      subject,
      list: target.list,
      entryId: target.entry.id,
      listed,
      topScore,
    };
  });
  const worst = flagged
    .filter(({ byName, withDetails }) => byName + withDetails > 0)
    .toSorted((a, b) => b.withDetails - a.withDetails || b.byName - a.byName)
    .map(({ innocent, matched, ...rest }) => ({
      ...innocent,
      ...rest,
      matched: matched.slice(0, 5),
    }));
  const byName = worst.toSorted((a, b) => b.byName - a.byName).slice(0, WORST);
  const withDetails = worst.filter((one) => one.withDetails > 0).slice(0, WORST);
  const text = [
    ...lines.map((line) => JSON.stringify(line)),
    ...byName.map((line) => JSON.stringify({ kind: 'innocent by name', ...line })),
    ...withDetails.map((line) => JSON.stringify({ kind: 'innocent with details', ...line })),
  ];
  writeFileSync(path, `${text.join('\n')}\n`);
}

async function main(): Promise<void> {
  if (!hasRealLists)
    return console.log('screening-recall was not run: the published lists are missing.');
  const lists = new Map<string, Awaited<ReturnType<typeof readRealList>>>();
  for (const key of realListKeys) lists.set(key, await readRealList(key));
  const { cases, editions, innocents } = collectCases(lists, { perKind: PER_KIND, seed: SEED });
  await loadScriptTables(cases.map(({ subject }) => subject.name));
  const outcomes: Outcome[] = [];
  for (const [edition, edited] of editions) {
    const opened = await openTogether(edited);
    for (const one of cases) if (one.edition === edition) outcomes.push(await runCase(opened, one));
  }
  const published = await openTogether(lists);
  const flagged: Flagged[] = [];
  for (const innocent of innocents) flagged.push(await runInnocent(published, innocent));
  reportRecall(outcomes);
  reportFlagged(flagged);
  if (DETAILS) writeDetails(DETAILS, outcomes, flagged);
}

await main();
