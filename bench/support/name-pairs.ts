import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadNameTables } from '#packages/names/src/name-tables.ts';
import { comparableNames } from '#packages/names/src/search-terms.ts';
import { scoreEntry } from '#packages/watchlist/src/matching/score-entry.ts';
import { csvTable } from '#packages/watchlist/src/parsers/reading/csv-table.ts';
import { FILE_LIMITS } from '#packages/watchlist/src/parsers/reading/file-limits.ts';
import { prepareQuery } from '#packages/watchlist/src/search/prepare-query.ts';
import { nameTables } from '#shared/screening/name-tables.ts';

/** Labelled pairs of names of the public set, where a folder with it stands beside the repository. */
const FOLDER = process.env.NAME_SETS ?? fileURLToPath(new URL('../../../shared/name-sets', import.meta.url));
const PAIRS = join(FOLDER, 'name-pairs-with-logic-v2.csv');

export const hasNamePairs = existsSync(PAIRS);

export interface NamePair {
  kind: 'person' | 'entity';
  names: readonly [string, string];
  isMatch: boolean;
  /** The published score of logic-v2. */
  rival: number;
}

async function readTable(path: string, required: string[]): Promise<Partial<Record<string, string>>[]> {
  const rows: Partial<Record<string, string>>[] = [];
  for await (const row of csvTable({ name: path, chunks: createReadStream(path) }, FILE_LIMITS, { required }))
    if (row) rows.push(row);
  return rows;
}

export async function readNamePairs(): Promise<NamePair[]> {
  const rows = await readTable(PAIRS, ['schema', 'name1', 'name2', 'is_match', 'score']);
  return rows.map(({ schema, name1 = '', name2 = '', is_match: isMatch, score }) => ({
    kind: schema === 'Person' ? 'person' : 'entity',
    names: [name1, name2],
    isMatch: isMatch === 'true',
    rival: Number(score),
  }));
}

export interface UnName {
  listed: string;
  typed: string;
}

/** Listed UN names, and the same with small typing errors and in another order. */
export async function readUnNames(): Promise<UnName[]> {
  const [listed, typed] = await Promise.all(
    ['un-names.csv', 'un-names-with-typos.csv'].map((file) => readTable(join(FOLDER, file), ['full_name'])),
  );
  return (listed ?? []).map(({ full_name: name = '' }, at) => ({ listed: name, typed: typed?.[at]?.full_name ?? '' }));
}

/** The score of the second name as a listed name, for a subject with the first. */
export async function scorePair({ kind, names: [name, listed] }: Pick<NamePair, 'kind' | 'names'>): Promise<number> {
  await loadNameTables(nameTables, [name, listed]);
  const source = { kind, names: [{ text: listed, isWeak: false }], identifiers: [] };
  const entry = { kind, names: comparableNames(nameTables, source), births: [], countries: [], identifiers: [] };
  const { subject } = prepareQuery(nameTables, { name, entityType: kind });
  return scoreEntry(subject, entry, { matchScore: 90 }).score;
}

export interface Rates {
  precision: number;
  recall: number;
  f1: number;
}

export function ratesOf(outcomes: readonly { isMatch: boolean; isFound: boolean }[]): Rates {
  const both = outcomes.filter(({ isMatch, isFound }) => isMatch && isFound).length;
  const found = outcomes.filter(({ isFound }) => isFound).length;
  const matches = outcomes.filter(({ isMatch }) => isMatch).length;
  return { precision: both / found, recall: both / matches, f1: (2 * both) / (found + matches) };
}
