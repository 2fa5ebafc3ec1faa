import { paginateQuery, paginateScan } from '@aws-sdk/client-dynamodb';
import { fromRow, toRow } from '#shared/platform/store/dynamo-calls.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from '../restore/clients.ts';
import { keysIn } from '../restore/copy-bucket.ts';
import { isCounted } from '../restore/counted-rows.ts';
import { RESTORE } from '../restore/progress.ts';
import { BUCKET_NAMES, type RestoredBucket, type StageResources, TABLE_NAMES } from '../restore/stage.ts';
import { type FactOptions, type Findings, openAudit } from './facts.ts';
import { missingObjects, stateObject } from './objects.ts';
import { LASTING_RULES } from './rules.ts';
import { classify, type StoredRow } from './stored-state.ts';

export interface AuditOptions extends FactOptions {
  /** Rows without a rule. */
  isIgnored?: ((row: StoredRow) => boolean) | undefined;
  now?: Date | undefined;
}

export interface StageAudit extends Findings {
  rows: Record<TableName, number>;
  /** Without rows that later changes of the source have added, changed or removed. */
  copiedRows: Record<TableName, number>;
  objects: Record<RestoredBucket, number>;
  organizationIds: ReadonlySet<string>;
}

/**
 * Applies all lasting rules to every row of a stage without concurrent writes. Memory does not grow with rows and
 * objects, but with the number of organizations.
 */
export async function auditStage(
  stage: StageResources,
  { isIgnored = () => false, now = new Date(), ...options }: AuditOptions = {},
): Promise<StageAudit> {
  const audit = openAudit([...LASTING_RULES, missingObjects], options);
  try {
    const objects = {} as StageAudit['objects'];
    for (const bucket of BUCKET_NAMES) {
      objects[bucket] = 0;
      for await (const key of keysIn(stage.buckets[bucket])) {
        objects[bucket] += 1;
        stateObject(audit.state, bucket, key);
      }
    }
    const noRows = () => Object.fromEntries(TABLE_NAMES.map((name) => [name, 0])) as StageAudit['rows'];
    const [rows, copiedRows] = [noRows(), noRows()];
    const organizationIds = new Set<string>();
    const erasing = await organizationsBeingErased(stage);
    for await (const row of rowsOf(stage)) {
      rows[row.table] += 1;
      if (isCounted(row.item)) copiedRows[row.table] += 1;
      if (row.organizationId) organizationIds.add(row.organizationId);
      // Any row of an organization that is being erased may be gone.
      if (!isIgnored(row) && !erasing.has(row.organizationId) && !isExpiredAnswer(row, now)) audit.add(row);
    }
    return { rows, copiedRows, objects, organizationIds, ...audit.judge() };
  } finally {
    audit.close();
  }
}

async function* rowsOf({ tables }: StageResources): AsyncGenerator<StoredRow> {
  for (const table of TABLE_NAMES) {
    const input = { TableName: tables[table], ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client: restoreClient() }, input))
      for (const row of Items) {
        const item = fromRow(row);
        if (item.pk !== RESTORE) yield classify(table, item);
      }
  }
}

async function organizationsBeingErased({ tables }: StageResources): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const input = {
    TableName: tables.identity,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: toRow({ ':pk': 'erasures' }),
  };
  for await (const { Items = [] } of paginateQuery({ client: restoreClient() }, input))
    for (const row of Items) ids.add(fromRow(row).sk);
  return ids;
}

/** Idempotency records expire, and DynamoDB deletes their rows one by one. */
const isExpiredAnswer = ({ kind, item: { expiresAtSeconds: at } }: StoredRow, now: Date) =>
  kind === 'receipts' && typeof at === 'number' && at * 1000 <= now.getTime();
