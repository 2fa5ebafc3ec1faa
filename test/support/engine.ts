import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { tableNameOf } from '#shared/platform/environment.ts';
import { fromRow } from '#shared/platform/store/dynamo-calls.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { type TableName, tables } from '#shared/tables.ts';
import type {} from './engines.setup.ts';
import { prepareTables } from './prepare-tables.ts';

/** Configures the service for the engines of this run, with new tables and queues for this file. */
export const prepareEngine = () => prepareTables(endpoints());

/** Tables and queues of a second stage; those of the first stay. */
export const prepareSecondStage = () => prepareTables(endpoints(), { isBeside: true });

const endpoints = () => ({
  dynamo: inject('dynamoEndpoint'),
  queues: inject('queueEndpoint'),
  identity: inject('identityEndpoint'),
});

export const tableNames = () => Object.keys(tables) as TableName[];

/** Every row of a table, for tests that search for leftovers. */
export async function everyRow(table: TableName): Promise<Item[]> {
  const rows: Item[] = [];
  let start: ScanInput['ExclusiveStartKey'];
  do {
    const page = await scanClient().send(
      new ScanCommand({
        TableName: tableNameOf(table),
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...(page.Items ?? []).map(fromRow));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}
type ScanInput = ConstructorParameters<typeof ScanCommand>[0];

/** Scans may take longer than any call of the service: the soak fills tables with gigabytes. */
function scanClient(): DynamoDBClient {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const client =
    scanClients.get(endpoint) ?? new DynamoDBClient({ maxAttempts: 5, requestHandler: { requestTimeout: 60_000 } });
  scanClients.set(endpoint, client);
  return client;
}
const scanClients = new Map<string, DynamoDBClient>();
