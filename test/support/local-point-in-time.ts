import { BatchWriteItemCommand, CreateTableCommand, DeleteTableCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { keysIn } from '#bin/restore/copy-bucket.ts';
import type { ObjectAt, PointInTime } from '#bin/restore/point-in-time.ts';
import { BUCKET_NAMES, type RestoredBucket, type StageResources, TABLE_NAMES } from '#bin/restore/stage.ts';
import { dynamoClient, s3Client } from '#shared/platform/aws-clients.ts';
import { bucketNameOf, tableNameOf } from '#shared/platform/environment.ts';
import type { TableName } from '#shared/tables.ts';

/** The stage that the service in this process uses now. */
export const stageInUse = (stage: string): StageResources => ({
  stage,
  tables: Object.fromEntries(TABLE_NAMES.map((name) => [name, tableNameOf(name)])) as Record<TableName, string>,
  buckets: Object.fromEntries(BUCKET_NAMES.map((name) => [name, bucketNameOf(name)])) as Record<RestoredBucket, string>,
  masterSecret: process.env.MASTER_SECRET_ARN ?? '',
  isPaused: true,
});

/**
 * Stands in for point-in-time recovery and object versions, which the local engines lack: copies that are made at
 * that point in time.
 */
export async function localPointInTime(source: StageResources): Promise<PointInTime> {
  const at = new Date();
  const copyOf = (name: string) => `${name}-at`;
  await Promise.all(TABLE_NAMES.map((name) => copyRows(source.tables[name], copyOf(source.tables[name]))));
  await Promise.all(BUCKET_NAMES.map((name) => copyBucket(source.buckets[name], copyOf(source.buckets[name]))));
  return {
    source: source.stage,
    at,
    check: async () => {},
    tableAt: async (table) => copyOf(source.tables[table]),
    async *objectsAt(bucket): AsyncGenerator<ObjectAt> {
      const name = copyOf(source.buckets[bucket]);
      for await (const key of keysIn(name)) yield { bucket: name, key };
    },
    discard: async () => {
      for (const name of TABLE_NAMES)
        await dynamoClient().send(new DeleteTableCommand({ TableName: copyOf(source.tables[name]) }));
    },
  };
}

async function copyRows(from: string, to: string): Promise<void> {
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  await dynamoClient().send(
    new CreateTableCommand({
      TableName: to,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
      AttributeDefinitions: ['pk', 'sk'].map((name) => ({
        AttributeName: name,
        AttributeType: 'S',
      })),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client: dynamoClient() }, { TableName: from }))
    for (let start = 0; start < Items.length; start += 25) {
      const requests = Items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamoClient().send(new BatchWriteItemCommand({ RequestItems: { [to]: requests } }));
    }
}

async function copyBucket(from: string, to: string): Promise<void> {
  await fetch(`${process.env.AWS_ENDPOINT_URL_S3}/${to}`, { method: 'PUT' });
  for await (const key of keysIn(from))
    await s3Client().send(new CopyObjectCommand({ Bucket: to, Key: key, CopySource: `${from}/${encodeURI(key)}` }));
}
