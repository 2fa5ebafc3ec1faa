import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { s3Client } from '#shared/platform/aws-clients.ts';
import { type DynamoRow, fromRow, toRow } from '#shared/platform/store/dynamo-calls.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { withVersion } from '#shared/platform/store/row-version.ts';
import { SHARD_PLAN_ROW } from '#shared/platform/store/shard-plan.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from './clients.ts';
import { LATER_KINDS, type LaterChanges } from './later-changes.ts';
import type { PointInTime } from './point-in-time.ts';
import { BUCKET_NAMES, type StageResources, TABLE_NAMES } from './stage.ts';

/**
 * Progress of a restore, stored in the `identity` table of the new stage, so that any machine can
 * resume it.
 */
export const RESTORE = 'restore';
const STATE = 'state';

const State = z.object({
  source: z.string(),
  at: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
});
export type RestoreState = z.infer<typeof State>;

const Segment = z.object({
  sk: z.string(),
  rows: z.number(),
  /** Last copied key, where a scan continues; undefined when all rows are copied. */
  after: z.string().optional(),
});
export type Segment = z.infer<typeof Segment>;

const tableOf = ({ tables }: StageResources) => tables.identity;
const put = (stage: StageResources, item: Item, condition = {}) =>
  restoreClient().send(new PutItemCommand({ TableName: tableOf(stage), Item: toRow(withVersion(item)), ...condition }));

export async function findState(stage: StageResources): Promise<RestoreState | undefined> {
  const { Item } = await restoreClient().send(
    new GetItemCommand({
      TableName: tableOf(stage),
      Key: toRow({ pk: RESTORE, sk: STATE }),
      ConsistentRead: true,
    }),
  );
  return Item && State.parse(fromRow(Item));
}

/** Starts a restore or resumes the same one. Refuses a stage with any other data. */
export async function beginOrContinue(
  stage: StageResources,
  { source, at }: Pick<PointInTime, 'source' | 'at'>,
): Promise<RestoreState> {
  const standing = await findState(stage);
  if (standing) {
    if (standing.source === source && standing.at === at.toISOString()) return standing;
    throw new Error(
      `The stage ${stage.stage} was restored from ${standing.source} at ${standing.at}. Deploy another new stage.`,
    );
  }
  const inUse = await storesInUse(stage);
  if (inUse.length > 0)
    throw new Error(
      `The stage ${stage.stage} is not empty: ${inUse.join(', ')}. ` +
        'Restore into a new stage that was deployed with -c workers=paused and has had no requests.',
    );
  await forgetShardPlan(stage);
  const state = { source, at: at.toISOString(), startedAt: new Date().toISOString() };
  const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
  await put(stage, { pk: RESTORE, sk: STATE, ...state }, condition);
  return state;
}

/** The rows to come were written with the plan of the source, whose row is copied with them. */
const forgetShardPlan = ({ tables }: StageResources) =>
  restoreClient().send(
    new DeleteItemCommand({
      TableName: tables.identity,
      Key: toRow({ pk: SHARD_PLAN_ROW, sk: 'current' }),
    }),
  );

async function storesInUse({ tables, buckets }: StageResources): Promise<string[]> {
  const found: string[] = [];
  for (const name of TABLE_NAMES) {
    const scan = new ScanCommand({ TableName: tables[name], Limit: 2, ConsistentRead: true });
    const { Items = [] } = await restoreClient().send(scan);
    // A request to the new stage, even without a credential, has it store its shard plan.
    if (Items.some(({ pk }) => pk?.S !== SHARD_PLAN_ROW)) found.push(`table ${name}`);
  }
  for (const name of BUCKET_NAMES) {
    const list = new ListObjectsV2Command({ Bucket: buckets[name], MaxKeys: 1 });
    if ((await s3Client().send(list)).Contents?.length) found.push(`bucket ${name}`);
  }
  return found;
}

const segmentKey = (table: TableName, segment: number) => `copied#${table}#${segment}`;

export const saveSegment = (
  stage: StageResources,
  table: TableName,
  segment: number,
  { rows, after }: { rows: number; after: DynamoRow | undefined },
) => put(stage, { pk: RESTORE, sk: segmentKey(table, segment), rows, ...(after && { after: JSON.stringify(after) }) });

/** By segment number; segments that have not started are missing. */
export async function segmentsOf(stage: StageResources, table: TableName): Promise<Map<number, Segment>> {
  const rows = await progressRows(stage, `copied#${table}#`);
  return new Map(
    rows.map((row) => {
      const segment = Segment.parse(row);
      return [Number(segment.sk.split('#')[2]), segment];
    }),
  );
}

async function progressRows(stage: StageResources, prefix: string): Promise<Item[]> {
  const input = {
    TableName: tableOf(stage),
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: toRow({ ':pk': RESTORE, ':prefix': prefix }),
  };
  const rows: Item[] = [];
  for await (const { Items = [] } of paginateQuery({ client: restoreClient() }, input))
    rows.push(...Items.map(fromRow));
  return rows;
}

const ORGANIZATION = 'organization#';
const LATER = 'later#';

/** Before the position of the page that has a row of it is saved, so that no organization is missed. */
export const saveOrganization = (stage: StageResources, id: string) =>
  put(stage, { pk: RESTORE, sk: `${ORGANIZATION}${id}` });

/** All organizations with a copied row. */
export const organizationsOf = async (stage: StageResources): Promise<string[]> =>
  (await progressRows(stage, ORGANIZATION)).map(({ sk }) => sk.slice(ORGANIZATION.length));

export const saveLaterChange = (stage: StageResources, kind: keyof LaterChanges, id: string) =>
  put(stage, { pk: RESTORE, sk: `${LATER}${kind}#${id}` });

/** What all runs of the restore have carried over. */
export async function laterChangesOf(stage: StageResources): Promise<LaterChanges> {
  const found = Map.groupBy(await progressRows(stage, LATER), ({ sk }) => sk.split('#')[1]);
  const idsOf = (kind: string) => (found.get(kind) ?? []).map(({ sk }) => sk.split('#').slice(2).join('#'));
  return Object.fromEntries(LATER_KINDS.map((kind) => [kind, idsOf(kind)])) as unknown as LaterChanges;
}

/** The state remains, so that the stage is not restored again; the progress is deleted. */
export async function finish(stage: StageResources, state: RestoreState): Promise<void> {
  await put(stage, { pk: RESTORE, sk: STATE, ...state, finishedAt: new Date().toISOString() });
  for (const prefix of ['copied#', LATER, ORGANIZATION])
    await dynamoStore.deleteMany(
      'identity',
      (await progressRows(stage, prefix)).map(({ pk, sk }) => ({ pk, sk })),
    );
}
