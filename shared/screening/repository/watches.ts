import { conflict, notFound } from '@assay/foundation';
import { OWN_WORDS, type OwnWord } from '@assay/watchlist';
import * as z from 'zod';
import { type Scope, ScopeParts, scopeKey } from '#shared/platform/caller.ts';
import { placeOf } from '#shared/platform/ids.ts';
import {
  type Collection,
  findOwnRow,
  keyIn,
  type Listing,
  listCollection,
  listPointers,
  oneRecord,
  partitionsOf,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { StoredWatch } from '../watch.ts';

/**
 * Watches of an organization and mode. A watch waits to be screened while its row is in the `due` index, in a partition of
 * its organization and mode. Its terms are rows of their own, one partition each, that name it by a keyed digest.
 */
const watchesOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-watches`,
  shards: shardPlanOf('records'),
});

const watchesOfSubject = (scope: Scope, riskSubjectId: string): Listing => ({
  table: 'screening',
  name: `${scopeKey(scope)}#watches-of#${riskSubjectId}`,
  home: watchesOf(scope),
});

const DUE_SHARDS = 4;

const dueShardsOf = (scope: Scope) =>
  Array.from({ length: DUE_SHARDS }, (_, shard) => `${scopeKey(scope)}#due-watches#${shard}`);

const dueFrom = (scope: Scope, id: string, at: Date) => ({
  dueShard: dueShardsOf(scope)[Number.parseInt(id.slice(-4), 16) % DUE_SHARDS] ?? '',
  dueAt: at.toISOString(),
});

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A watch with what only its worker reads. */
export interface WatchRow {
  watch: StoredWatch;
  revision: number;
  /** The subject, encrypted. Absent once the watch is deleted, until the worker has removed its terms. */
  sealed: Uint8Array | undefined;
  /** Digests of the terms of which rows may exist. */
  terms: readonly string[];
  /** By which rules the rows of its terms were written. */
  indexedBy: string | undefined;
  /** Digest of the outcome that was recorded last. */
  outcome: string | undefined;
  /** A run is recorded even if the outcome is the same. */
  isAsked: boolean;
  /** When it is to be screened again; null if only a change of a list asks for it. */
  dueAt: Date | null;
}

function rowIn(row: Item): WatchRow {
  const sealed = Bytes.optional().parse(row.sealed);
  return {
    watch: StoredWatch.parse(row.data),
    revision: Number(row.revision),
    sealed,
    terms: typeof row.terms === 'string' && row.terms !== '' ? row.terms.split(' ') : [],
    indexedBy: typeof row.indexedBy === 'string' ? row.indexedBy : undefined,
    outcome: typeof row.outcome === 'string' ? row.outcome : undefined,
    isAsked: row.isAsked === true,
    dueAt: typeof row.dueAt === 'string' ? new Date(row.dueAt) : null,
  };
}

const itemOf = (
  scope: Scope,
  { watch, revision, sealed, terms, indexedBy, outcome, isAsked, dueAt }: WatchRow,
): Item => ({
  ...keyIn(watchesOf(scope), watch.id),
  id: watch.id,
  revision,
  data: watch,
  ...(sealed && { sealed }),
  ...(terms.length > 0 && { terms: terms.join(' ') }),
  ...(indexedBy !== undefined && { indexedBy }),
  ...(outcome !== undefined && { outcome }),
  ...(isAsked && { isAsked }),
  ...(dueAt && dueFrom(scope, watch.id, dueAt)),
});

export const storeWatch = (scope: Scope, row: WatchRow): Write[] => [
  { table: 'screening', put: itemOf(scope, row), when: 'absent' },
  ...pointersOf(scope, row.watch).map((put): Write => ({ table: 'screening', put })),
];

const pointersOf = (scope: Scope, { id, riskSubjectId }: StoredWatch): Item[] =>
  riskSubjectId ? [pointerIn(watchesOfSubject(scope, riskSubjectId), id)] : [];

const pointerKeyOf = (scope: Scope, id: string, riskSubjectId: string): Key => ({
  pk: watchesOfSubject(scope, riskSubjectId).name,
  sk: placeOf(id),
});

/** On condition that nothing has changed the row meanwhile. */
export function replaceWatch(scope: Scope, before: WatchRow, after: Omit<WatchRow, 'revision'>): Write[] {
  const { revision, watch } = before;
  const row = itemOf(scope, { ...after, revision: revision + 1 });
  const left = watch.riskSubjectId;
  const isMoved = left !== after.watch.riskSubjectId || !after.sealed;
  return [
    { table: 'screening', put: row, when: { id: watch.id, revision } },
    ...(left && isMoved ? [{ table: 'screening' as const, remove: pointerKeyOf(scope, watch.id, left) }] : []),
    ...(isMoved && after.sealed
      ? pointersOf(scope, after.watch).map((put): Write => ({ table: 'screening', put }))
      : []),
  ];
}

export const removeWatch = (scope: Scope, { watch, revision }: WatchRow): Write => ({
  table: 'screening',
  remove: keyIn(watchesOf(scope), watch.id),
  when: { id: watch.id, revision },
});

/** Also a watch that is deleted and whose terms are being removed. */
export async function findWatchRow(store: Store, scope: Scope, id: string): Promise<WatchRow | undefined> {
  const row = await findOwnRow(store, watchesOf(scope), id);
  return row && rowIn(row);
}

/** The watch at the place of an id, which can be another one. */
export async function watchIdAt(store: Store, scope: Scope, id: string): Promise<string | undefined> {
  const row = await store.get('screening', keyIn(watchesOf(scope), id));
  return row && String(row.id);
}

export async function readWatchRow(store: Store, scope: Scope, id: string): Promise<WatchRow> {
  const row = await findWatchRow(store, scope, id);
  if (!row?.sealed) throw notFound('watch');
  return row;
}

const expand = (row: Item) => oneRecord(rowIn)(row).filter(({ value }) => value.sealed);

export const listWatchRows = (store: Store, scope: Scope, offset: number, riskSubjectId: string | undefined) =>
  riskSubjectId === undefined
    ? listCollection(store, watchesOf(scope), { offset, expand })
    : listPointers(store, watchesOfSubject(scope, riskSubjectId), { offset, expand });

/** Watches that wait to be screened, or to have their terms removed, oldest first. */
export async function dueWatchRows(store: Store, scope: Scope, now: Date, limit: number): Promise<WatchRow[]> {
  const pages = await Promise.all(
    dueShardsOf(scope).map((pk) =>
      store.query('screening', { index: 'due', pk, upTo: now.toISOString(), limit: Math.ceil(limit / DUE_SHARDS) }),
    ),
  );
  const keys = pages.flatMap(({ items }) =>
    items.map(({ pk, sk }) => ({ table: 'screening' as const, key: { pk, sk } })),
  );
  const rows = keys.length > 0 ? await store.getMany(keys) : [];
  // The index may be behind the rows.
  return rows
    .filter((row) => row !== undefined && String(row.dueAt ?? '~') <= now.toISOString())
    .map((row) => rowIn(row as Item));
}

export async function watchRows(store: Store, scope: Scope, ids: readonly string[]): Promise<WatchRow[]> {
  const rows = await store.getMany(ids.map((id) => ({ table: 'screening', key: keyIn(watchesOf(scope), id) })));
  return rows.flatMap((row, at) => (row && row.id === ids[at] ? [rowIn(row)] : []));
}

const termPartition = (scope: Scope, digest: string) => `${scopeKey(scope)}#watch-terms#${digest}`;

/**
 * A watch that has a term: the words of its subject that the term stands for, and what decides whether one of them may be enough.
 * What the subject states beside names is one text of short digests, which are keyed and differ from watch to watch.
 */
export interface TermPosting {
  watchId: string;
  bits: number;
  oneWord: OwnWord;
  reviewScore: number;
  beside: string;
}

export const putTerm = (scope: Scope, digest: string, { watchId, ...posting }: TermPosting): Write => ({
  table: 'screening',
  put: { pk: termPartition(scope, digest), sk: watchId, ...posting },
});

const StoredPosting = z.object({
  sk: z.string(),
  bits: z.number(),
  oneWord: z.enum(OWN_WORDS),
  reviewScore: z.number(),
  beside: z.string(),
});

function postingIn(row: Item): TermPosting {
  const { sk: watchId, ...posting } = StoredPosting.parse(row);
  return { watchId, ...posting };
}

export const termKey = (scope: Scope, digest: string, watchId: string): Key => ({
  pk: termPartition(scope, digest),
  sk: watchId,
});

export async function* watchesWithTerm(store: Store, scope: Scope, digest: string): AsyncGenerator<TermPosting[]> {
  let after: string | undefined;
  do {
    const { items, more } = await store.query('screening', {
      pk: termPartition(scope, digest),
      ...(after !== undefined && { after }),
    });
    if (items.length > 0) yield items.map(postingIn);
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
}

/** Rows of an erased organization: each watch with its terms and the pointer of its subject. */
export const watchPartitionsOf = (scope: Scope) => partitionsOf(watchesOf(scope));

export function keysBehindWatch(scope: Scope, row: Item): Key[] {
  const { watch, terms } = rowIn(row);
  const { id, riskSubjectId } = watch;
  return [
    ...terms.map((digest) => termKey(scope, digest, id)),
    ...(riskSubjectId ? [pointerKeyOf(scope, id, riskSubjectId)] : []),
  ];
}

export const staleVersion = () =>
  conflict(
    'stale_version',
    '`expectedVersion` is not the current version. Read the watch, merge your change, and retry.',
  );

export const WatchMessage = z.object(ScopeParts);
export type WatchMessage = z.infer<typeof WatchMessage>;
