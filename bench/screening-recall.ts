import { loadNameTables } from '#packages/names/src/name-tables.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { printAssurance } from './support/assurance-report.ts';
import { printHardNames } from './support/hard-report.ts';
import {
  type DetailOutcome,
  isSpelling,
  printByDetail,
  printDetailTable,
  runByDetail,
} from './support/recall-by-detail.ts';
import type { RecallCase } from './support/recall-case.ts';
import { type Collected, collectCases, collectPepCases } from './support/recall-collect.ts';
import { isTarget, type Lists, openJointIndex, screenSubject } from './support/recall-editions.ts';
import type { Innocent } from './support/recall-innocents.ts';
import {
  type Flagged,
  type Measured,
  printLines,
  printTable,
  type RecallOutcome,
  recallOf,
  writeDetails,
} from './support/recall-report.ts';
import { askRivals, sampleOf } from './support/recall-rivals.ts';
import { hasRealLists, readOfficeHolders, readRealList, realListKeys } from './support/screening-lists.ts';
import { isSmall, sized, skip } from './support/size.ts';

/**
 * How many listed people a screening finds whose names are written in another way, and how many innocent people
 * it flags, on the published lists. Found or flagged is an entry with a score of 70 or more; how the name is written
 * is also measured by name alone and with the listed date of birth, at 70 and at 65. The same seed makes the same cases.
 *
 * RECALL_DETAILS=path  writes every wrong case and the worst innocent names, a JSON object a line
 * RECALL_TABLE=1       prints a Markdown table after the JSON lines
 * RECALL_ONLY=text     runs the kinds alone whose name contains it, without innocents and rivals; `classes`
 *                      prints the tables of damaged names and public sets alone, `assurance` the table of the assurance program
 * RECALL_RIVALS=0      leaves out the rivals
 * RECALL_PER_KIND, RECALL_SEED  300 and 7
 * RECALL_ENTRIES       entries of the assurance program, 1,000
 */
const { env } = process;
const SIZE = {
  perKind: Number(env.RECALL_PER_KIND ?? sized(300, 1)),
  seed: Number(env.RECALL_SEED ?? 7),
  ...sized({}, { innocentsPerCountry: 1 }),
};
const ONLY = env.RECALL_ONLY;

async function runCase(lists: readonly ScreenedList[], one: RecallCase): Promise<RecallOutcome> {
  const { matches, topScore } = await screenSubject(lists, one.subject);
  return { case: one, isFound: matches.some(isTarget(one)), topScore: topScore ?? 0 };
}

async function runInnocent(lists: readonly ScreenedList[], innocent: Innocent): Promise<Flagged> {
  const { name, dateOfBirth, country } = innocent;
  const subject = { name, entityType: 'person' as const };
  const alone = await screenSubject(lists, subject);
  const known = { ...subject, datesOfBirth: [dateOfBirth], nationalities: [country] };
  const together = await screenSubject(lists, known);
  return {
    innocent,
    byName: alone.matches.length,
    withDetails: together.matches.length,
    matched: [...together.matches, ...alone.matches].map(({ matchedName, score }) => `${matchedName} ${score}`),
  };
}

interface Run {
  outcomes: RecallOutcome[];
  byDetail: DetailOutcome[];
  flagged: Flagged[];
}

/** Each edition has an index of its own, which is dropped before the next is built. */
async function run(
  { cases, reported = [], editions }: Pick<Collected, 'cases' | 'editions'> & Partial<Collected>,
  innocents: readonly Innocent[],
): Promise<Run> {
  const [outcomes, byDetail, flagged]: [RecallOutcome[], DetailOutcome[], Flagged[]] = [[], [], []];
  for (const [edition, lists] of editions) {
    const own = cases.filter((one) => one.edition === edition);
    const people = edition === 'published' ? innocents : [];
    const spellings = [...own, ...reported.filter((one) => one.edition === edition)].filter(isSpelling);
    if (own.length + spellings.length + people.length === 0) continue;
    const opened = await openJointIndex(lists);
    for (const one of own) outcomes.push(await runCase(opened, one));
    for (const one of spellings) byDetail.push(await runByDetail(opened, one));
    for (const innocent of people) flagged.push(await runInnocent(opened, innocent));
  }
  return { outcomes, byDetail, flagged };
}

async function readLists(): Promise<Lists> {
  const lists = new Map<string, ListedEntry[]>();
  const keys = sized(realListKeys, ['ofac_consolidated', 'idb_sanctions']);
  for (const key of keys) lists.set(key, await readRealList(key));
  return lists;
}

const isAsked = ({ kind }: RecallCase) => ONLY === undefined || kind.includes(ONLY);

async function measure(): Promise<Measured & { byDetail: DetailOutcome[] }> {
  const sanctions = collectCases(await readLists(), SIZE);
  const innocents = ONLY === undefined ? sanctions.innocents : [];
  const cases = sanctions.cases.filter(isAsked);
  await loadNameTables(
    nameTables,
    cases.map(({ subject }) => subject.name),
  );
  const reported = sanctions.reported.filter(isAsked);
  const { outcomes, byDetail, flagged } = await run({ ...sanctions, cases, reported }, innocents);
  const pep = collectPepCases(await readOfficeHolders(), SIZE);
  const pepRun = await run({ ...pep, cases: pep.cases.filter(isAsked) }, []);
  const sample = sampleOf(cases, innocents, SIZE.seed);
  const found = new Map(outcomes.map((one) => [one.case, one.isFound]));
  const ours = { found: sample.cases.map((one) => found.get(one) ?? false) };
  const names = sanctions.editions.get('heldOut');
  const isComparing = ONLY === undefined && env.RECALL_RIVALS !== '0' && !isSmall && names !== undefined;
  return {
    outcomes: [...outcomes, ...pepRun.outcomes],
    byDetail: [...byDetail, ...pepRun.byDetail],
    flagged,
    sample,
    rivals: isComparing ? await askRivals(names, sample, recallOf(sample, ours) / 100) : undefined,
  };
}

if (!hasRealLists) skip('The published lists are missing.');
if (ONLY === undefined || ONLY === 'classes') await printHardNames(await readLists(), await readOfficeHolders(), SIZE);
if (ONLY === undefined || ONLY === 'assurance')
  await printAssurance(await readLists(), { entries: Number(env.RECALL_ENTRIES ?? sized(1_000, 5)), seed: SIZE.seed });
if (ONLY === 'classes' || ONLY === 'assurance') process.exit(0);
const measured = await measure();
printLines(measured);
printByDetail(measured.byDetail);
if (env.RECALL_TABLE === '1' || process.argv.includes('--table')) {
  printTable(measured);
  printDetailTable(measured.byDetail);
}
if (env.RECALL_DETAILS) writeDetails(env.RECALL_DETAILS, measured);
