import { RESULTS } from '../batches/batch-results.ts';
import { batchLineOf, COLUMNS, type Request, requestOf, SYNONYMS } from '../batches/customer-row.ts';
import { runBatch } from '../batches/run-batch.ts';
import { uploadFile, uploadLines } from '../batches/upload-lines.ts';
import { sha256OfFile } from '../bulk/journal.ts';
import { type Job, runJob } from '../bulk/run.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { type Columns, cellsOf, columnsOf } from '../csv/columns.ts';
import { type CsvFile, openCsv } from '../csv/read-csv.ts';
import { EXIT, type ExitCode, Failure, messageOf, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { count } from '../terminal.ts';

const SCORES = { min: 1, max: 100 };
const KEPT_DAYS = { min: 1, max: 90 };
/** Files with more rows are uploaded as a batch. */
const MOST_SINGLE_ROWS = 1_000;

/** Screens each row by itself, or uploads the file as a batch. */
export const screen: Run = async (invocation) => {
  const resumed = invocation.text('resume');
  if (resumed !== undefined) return resume(invocation, resumed);
  const earlier = invocation.text('failed-rows-of');
  if (earlier !== undefined) return screenFailedRows(invocation, earlier);
  const [path] = invocation.args;
  if (path === undefined) throw usageError('The argument <file> is missing. See `assay help screen`.');
  const settings = settingsOf(invocation);
  const source = asItIs(invocation, path);
  if (source) return screenFile(invocation, { path, source, settings });
  if (invocation.flag('dry-run')) return runJob(invocation, jobOf(invocation, settings));
  if (await isBatch(invocation, path)) return screenBatch(invocation, path, settings);
  if (invocation.text('keep-rows-days') !== undefined)
    throw usageError(`--keep-rows-days is for batches. ${path} has few rows: use --batch to upload it as one.`);
  return runJob(invocation, jobOf(invocation, settings));
};

interface Settings {
  /** As they are asked for; a profile may set them too. */
  lists: string | undefined;
  profileKey: string | undefined;
  scores: { profileKey?: string; reviewScore?: number; matchScore?: number };
}

function settingsOf(invocation: Invocation): Settings {
  const reviewScore = invocation.number('review-score', SCORES);
  const matchScore = invocation.number('match-score', SCORES);
  const profileKey = invocation.text('screening-profile');
  if (profileKey !== undefined && (reviewScore ?? matchScore) !== undefined)
    throw usageError('A screening profile sets the scores. Leave out --review-score and --match-score.');
  const scores = {
    ...(profileKey !== undefined && { profileKey }),
    ...(reviewScore !== undefined && { reviewScore }),
    ...(matchScore !== undefined && { matchScore }),
  };
  return { lists: invocation.text('lists'), profileKey, scores };
}

async function listsOf(client: Client, { lists, profileKey }: Settings): Promise<string[] | undefined> {
  const own = lists?.split(',').map((one) => one.trim());
  if (profileKey !== undefined && (await hasLists(client, profileKey))) {
    if (own) throw usageError(`The screening profile ${profileKey} sets the lists. Leave out --lists.`);
    return undefined;
  }
  return own ?? (await enabledLists(client));
}

async function isBatch(invocation: Invocation, path: string): Promise<boolean> {
  const [asked, refused, isSearch] = ['batch', 'no-batch', 'search'].map((name) => invocation.flag(name));
  if (asked && (refused || isSearch))
    throw usageError(`--batch and --${isSearch ? 'search' : 'no-batch'} exclude each other.`);
  if (asked || refused || isSearch) return asked ?? false;
  const file = await openCsv(path, invocation.text('delimiter'));
  for await (const { row } of file.rows()) if (row > MOST_SINGLE_ROWS) return true;
  return false;
}

type FileSource = { mapping: string } | { format: 'ndjson' | 'ftm' };

/** What the service reads by itself: columns by a mapping that has been saved, and JSON lines. */
function asItIs(invocation: Invocation, path: string): FileSource | undefined {
  const mapping = invocation.text('mapping');
  if (mapping !== undefined) return { mapping };
  if (/\.ftm(\.(json|jsonl|ndjson))?$/i.test(path)) return { format: 'ftm' };
  return /\.(jsonl|ndjson)$/i.test(path) ? { format: 'ndjson' } : undefined;
}

/** Options that have no meaning for a file that is not read here. */
const OF_READ_FILES = ['map', 'delimiter', 'search', 'no-batch', 'dry-run'];

/** Uploads the file as it is. */
async function screenFile(
  invocation: Invocation,
  { path, source, settings }: { path: string; source: FileSource; settings: Settings },
): Promise<ExitCode> {
  const given = givenOf(invocation, OF_READ_FILES);
  if (given !== undefined) throw usageError(`The file is uploaded as it is. Leave out --${given}.`);
  const days = daysOf(invocation);
  return runBatch(invocation, {
    name: path.replace(/\.(csv|jsonl|ndjson)$/i, ''),
    inputSha256: await sha256OfFile(path).catch((error: unknown) => {
      throw usageError(`${path} cannot be read: ${messageOf(error)}`);
    }),
    hasLines: true,
    options: { ...source, lists: settings.lists, ...settings.scores, ...days },
    prepare: async (client) => {
      const sources = await listsOf(client, settings);
      const uploadId = await uploadFile(client, path);
      return { body: { uploadId, ...source, ...(sources && { sources }), ...settings.scores, ...days } };
    },
  });
}

function daysOf(invocation: Invocation): { keepRowsDays?: number } {
  const keepRowsDays = invocation.number('keep-rows-days', KEPT_DAYS);
  return keepRowsDays === undefined ? {} : { keepRowsDays };
}

const givenOf = (invocation: Invocation, names: readonly string[]) =>
  names.find(
    (name) => invocation.text(name) !== undefined || invocation.flag(name) || invocation.texts(name).length > 0,
  );

async function screenBatch(invocation: Invocation, path: string, settings: Settings): Promise<ExitCode> {
  const file = await openCsv(path, invocation.text('delimiter'));
  const columns = columnsIn(invocation, file);
  const days = daysOf(invocation);
  return runBatch(invocation, {
    name: path.replace(/\.csv$/i, ''),
    inputSha256: await sha256OfFile(path),
    options: { columns: [...columns], lists: settings.lists, ...settings.scores, ...days },
    prepare: async (client) => {
      const sources = await listsOf(client, settings);
      const { uploadId, rows } = await uploadLines(client, path, () => linesOf(file, columns));
      invocation.terminal.err(`Uploaded ${count(rows, 'row')}.`);
      const lists = { ...(sources && { sources }) };
      return { body: { uploadId, format: 'ndjson', ...lists, ...settings.scores, ...days } };
    },
  });
}

async function* linesOf(file: CsvFile, columns: Columns): AsyncGenerator<string> {
  for await (const { cells } of file.rows()) yield batchLineOf(cellsOf(columns, cells));
}

function columnsIn(invocation: Invocation, file: CsvFile): Columns {
  const columns = columnsOf(file.headings, { columns: COLUMNS, synonyms: SYNONYMS }, invocation.texts('map'));
  requireName(columns);
  return columns;
}

function requireName(columns: Columns): void {
  if (!columns.has('name')) throw usageError('The file has no column name. Name it: --map name=<heading>.');
}

/** Options that a batch has already been created with. */
const OF_FILES = ['mapping', 'map', 'delimiter', 'search', 'batch', 'no-batch', 'dry-run'];
const OF_NEW_RUNS = [
  'lists',
  'screening-profile',
  'review-score',
  'match-score',
  'keep-rows-days',
  'failed-rows-of',
  ...OF_FILES,
];

/** Follows a batch that was created before, also on another machine, and writes its results. */
function resume(invocation: Invocation, batchId: string): Promise<ExitCode> {
  const given = givenOf(invocation, OF_NEW_RUNS);
  if (given !== undefined) throw usageError(`--resume follows a batch as it was created. Leave out --${given}.`);
  if (invocation.args.length > 0) throw usageError('--resume follows a batch of a file. Leave out the file.');
  return runBatch(invocation, {
    name: batchId,
    inputSha256: batchId,
    hasLines: true,
    options: {},
    prepare: async () => ({ batchId }),
  });
}

/** A new batch of the rows that failed in an earlier one; with its lists and scores, unless others are asked for. */
function screenFailedRows(invocation: Invocation, failedRowsOf: string): Promise<ExitCode> {
  const given = givenOf(invocation, OF_FILES);
  if (given !== undefined) throw usageError(`--failed-rows-of screens rows of a batch. Leave out --${given}.`);
  if (invocation.args.length > 0) throw usageError('--failed-rows-of screens rows of a batch. Leave out the file.');
  const settings = settingsOf(invocation);
  const days = daysOf(invocation);
  return runBatch(invocation, {
    name: `${failedRowsOf}.failed`,
    inputSha256: failedRowsOf,
    hasLines: true,
    options: { failedRowsOf, lists: settings.lists, ...settings.scores, ...days },
    prepare: async (client) => ({
      body: { failedRowsOf, ...(await policyLike(client, failedRowsOf, settings)), ...days },
    }),
  });
}

async function policyLike(client: Client, id: string, settings: Settings) {
  const { sources, reviewScore, matchScore, pepLookbackMonths } = await client.screening.readScreeningBatch({
    params: { id },
  });
  if (settings.profileKey !== undefined) {
    const lists = await listsOf(client, settings);
    return { ...(lists && { sources: lists }), ...settings.scores };
  }
  const scores = { ...(reviewScore && { reviewScore }), ...(matchScore && { matchScore }), ...settings.scores };
  if (settings.lists !== undefined || !sources) return { sources: (await listsOf(client, settings)) ?? [], ...scores };
  return { sources, ...(pepLookbackMonths && { pepLookbackMonths }), ...scores };
}

/** A stored run for each row, or with `--search` a search that stores nothing. */
function jobOf(invocation: Invocation, settings: Settings): Job<{ lists: string[] | undefined }, Request> {
  const isSearch = invocation.flag('search');
  const { scores } = settings;
  return {
    columns: COLUMNS,
    synonyms: SYNONYMS,
    checkColumns: (columns) => {
      requireName(columns);
      if (isSearch && columns.has('riskSubjectId'))
        throw usageError('A search records nothing on risk subjects. Leave out --search or riskSubjectId.');
    },
    results: RESULTS,
    options: { isSearch, lists: settings.lists, ...scores },
    prepare: async (client) => ({ lists: await listsOf(client, settings) }),
    identify: (cell) => ({ id: cell('id') }),
    request: requestOf,
    send: async (client, { id, subject, riskSubjectId }, { prepared, idempotencyKey, signal }) => {
      const asked = { ...(prepared.lists && { sources: prepared.lists }), ...scores };
      if (isSearch) {
        const found = await client.screening.searchScreeningEntries({ body: { ...subject, ...asked }, signal });
        const { items, total, incompleteReasons } = found;
        return {
          outcome: found.errorCode ? 'error' : found.incomplete ? 'incomplete' : total > 0 ? 'found' : 'clear',
          values: { id, ...summaryOf(items), matches: total, incomplete: incompleteReasons },
          details: { entries: items, sources: found.sources },
        };
      }
      const run = await client.screening.createScreeningRun({
        idempotencyKey,
        signal,
        body: { subject, ...asked, ...(riskSubjectId !== undefined && { riskSubjectId }) },
      });
      return {
        outcome: run.status,
        values: {
          id,
          ...summaryOf(run.matches),
          matches: run.matches.length,
          parties: new Set(run.matches.map(({ id: matchId, group }) => group?.id ?? matchId)).size,
          incomplete: run.incompleteReasons,
          runId: run.id,
        },
        details: { run },
      };
    },
  };
}

interface ShownMatch {
  source: string;
  sourceEntryId: string;
  listedName: string;
  score: number;
  entry: { measures: readonly string[] } | null;
}

/** The match with the highest score, and the measures of all. */
function summaryOf(matches: readonly ShownMatch[]) {
  const [top] = matches.toSorted((a, b) => b.score - a.score);
  return {
    measures: [...new Set(matches.flatMap(({ entry }) => entry?.measures ?? []))],
    topScore: top?.score,
    list: top?.source,
    entryId: top?.sourceEntryId,
    listedName: top?.listedName,
  };
}

/** Built-in profiles have no lists of their own. */
async function hasLists(client: Client, key: string): Promise<boolean> {
  const { sources } = await client.screening.readScreeningProfile({ params: { key } });
  return sources !== null;
}

async function enabledLists(client: Client): Promise<string[]> {
  const { items } = await client.screening.listScreeningSources();
  const keys = items.filter(({ enabled, versionId, own }) => enabled && versionId && !own).map(({ key }) => key);
  if (keys.length === 0) throw new Failure(EXIT.refused, 'The service has no loaded list.');
  return keys;
}
