import { randomUUID } from 'node:crypto';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import type { Caller } from '#shared/platform/caller.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { newId, placeAt, positionAt } from '#shared/platform/ids.ts';
import { listCollection, oneRecord, partitionsOf } from '#shared/platform/store/collection.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { searchCollection } from '#shared/platform/store/search.ts';
import { type Partition, putSegment, START } from '#shared/platform/store/search-segments.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { createRecord } from '#shared/risk/repository/records.ts';
import { countUnits, reportAgainst } from './support/consumed-units.ts';
import { withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * What substring search costs: an exhaustive search through segments beside the same search as a plain
 * filter over all records, the first page of a search that everything matches beside a page of the
 * list, and what keeping the segments adds to an insert. External ids are random UUIDs, which hardly
 * compress: the worst case. The emulator's milliseconds mean little by themselves; its read and write
 * units are those of AWS.
 *
 *     node bench/search.ts [records]
 */
const RECORDS = Number(process.argv[2] ?? sized(50_000, 200));
const MILLION = sized(1_000_000, 2_000);
/** Rows between two compactions of a partition, as the worker samples them. */
const ROWS_PER_COMPACTION = 64;
const STEADY_ROWS = sized(6_400, 128);
const ROWS_PER_BATCH = 25;
/** The number of UUIDs in a full segment. */
const ROWS_PER_SEGMENT = 10_000;
const STEP_MS = 50;

await withEngines(async () => {
  const measure = measureBy(countUnits());
  const plain = await measureReading(measure);
  await measureMillion(plain, measure);
  await measureWriting(measure);
});

async function measureReading(measure: Measure) {
  const collection = collectionOf(anOrganization());
  await insert(collection.rowsOf(RECORDS));
  await compactAll(collection.name);
  const present = oneRecord((row) => ({ id: row.id, data: row.data }));
  const search = (text: string) => (offset: number) =>
    searchCollection(dynamoStore, collection.name, { offset, expand: present, text });
  const filterPlainly = () => filterAll(collection.name, 'nowhere');
  const list = (offset: number) => listCollection(dynamoStore, collection.name, { offset, expand: present });

  // A first run without measurement, for connections and compilation.
  await exhaust(search('nowhere'));
  const segments = await measure(() => exhaust(search('nowhere')));
  const plain = await measure(filterPlainly);
  const frequent = await measure(() => search('-4')(0));
  const listed = await measure(() => list(0));

  const exhaustive = `exhaustive search of ${RECORDS} subjects`;
  reportAgainst(exhaustive, 'read units', 'plain filter', segments.units, plain.units);
  reportAgainst(exhaustive, 'ms', 'plain filter', segments.ms, plain.ms);
  reportAgainst(exhaustive, 'ms of CPU', 'plain filter', segments.cpuMs, plain.cpuMs);
  reportAgainst('page of a search all match', 'read units', 'a list page', frequent.units, listed.units);
  return plain;
}

/** A million, of which one in a hundred has a row: a search without matches reads few of them. */
async function measureMillion(plain: Measured, measure: Measure) {
  const collection = collectionOf(anOrganization());
  await fillMillion(collection);

  const requests: Measured[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const from: number = offset;
    const one = await measure(async () => {
      const search = { offset: from, expand: oneRecord((row) => row.id), text: 'nowhere' };
      ({ nextOffset: offset } = await searchCollection(dynamoStore, collection.name, search));
    });
    requests.push(one);
  }
  const sum = (of: (one: Measured) => number) => requests.reduce((total, one) => total + of(one), 0);
  const times = MILLION / RECORDS;
  const name = `exhaustive search of a million subjects, ${requests.length} requests`;
  const against = 'plain filter, extrapolated';
  reportAgainst(
    name,
    'read units',
    against,
    sum(({ units }) => units),
    plain.units * times,
  );
  reportAgainst(
    name,
    'ms of CPU',
    against,
    sum(({ cpuMs }) => cpuMs),
    plain.cpuMs * times,
  );
}

async function fillMillion({ rowsOf }: ReturnType<typeof collectionOf>) {
  const rows = rowsOf(MILLION);
  await insert(rows.filter((_, row) => row % 100 === 0));
  const homes = Map.groupBy(rows, ({ pk }) => pk);
  for (const [pk, ofPartition] of homes) await putSegments({ table: 'risk', pk }, ofPartition);
}

async function putSegments(home: Partition, rows: Item[]) {
  let after = START;
  for (let start = 0; start < rows.length; start += ROWS_PER_SEGMENT) {
    const covered = rows.slice(start, start + ROWS_PER_SEGMENT);
    const entries = covered.map(({ sk, searchable }) => ({ place: sk, text: String(searchable) }));
    const upTo = covered.at(-1)?.sk ?? after;
    await dynamoStore.writeOne(putSegment(home, { after, upTo, entries }).write);
    after = upTo;
  }
}

async function measureWriting(measure: Measure) {
  const collection = collectionOf(anOrganization());
  const [pk] = partitionsOf(collection.name);
  if (!pk) throw new Error('A collection has partitions.');
  const rows = collection.rowsOf(STEADY_ROWS * 4).filter((row) => row.pk === pk);
  let inserted = 0;
  let compacted = 0;
  for (let start = 0; start < rows.length; start += ROWS_PER_COMPACTION) {
    const added = rows.slice(start, start + ROWS_PER_COMPACTION);
    inserted += (await measure(() => insert(added))).units;
    const settled = added.at(-1)?.sk ?? '';
    const home = { table: 'risk', pk } as const;
    compacted += (await measure(() => compactSearch(dynamoStore, home, { settled }))).units;
  }
  const name = 'keeping the segments, per subject';
  const perRow = [compacted / rows.length, (inserted * 2) / rows.length] as const;
  reportAgainst(name, 'units', 'its own row in a transaction', ...perRow);
}

function anOrganization(): Caller {
  const organizationId = randomUUID();
  return { kind: 'api_key', id: randomUUID(), role: 'client', organizationId, mode: 'live' };
}

/** Subjects as the endpoint stores them, over hours long past. */
function collectionOf(caller: Caller) {
  const firstMs = Date.UTC(2026, 1, 1);
  const subjectAt = (ms: number): Item => {
    const now = new Date(ms);
    const externalId = randomUUID();
    const context = { store: dynamoStore, caller, now, newId, requestId: 'bench' };
    const id = idAt(ms);
    const data = { kind: 'person' as const, externalId, createdAt: now.toISOString() };
    const write = createRecord(context, { id, resource: 'subjects', data }, { searchable: externalId });
    if (!('put' in write)) throw new Error('A new record is put.');
    return write.put;
  };
  return {
    name: recordsOf(caller, 'subjects'),
    rowsOf: (count: number) => Array.from({ length: count }, (_, row) => subjectAt(firstMs + row * STEP_MS)),
  };
}

/** `newId` never goes back in time, so the time is set into an id it made. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${aFreshId().slice(13)}`;
}

/** As in a separate process: ties are spread over all partitions. */
function aFreshId(): string {
  const tie = Math.floor(Math.random() * 32);
  const third = ((0x7 << 12) | (tie << 6)).toString(16);
  const random = randomUUID();
  return `${random.slice(0, 13)}-${third}${random.slice(18, -2)}00`;
}

async function insert(rows: readonly Item[]) {
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
    const requests = rows.slice(start, start + ROWS_PER_BATCH).map((row) => ({ PutRequest: { Item: marshall(row) } }));
    const RequestItems = { [tableNameOf('risk')]: requests };
    await dynamoClient().send(new BatchWriteItemCommand({ RequestItems }));
  }
}

async function compactAll(collection: ReturnType<typeof recordsOf>) {
  const settled = placeAt(positionAt(new Date())).place;
  for (const pk of partitionsOf(collection))
    while (await compactSearch(dynamoStore, { table: 'risk', pk }, { settled }));
}

/** Follows the pages to the end. */
async function exhaust(read: (offset: number) => Promise<Page<unknown>>) {
  let offset: number | null = 0;
  while (offset !== null) ({ nextOffset: offset } = await read(offset));
}

/** Reads every record, all partitions concurrently, in pages that the emulator can return in time. */
async function filterAll(collection: ReturnType<typeof recordsOf>, text: string) {
  const found = await Promise.all(
    partitionsOf(collection).map(async (pk) => {
      const matches: Item[] = [];
      let range = {};
      for (;;) {
        const { items, more } = await dynamoStore.query('risk', { pk, limit: 1000, ...range });
        matches.push(...items.filter(({ searchable }) => String(searchable).includes(text)));
        if (!more) return matches;
        range = { after: items.at(-1)?.sk };
      }
    }),
  );
  if (found.flat().length > 0) throw new Error('Nothing should have matched.');
}

interface Measured {
  units: number;
  ms: number;
  cpuMs: number;
}

type Measure = (run: () => Promise<unknown>) => Promise<Measured>;

function measureBy(units: () => number): Measure {
  return async (run) => {
    const before = { units: units(), ms: performance.now(), cpu: process.cpuUsage() };
    await run();
    const { user, system } = process.cpuUsage(before.cpu);
    return {
      units: units() - before.units,
      ms: performance.now() - before.ms,
      cpuMs: (user + system) / 1000,
    };
  };
}
