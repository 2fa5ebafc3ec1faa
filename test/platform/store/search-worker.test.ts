import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent, Context as LambdaContext } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { handler } from '#functions/workers/compact-search.ts';
import { placeOf } from '#shared/platform/ids.ts';
import type { Collection } from '#shared/platform/store/collection.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readHead } from '#shared/platform/store/search-segments.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aCollection,
  auditSegments,
  BEGINNING_MS,
  homesOf,
  idAt,
  insert,
  placeAtMs,
  plainFilter,
  rowOf,
  type Searchable,
  searchAll,
} from './searchable.ts';

beforeAll(prepareEngine);

/** Settled rows of the first partition. */
const settledRows = (count: number): Searchable[] =>
  Array.from({ length: count }, (_, row) => ({
    id: idAt(BEGINNING_MS + row * 10, 0),
    text: `customer-${row}`,
  }));

const withSample = (id: string, isSampled: boolean) => `${id.slice(0, -6)}${isSampled ? '0040' : '0041'}00`;

const freshRow = (isSampled: boolean): Searchable => ({
  id: withSample(idAt(Date.now(), 0), isSampled),
  text: 'customer-new',
});

const lambda = { awsRequestId: 'test', getRemainingTimeInMillis: () => 60_000 } as LambdaContext;

/** Inserts rows and passes them to the worker, as the stream would. */
async function insertAndTell(collection: Collection, records: Searchable[]) {
  await insert(collection, records);
  return tell(collection, records);
}

function tell(collection: Collection, records: Searchable[]) {
  const Records = records.map((record) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage: marshall(rowOf(collection, record)), SequenceNumber: '1' },
  }));
  return handler({ Records } as DynamoDBStreamEvent, lambda);
}

async function headOf(collection: Collection) {
  const [home] = homesOf(collection);
  if (!home) throw new Error('A collection has partitions.');
  return readHead(dynamoStore, home);
}

async function expectSound(collection: Collection, records: readonly Searchable[]) {
  await auditSegments(collection);
  const { items } = await searchAll(collection, 'customer');
  expect(items).toEqual(plainFilter(records, 'customer'));
}

test.each([
  ['a sampled row packs what has settled', true, 40, 1],
  ['a row that is not sampled packs nothing', false, 40, 0],
  ['a sampled row leaves few waiting rows alone', true, 20, 0],
])('search worker: %s', async (_case, isSampled, waitingRows, revision) => {
  const collection = aCollection();
  const waiting = settledRows(waitingRows);
  await insert(collection, waiting);

  const fresh = freshRow(isSampled);
  await insertAndTell(collection, [fresh]);

  const last = waiting.at(-1)?.id ?? '';
  expect(await headOf(collection)).toMatchObject({
    revision,
    watermark: revision > 0 ? placeOf(last) : '0',
  });
  await expectSound(collection, [...waiting, fresh]);
});

test('search worker: a late row is packed at once, however few wait', async () => {
  const collection = aCollection();
  const [late] = settledRows(1);
  if (!late) throw new Error('There is one row.');

  await insertAndTell(collection, [late]);

  expect(await headOf(collection)).toMatchObject({ watermark: placeOf(late.id) });
  await expectSound(collection, [late]);
});

test('search worker: a row before the watermark is found, and processing it twice changes nothing', async () => {
  const collection = aCollection();
  const packed = settledRows(60);
  await insertAndTell(collection, packed);
  const late = { id: idAt(BEGINNING_MS + 15, 0), text: 'customer-late' };

  await insertAndTell(collection, [late]);
  const mended = await headOf(collection);
  await tell(collection, [...packed, late]);

  expect(await headOf(collection)).toEqual(mended);
  await expectSound(collection, [...packed, late]);
});

test('search worker: a compaction in progress when a late row appears cannot leave it out', async () => {
  const collection = aCollection();
  const waiting = settledRows(40);
  await insert(collection, waiting);
  const late = { id: idAt(BEGINNING_MS + 15, 0), text: 'customer-late' };
  const [home] = homesOf(collection);
  if (!home) throw new Error('A collection has partitions.');
  const store: Store = {
    ...dynamoStore,
    transact: async (writes, token) => {
      await insertAndTell(collection, [late]);
      return dynamoStore.transact(writes, token);
    },
  };

  const settled = placeAtMs(BEGINNING_MS + 1000);
  const wasRefused = await compactSearch(store, home, { settled });

  expect(wasRefused).toBe(true);
  await expectSound(collection, [...waiting, late]);
});

test('search worker: a batch that cannot be processed fails, so that Lambda bisects it', async () => {
  const collection = aCollection();
  const broken = { ...freshRow(true), id: 'no id' };
  const Records = [
    {
      dynamodb: {
        NewImage: marshall({ ...broken, pk: collection.name, sk: '0' }),
        SequenceNumber: '7',
      },
    },
  ];

  const failed = handler({ Records } as DynamoDBStreamEvent, lambda);

  await expect(failed).rejects.toThrow('compactSearch failed.');
});
