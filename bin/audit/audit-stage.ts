import { createHash } from 'node:crypto';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { fromRow } from '#shared/platform/store/dynamo-calls.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from '../restore/clients.ts';
import { keysIn } from '../restore/copy-bucket.ts';
import { isCounted } from '../restore/counted-rows.ts';
import { RESTORE } from '../restore/progress.ts';
import { BUCKET_NAMES, type RestoredBucket, type StageResources, TABLE_NAMES } from '../restore/stage.ts';
import { missingObjects, objectsNamedIn } from './objects.ts';
import { LASTING_RULES } from './rules.ts';
import { classify, type StoredRow, stateOf } from './stored-state.ts';

export interface AuditOptions {
  /**
   * Number of passes. Each reads every table and holds the rows of one part of the organizations in
   * memory.
   */
  passes?: number | undefined;
  /** Rows without a rule. */
  isIgnored?: ((row: StoredRow) => boolean) | undefined;
  now?: Date | undefined;
}

export interface StageAudit {
  rows: Record<TableName, number>;
  /** Without rows that later changes of the source have added, changed or removed. */
  copiedRows: Record<TableName, number>;
  objects: Record<RestoredBucket, number>;
  organizationIds: ReadonlySet<string>;
  findings: string[];
}

/** Applies all lasting rules to every row of a stage without concurrent writes. */
export async function auditStage(
  stage: StageResources,
  { passes = 1, isIgnored = () => false, now = new Date() }: AuditOptions = {},
): Promise<StageAudit> {
  const standing = {} as Record<RestoredBucket, Set<string>>;
  for (const name of BUCKET_NAMES) standing[name] = await keysIn(stage.buckets[name]);
  const noRows = () => Object.fromEntries(TABLE_NAMES.map((name) => [name, 0])) as StageAudit['rows'];
  const [rows, copiedRows] = [noRows(), noRows()];
  const organizationIds = new Set<string>();
  const findings: string[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const read: StoredRow[] = [];
    for await (const row of rowsOf(stage)) {
      if (pass === 0) rows[row.table] += 1;
      if (pass === 0 && isCounted(row.item)) copiedRows[row.table] += 1;
      if (row.organizationId) organizationIds.add(row.organizationId);
      if (passOf(row.organizationId, passes) === pass && !isIgnored(row)) read.push(row);
    }
    const state = stateOf(auditable(read, now));
    findings.push(...LASTING_RULES.flatMap((rule) => rule(state)));
    findings.push(...missingObjects(objectsNamedIn(state), standing));
  }
  const objects = Object.fromEntries(BUCKET_NAMES.map((name) => [name, standing[name].size])) as StageAudit['objects'];
  return { rows, copiedRows, objects, organizationIds, findings };
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

const passOf = (organizationId: string, passes: number) =>
  organizationId === '' ? 0 : createHash('sha256').update(organizationId).digest().readUInt32BE() % passes;

/**
 * Excludes rows of organizations that are being erased, any of which may be gone, and expired
 * idempotency records, which DynamoDB deletes one by one.
 */
function auditable(rows: readonly StoredRow[], now: Date): StoredRow[] {
  const erasing = new Set(rows.filter(({ item }) => item.pk === 'erasures').map(({ item }) => item.sk));
  const isExpired = ({ expiresAtSeconds: at }: Item) => typeof at === 'number' && at * 1000 <= now.getTime();
  const receipts = new Set(
    rows.filter(({ kind, item }) => kind === 'receipts' && !isExpired(item)).map(({ item }) => `${item.pk} ${item.sk}`),
  );
  return rows.filter(({ kind, item, organizationId }) => {
    if (erasing.has(organizationId)) return false;
    return kind !== 'receipts' || receipts.has(`${item.pk} ${item.sk.split('~')[0]}`);
  });
}
