import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { msOfPlace, placeAt, positionAt, positionOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, partitionsOf } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { ShardKind } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { ScreeningEntry } from '../entry.ts';
import { type ScreeningStatus, withEntries, withoutEntries } from '../run.ts';
import { StoredRun } from '../stored-run.ts';
import { matchListWrites, newMatchListWrites } from './match-lists.ts';

/**
 * A run stores all its matches, possibly a thousand, compressed in one row and further parts. The
 * listed entries of the matches never change, so they are packed separately: in the row if they are
 * small, otherwise in parts that a decision on a match does not rewrite. Runs are listed by narrow
 * pointer rows: one set for all runs, and one each per status, risk subject and session.
 */
export const runsOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-runs`,
  shards: shardPlanOf('screeningRuns'),
});

export const runPartsOf = (scope: Scope, id: string) => `${scopeKey(scope)}#run-parts#${id}`;

export interface RunFilter {
  status?: ScreeningStatus | undefined;
  riskSubjectId?: string | undefined;
  sessionId?: string | undefined;
}

/** The narrowest listing that contains every run that matches the filter. */
export function listingFor(scope: Scope, filter: RunFilter): Collection {
  const listing = (of: string, kind: ShardKind): Collection => ({
    table: 'screening',
    name: `${scopeKey(scope)}#runs-listed#${of}`,
    shards: shardPlanOf(kind),
  });
  // One subject or session has few runs, and reading its list costs a read unit for each shard.
  if (filter.riskSubjectId !== undefined) return listing(`subject#${filter.riskSubjectId}`, 'records');
  if (filter.sessionId !== undefined) return listing(`session#${filter.sessionId}`, 'records');
  return listing(filter.status === undefined ? 'all' : `status#${filter.status}`, 'screeningRuns');
}

const listingsOf = (scope: Scope, { run }: StoredRun): Collection[] => [
  listingFor(scope, {}),
  listingFor(scope, { status: run.status }),
  ...(run.riskSubjectId ? [listingFor(scope, { riskSubjectId: run.riskSubjectId })] : []),
  ...(run.sessionId ? [listingFor(scope, { sessionId: run.sessionId })] : []),
];

/**
 * A match id that leads to its run: it contains the place of the run, and the rest is unique to the
 * match.
 */
export const matchIdOf = (runId: string, number: number) => idWithin(runId, String(number));

/** The id of a group of matches, which leads to their run in the same way. It follows from the run and its members. */
export const groupIdOf = (runId: string, matchIds: readonly string[]) =>
  idWithin(runId, `group\n${matchIds.toSorted().join('\n')}`);

function idWithin(runId: string, what: string): string {
  const digest = hash('sha256', `${runId}\n${what}`, 'buffer');
  digest[0] = 0x80 | ((digest[0] ?? 0) & 0x3f);
  const tail = digest.subarray(0, 8).toString('hex');
  return `${runId.slice(0, 19)}${tail.slice(0, 4)}-${tail.slice(4)}`;
}

export const entryPartOf = (index: number) => `entries#${index}`;

/** Shares a row of at most 400 KB with the first part of the run. */
const ENTRIES_IN_ROW_BYTES = 32_000;

/** The stored entries of a run: in its row, or the number of parts. */
interface StoredEntries {
  inRow?: Uint8Array;
  parts: number;
}

const partWrites = (
  scope: Scope,
  id: string,
  parts: readonly Uint8Array[],
  nameOf: (index: number) => string = String,
): Write[] =>
  parts.map((packed, index): Write => {
    return {
      table: 'screening',
      put: { pk: runPartsOf(scope, id), sk: nameOf(index), packed },
    };
  });

function packEntries({ matches }: StoredRun['run']) {
  const parts = matches.length > 0 ? pack(matches.map(({ entry }) => entry)) : [];
  const [first] = parts;
  const isSmall = first !== undefined && parts.length === 1 && first.length <= ENTRIES_IN_ROW_BYTES;
  const stored: StoredEntries = isSmall ? { inRow: first, parts: 0 } : { parts: parts.length };
  return { stored, parts: isSmall ? [] : parts };
}

const rowOf = (
  scope: Scope,
  stored: StoredRun,
  { revision, entries }: { revision: number; entries: StoredEntries },
) => {
  const [packed, ...rest] = pack({ ...stored, run: withoutEntries(stored.run) });
  const { id, riskSubjectId, sessionId, status } = stored.run;
  const row: Item = {
    ...keyIn(runsOf(scope), id),
    id,
    status,
    riskSubjectId,
    sessionId,
    revision,
    packed,
    parts: rest.length,
    ...(entries.inRow && { entries: entries.inRow }),
    ...(entries.parts > 0 && { entryParts: entries.parts }),
  };
  return { row, rest };
};

const pointer = (listing: Collection, id: string): Item => ({ ...keyIn(listing, id), id });

export function createRun(scope: Scope, stored: StoredRun): Write[] {
  const { stored: entries, parts } = packEntries(stored.run);
  const { row, rest } = rowOf(scope, stored, { revision: 1, entries });
  return [
    { table: 'screening', put: row, when: 'absent' },
    ...partWrites(scope, stored.run.id, rest),
    ...partWrites(scope, stored.run.id, parts, entryPartOf),
    ...listingsOf(scope, stored).map((listing): Write => {
      return { table: 'screening', put: pointer(listing, stored.run.id) };
    }),
    ...newMatchListWrites(scope, stored),
  ];
}

export interface FoundRun {
  stored: StoredRun;
  revision: number;
  entries: StoredEntries;
}

/** Replaces the run, unless it was changed concurrently. */
export function replaceRun(scope: Scope, before: FoundRun, after: StoredRun): Write[] {
  const { entries } = before;
  const { row, rest } = rowOf(scope, after, { revision: before.revision + 1, entries });
  const { id, status } = before.stored.run;
  const hasMoved = status !== after.run.status;
  return [
    { table: 'screening', put: row, when: { id, revision: before.revision } },
    ...partWrites(scope, id, rest),
    ...(hasMoved
      ? ([
          { table: 'screening', remove: keyIn(listingFor(scope, { status }), id) },
          {
            table: 'screening',
            put: pointer(listingFor(scope, { status: after.run.status }), id),
          },
        ] satisfies Write[])
      : []),
    ...matchListWrites(scope, before.stored, after),
  ];
}

/** Replaces a run that has got a risk subject, unless it was changed concurrently, and lists it there. */
export const attachRun = (scope: Scope, before: FoundRun, after: StoredRun): Write[] => [
  ...replaceRun(scope, before, after),
  ...(after.run.riskSubjectId
    ? [
        {
          table: 'screening' as const,
          put: pointer(listingFor(scope, { riskSubjectId: after.run.riskSubjectId }), after.run.id),
        },
      ]
    : []),
];

async function runIn(store: Store, scope: Scope, row: Item): Promise<FoundRun> {
  const names = partNamesOf(row);
  const pk = runPartsOf(scope, String(row.id));
  const reads = names.map((sk) => ({ table: 'screening' as const, key: { pk, sk } }));
  const parts = reads.length > 0 ? await store.getMany(reads) : [];
  const bytes = parts.map((part) => part?.packed as Uint8Array);
  const rest = bytes.splice(0, Number(row.parts));
  const stored = StoredRun.parse(unpack([row.packed as Uint8Array, ...rest]));
  const inRow = row.entries as Uint8Array | undefined;
  const packedEntries = inRow ? [inRow] : bytes;
  // A run without matches has no entries.
  const entries = packedEntries.length > 0 ? Entries.parse(unpack(packedEntries)) : [];
  return {
    stored: { ...stored, run: withEntries(stored.run, entries) },
    revision: Number(row.revision),
    entries: { ...(inRow && { inRow }), parts: bytes.length },
  };
}

const Entries = z.array(ScreeningEntry.nullable());

/** The sort keys of all parts outside a run's row. */
export const partNamesOf = ({ parts, entryParts = 0 }: Item): string[] => [
  ...Array.from({ length: Number(parts) }, (_, index) => String(index)),
  ...Array.from({ length: Number(entryParts) }, (_, index) => entryPartOf(index)),
];

export async function findRun(store: Store, scope: Scope, id: string) {
  const row = await store.get('screening', keyIn(runsOf(scope), id));
  return row?.id === id ? runIn(store, scope, row) : undefined;
}

/** The run at the place of an id, which may be another one. */
export async function findRunAt(store: Store, scope: Scope, id: string): Promise<FoundRun | undefined> {
  const row = await store.get('screening', keyIn(runsOf(scope), id));
  return row && runIn(store, scope, row);
}

export async function findRunOfMatch(store: Store, scope: Scope, matchId: string) {
  const row = await store.get('screening', keyIn(runsOf(scope), matchId));
  const found = row && (await runIn(store, scope, row));
  return found?.stored.run.matches.some(({ id }) => id === matchId) ? found : undefined;
}

/** The risk subject of the run that found a match. */
export const subjectOfMatch = async (store: Store, scope: Scope, matchId: string): Promise<string | null> =>
  (await findRunOfMatch(store, scope, matchId))?.stored.run.riskSubjectId ?? null;

/** The run whose matches have this group. */
export async function findRunOfGroup(store: Store, scope: Scope, groupId: string) {
  const row = await store.get('screening', keyIn(runsOf(scope), groupId));
  const found = row && (await runIn(store, scope, row));
  return found?.stored.run.matches.some(({ group }) => group?.id === groupId) ? found : undefined;
}

/** Ids of the runs of a listing, newest first, before a position. */
export async function newestRunIds(
  store: Store,
  listing: Collection,
  { before, limit }: { before: number; limit: number },
): Promise<string[]> {
  const pages = await Promise.all(
    partitionsOf(listing, msBefore(before)).map((pk) => newestIn(store, pk, { before, limit })),
  );
  return pages
    .flat()
    .sort((a, b) => positionOf(b) - positionOf(a))
    .slice(0, limit);
}

/** Ids of the runs of a listing that were made from a time on, oldest first. */
export async function oldestRunIds(
  store: Store,
  listing: Collection,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const from = placeAt(Math.max(0, positionAt(since))).place;
  const pages = await Promise.all(
    partitionsOf(listing).map(async (pk) => (await store.query('screening', { pk, from, limit })).items),
  );
  return pages
    .flat()
    .map(({ id }) => String(id))
    .sort((a, b) => positionOf(a) - positionOf(b))
    .slice(0, limit);
}

const msBefore = (position: number) => (Number.isFinite(position) ? msOfPlace(placeAt(position).place) : undefined);

async function newestIn(
  store: Store,
  pk: string,
  { before, limit }: { before: number; limit: number },
): Promise<string[]> {
  const range = Number.isFinite(before) ? { before: placeAt(before).place } : {};
  const { items } = await store.query('screening', { pk, ...range, limit, descending: true });
  return items.map(({ id }) => String(id));
}

export async function readRuns(store: Store, scope: Scope, ids: readonly string[]): Promise<StoredRun[]> {
  const rows = await runRows(store, scope, ids);
  const found = await Promise.all(rows.map((row) => row && runIn(store, scope, row)));
  return found.flatMap((one) => (one ? [one.stored] : []));
}

const runRows = (store: Store, scope: Scope, ids: readonly string[]) =>
  store.getMany(
    ids.map((id): { table: 'screening'; key: Key } => ({
      table: 'screening',
      key: keyIn(runsOf(scope), id),
    })),
  );
