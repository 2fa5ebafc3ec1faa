import { limitConcurrency } from '@assay/foundation/concurrency';
import { BatchGetItemCommand, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type TableDefinition, type TableName, tables } from '../../tables.ts';
import { dynamoClient } from '../aws-clients.ts';
import { tableNameOf } from '../environment.ts';
import { type DynamoRow, fromRow, inBatches, keysFrom, reach, toRow } from './dynamo-calls.ts';
import type { Item, Key, Query, QueryPage, Read } from './store.ts';

/** Limits of DynamoDB per call. */
const KEYS_PER_BATCH_GET = 100;

export async function get(table: TableName, key: Key): Promise<Item | undefined> {
  const { Item } = await reach(() =>
    dynamoClient().send(new GetItemCommand({ TableName: tableNameOf(table), Key: toRow(key), ConsistentRead: true })),
  );
  return Item && fromRow(Item);
}

export async function getMany(reads: readonly Read[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const distinct = [...new Map(reads.map((read) => [nameOf(read), read])).values()];
  for (let start = 0; start < distinct.length; start += KEYS_PER_BATCH_GET)
    await getBatch(distinct.slice(start, start + KEYS_PER_BATCH_GET), found);
  return reads.map((read) => found.get(nameOf(read)));
}

const nameOf = ({ table, key }: Read) => `${table}\n${key.pk}\n${key.sk}`;

async function getBatch(reads: readonly Read[], found: Map<string, Item>): Promise<void> {
  const tableOf = new Map(reads.map(({ table }) => [tableNameOf(table), table]));
  let request = requestFor(reads);
  await inBatches(async () => {
    const answer = await reach(() => dynamoClient().send(new BatchGetItemCommand({ RequestItems: request })));
    for (const [name, rows] of Object.entries(answer.Responses ?? {}))
      for (const row of rows) {
        const item = fromRow(row);
        const table = tableOf.get(name);
        if (table) found.set(nameOf({ table, key: item }), item);
      }
    request = answer.UnprocessedKeys as typeof request;
    return Object.keys(request ?? {}).length === 0;
  });
}

function requestFor(reads: readonly Read[]) {
  const request: Record<string, { Keys: DynamoRow[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of reads) {
    const entry = request[tableNameOf(table)] ?? { Keys: [], ConsistentRead: true };
    entry.Keys.push(toRow({ pk: key.pk, sk: key.sk }));
    request[tableNameOf(table)] = entry;
  }
  return request;
}

/**
 * A list queries up to 64 shards concurrently. Each concurrent call has its own connection, and a small
 * function needs longer for 64 TLS handshakes than the connection timeout.
 */
const QUERIES_AT_ONCE = 16;
const inTurn = limitConcurrency(QUERIES_AT_ONCE);

export async function query(table: TableName, wanted: Query): Promise<QueryPage> {
  const { partition, sort } = keysOf(table, wanted.index);
  const range = rangeOf(wanted);
  const send = () =>
    dynamoClient().send(
      new QueryCommand({
        TableName: tableNameOf(table),
        KeyConditionExpression: ['#pk = :pk', ...range.terms].join(' AND '),
        ExpressionAttributeNames: {
          '#pk': partition,
          ...(range.terms.length > 0 && { '#sk': sort }),
        },
        ExpressionAttributeValues: toRow({ ':pk': wanted.pk, ...range.values }),
        ScanIndexForward: !wanted.descending,
        // Indexes cannot be read consistently; everything else is.
        ...(wanted.index === undefined ? { ConsistentRead: true } : { IndexName: wanted.index }),
        ...(wanted.limit !== undefined && { Limit: wanted.limit }),
        ...(wanted.keysOnly && { ProjectionExpression: 'pk, sk' }),
      }),
    );
  const { Items, LastEvaluatedKey } = await reach(() => inTurn(send));
  // All indexes are keys-only.
  const read = wanted.index !== undefined || wanted.keysOnly ? keysFrom : fromRow;
  return { items: (Items ?? []).map(read), more: LastEvaluatedKey !== undefined };
}

function keysOf(table: TableName, index: string | undefined): { partition: string; sort: string } {
  if (index === undefined) return { partition: 'pk', sort: 'sk' };
  const { indexes = {} }: TableDefinition = tables[table];
  const keys = indexes[index];
  if (!keys) throw new Error(`The table ${table} has no index ${index}.`);
  return keys;
}

function rangeOf({ after, from, before, upTo }: Query) {
  if (from !== undefined && upTo !== undefined)
    return { terms: ['#sk BETWEEN :from AND :upTo'], values: { ':from': from, ':upTo': upTo } };
  // DynamoDB takes one condition on the sort key; a second one must not be dropped silently.
  if ([after, from, before, upTo].filter((bound) => bound !== undefined).length > 1)
    throw new Error('Of two bounds DynamoDB takes from and upTo alone.');
  if (after !== undefined) return { terms: ['#sk > :after'], values: { ':after': after } };
  if (from !== undefined) return { terms: ['#sk >= :from'], values: { ':from': from } };
  if (before !== undefined) return { terms: ['#sk < :before'], values: { ':before': before } };
  if (upTo !== undefined) return { terms: ['#sk <= :upTo'], values: { ':upTo': upTo } };
  return { terms: [], values: {} };
}
