import { paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { classify, eventsIn, type StoredEvent, type StoredRow } from '#bin/audit/stored-state.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';
import { everyRow, tableNames } from './engine.ts';

export type { StoredRow };

/** Name of API keys that tests write directly to the table; they have no history. */
const PLANTED_KEY = 'test key';

export const auditedRows = async (): Promise<StoredRow[]> =>
  (await readRows()).filter(({ item }) => item.name !== PLANTED_KEY);

export const storedEvents = async (): Promise<StoredEvent[]> =>
  (await readRows()).filter(({ kind }) => kind === 'events').flatMap(eventsIn);

export async function readRows(): Promise<StoredRow[]> {
  const perTable = await Promise.all(
    tableNames().map(async (table) => (await everyRow(table)).map((item) => classify(table, item))),
  );
  return perTable.flat();
}

/** The number of rows of each kind of an organization, counted by the engine. */
export const countRows = async (organizationId: string): Promise<Record<string, number>> =>
  (await countRowsOf([organizationId])).get(organizationId) ?? {};

/** The same for several organizations with one scan, which reads the rows of all. */
export async function countRowsOf(organizationIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const countsOf = new Map(organizationIds.map((id) => [id, {} as Record<string, number>]));
  for (const table of tableNames())
    for (const item of await keysOf(table, organizationIds)) {
      const { kind } = classify(table, item);
      const name = `${table} ${kind || item.pk}`;
      const id = organizationIds.find((one) => item.pk.startsWith(one) || item.sk === one);
      const counts = countsOf.get(id ?? '') ?? {};
      counts[name] = (counts[name] ?? 0) + 1;
    }
  return countsOf;
}

async function keysOf(table: TableName, organizationIds: readonly string[]): Promise<Item[]> {
  const keys: Item[] = [];
  const isOfOne = organizationIds.map((_, index) => `begins_with(pk, :i${index}) OR sk = :i${index}`);
  const pages = paginateScan(
    { client: dynamoClient() },
    {
      TableName: tableNameOf(table),
      ConsistentRead: true,
      ProjectionExpression: 'pk, sk',
      FilterExpression: isOfOne.join(' OR '),
      ExpressionAttributeValues: Object.fromEntries(organizationIds.map((id, index) => [`:i${index}`, { S: id }])),
    },
  );
  for await (const { Items = [] } of pages) keys.push(...Items.map((item) => unmarshall(item) as Item));
  return keys;
}
