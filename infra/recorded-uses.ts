import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { buckets } from '#shared/buckets.ts';
import { queues } from '#shared/queues.ts';
import { allRoutes } from '#shared/routes.ts';
import { type TableDefinition, tables } from '#shared/tables.ts';
import type { Uses } from '#shared/uses.ts';
import type { FunctionName } from './function-names.ts';
import { mergeUses, usesOfRoute } from './grants.ts';
import { workers } from './workers.ts';

/**
 * What the functions of a release use, by `module.name`. All versions of a function have one role, and a
 * release changes it before its code takes over: an action that only the old code needs has to stay granted
 * until the old code is gone, which is one release longer.
 */
export type RecordedUses = Readonly<Record<string, Uses>>;

const DIRECTORY = join(import.meta.dirname, 'releases');
/** A deployed stage runs this release or the one before it. */
const OVERLAPPING = 2;

const nameOf = ({ module, name }: FunctionName) => `${module}.${name}`;

/** What the functions of this code use. */
export const usesOfCode = (): RecordedUses =>
  Object.fromEntries(
    [
      ...allRoutes.map((route) => [nameOf(route), usesOfRoute(route)] as const),
      ...workers.map((worker) => [nameOf(worker), mergeUses(worker.uses)] as const),
    ]
      .map(([name, uses]) => [name, sorted(uses)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The recordings of this version and of the one before it, as far as they exist. */
export function earlierReleases(version: string, directory = DIRECTORY): RecordedUses[] {
  return recordedVersions(directory)
    .filter((recorded) => compareVersions(recorded, version) <= 0)
    .slice(-OVERLAPPING)
    .map((recorded) => readRecording(recorded, directory));
}

/** What the role of a function grants: the uses of its code and of the code that it replaces. */
export const withEarlierUses = (uses: Uses, fn: FunctionName, releases: readonly RecordedUses[]): Uses =>
  mergeUses(uses, ...releases.flatMap((release) => release[nameOf(fn)] ?? []));

const recordedVersions = (directory: string) =>
  readdirSync(directory)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted(compareVersions);

export function readRecording(version: string, directory = DIRECTORY): RecordedUses {
  const recorded = Recording.safeParse(JSON.parse(readFileSync(join(directory, `${version}.json`), 'utf8')));
  if (recorded.success) return recorded.data as RecordedUses;
  throw new Error(
    `Release ${version} uses what this one does not have: remove a table, an index, a bucket or a queue one ` +
      `release later than its last use.\n${z.prettifyError(recorded.error)}`,
  );
}

/** One line for each function, so that differences are readable. */
export function writeRecording(version: string, directory = DIRECTORY): string {
  const file = join(directory, `${version}.json`);
  const lines = Object.entries(usesOfCode()).map(
    ([name, uses]) => `  ${JSON.stringify(name)}: ${JSON.stringify(uses)}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  return file;
}

const namesIn = <Name extends string>(all: Record<Name, unknown>) => z.enum(Object.keys(all) as [Name, ...Name[]]);
const Actions = z.array(z.string());
const IndexName = z.string();
const Recording = z.record(
  z.string(),
  z.looseObject({
    tables: z.partialRecord(namesIn(tables), Actions).optional(),
    indexes: z
      .partialRecord(namesIn(tables), z.array(IndexName))
      .refine(isIndexed, 'an index does not exist')
      .optional(),
    buckets: z.partialRecord(namesIn(buckets), Actions).optional(),
    queues: z.array(namesIn(queues)).optional(),
  }),
);

function isIndexed(named: Partial<Record<keyof typeof tables, string[]>>): boolean {
  return Object.entries(named).every(([table, names]) => {
    const { indexes = {} }: TableDefinition = tables[table as keyof typeof tables];
    return names.every((name) => name in indexes);
  });
}

/** Without what is not used, in an order that does not depend on that of the declarations. */
const sorted = (uses: Uses): Uses =>
  Object.fromEntries(
    Object.entries(uses)
      .filter(([, value]) => value === true || Object.keys(value).length > 0)
      .map(([name, value]) => [name, inOrder(value)])
      .toSorted(byName),
  );

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, inOrder(part)] as const);
  return Object.fromEntries(entries.toSorted(byName));
}

const byName = ([one]: readonly unknown[], [other]: readonly unknown[]) => (String(one) < String(other) ? -1 : 1);

/** `0.10.0` follows `0.9.0`. */
const compareVersions = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
