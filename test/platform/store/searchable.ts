import { randomBytes, randomUUID } from 'node:crypto';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { endOfRow, placeAt, positionAt, positionOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, oneRecord, partitionsOf } from '#shared/platform/store/collection.ts';
import { type Compaction, compactSearch } from '#shared/platform/store/compact-search.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import { searchCollection } from '#shared/platform/store/search.ts';
import { type SearchEntry, unpackEntries } from '#shared/platform/store/search-packing.ts';
import { readHead, START, searchPartitionOf, segmentsAmong } from '#shared/platform/store/search-segments.ts';
import { constantShards } from '#shared/platform/store/shard-plan.ts';
import type { Item, Query, QueryPage, Store } from '#shared/platform/store/store.ts';

/**
 * Shared by the tests of search: records with a text, and the plain filter that search is compared with.
 */
export interface Searchable {
  id: string;
  text: string;
}

/** Long settled, so that neither paging nor compaction waits. */
export const BEGINNING_MS = Date.UTC(2026, 1, 1);

export const aCollection = (): Collection => ({
  table: 'risk',
  name: `${randomUUID()}#test#subjects`,
  shards: constantShards(4),
});

/** Ties 0, 4, 8 ... share a partition. */
export function idAt(ms: number, tie: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  const places = ((0x7 << 12) | (tie << 6)).toString(16);
  const random = randomBytes(7).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${places}-8${random.slice(0, 3)}-${random.slice(3, 13)}00`;
}

export const placeAtMs = (ms: number) => placeAt(positionAt(new Date(ms))).place;

export const rowOf = (collection: Collection, { id, text }: Searchable): Item => ({
  ...keyIn(collection, id),
  id,
  text,
  searchable: foldCase(text),
});

export async function insert(collection: Collection, records: readonly Searchable[]) {
  const rows = records.map((record) => rowOf(collection, record));
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((row) => ({ PutRequest: { Item: marshall(row) } }));
    const RequestItems = { [tableNameOf(collection.table)]: requests };
    await dynamoClient().send(new BatchWriteItemCommand({ RequestItems }));
  }
}

/** Letter by letter, so that none depends on another. İ is i, without the dot of its lower case. */
const inOneCase = (text: string) =>
  Array.from(text, (letter) => letter.toLowerCase().toUpperCase().toLowerCase().replace('\u0307', '')).join('');

/** The model: the records that a search has to find, in order. */
export const plainFilter = (records: readonly Searchable[], text: string, offset = 0) =>
  records
    .filter((record) => inOneCase(record.text).includes(inOneCase(text)))
    .filter(({ id }) => positionOf(id) > offset)
    .toSorted((a, b) => positionOf(a.id) - positionOf(b.id));

const expand = oneRecord((row): Searchable => ({ id: String(row.id), text: String(row.text) }));

export interface Searching {
  store?: Store;
  offset?: number;
  budgetBytes?: number;
}

export const searchOnce = (
  collection: Collection,
  text: string,
  { store = dynamoStore, offset = 0, ...budget }: Searching = {},
) => searchCollection(store, collection, { offset, expand, text, ...budget });

/** Reads all pages. */
export async function searchAll(collection: Collection, text: string, searching: Searching = {}) {
  const items: Searchable[] = [];
  let pages = 0;
  let offset: number | null = searching.offset ?? 0;
  while (offset !== null) {
    const page = await searchOnce(collection, text, { ...searching, offset });
    if (page.nextOffset !== null) expect(page.nextOffset).toBeGreaterThan(offset);
    items.push(...page.items);
    offset = page.nextOffset;
    pages += 1;
  }
  return { items, pages };
}

export const homesOf = (collection: Collection) =>
  partitionsOf(collection).map((pk) => ({ table: collection.table, pk }));

/** Packs all settled rows. */
export async function compactAll(
  collection: Collection,
  compaction: Partial<Compaction> = {},
  store: Store = dynamoStore,
) {
  const settled = placeAtMs(Date.now());
  for (const home of homesOf(collection))
    while (await compactSearch(store, home, { settled, minimumRows: 1, ...compaction }));
}

async function everyItem(pk: string): Promise<Item[]> {
  const items: Item[] = [];
  let page: QueryPage;
  do {
    const after = items.at(-1)?.sk;
    page = await dynamoStore.query('risk', { pk, ...(after !== undefined && { after }) });
    items.push(...page.items);
  } while (page.more);
  return items;
}

/** Segments are contiguous without gap or overlap, and contain the rows of their range. */
export async function auditSegments(collection: Collection) {
  let segmentCount = 0;
  for (const home of homesOf(collection)) {
    const rows = await everyItem(home.pk);
    const segments = segmentsAmong(await everyItem(searchPartitionOf(home.pk)));
    const head = await readHead(dynamoStore, home);
    let covered = START;
    for (const { after, upTo, packed } of segments) {
      const inRange = rows.filter(({ sk }) => sk > after && sk <= upTo);
      expect(after).toBe(covered);
      expect(unpackEntries(packed)).toEqual(inRange.map(entryOf));
      covered = upTo;
    }
    expect(head.watermark).toBe(covered);
    const open = segments.slice(segments.length - head.open.length);
    expect(head.open.map(({ upTo }) => upTo)).toEqual(open.map(({ upTo }) => upTo));
    segmentCount += segments.length;
  }
  return { segmentCount };
}

const entryOf = (row: Item): SearchEntry => ({ place: row.sk, text: String(row.searchable) });

/** A store whose queries are wrapped. */
export const withQueries = (around: (query: Query, run: () => Promise<QueryPage>) => Promise<QueryPage>): Store => ({
  ...dynamoStore,
  query: (table, query) => around(query, () => dynamoStore.query(table, query)),
});

export const behindRow = (id: string) => endOfRow(positionOf(id));
