import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  ScanCommand,
  type ScanCommandOutput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { DynamoRow } from '#shared/platform/store/dynamo-calls.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from './clients.ts';
import { isCounted } from './counted-rows.ts';
import { RESTORE, saveOrganization, saveSegment, segmentsOf } from './progress.ts';
import type { StageResources } from './stage.ts';

/**
 * Concurrent scan segments. A resumed restore must use the same segments, so this is not a setting.
 */
const SEGMENTS = 8;
const ROWS_PER_WRITE = 25;
const WRITES_AT_ONCE = 4;
const LONGEST_BACKOFF_MS = 20_000;

export interface TableCopy {
  table: TableName;
  /** A table with the same rows that does not change. */
  from: string;
  to: StageResources;
  /** Rows per page, if fewer than fit into a DynamoDB response. */
  pageRows?: number | undefined;
}

/**
 * Copies every row unchanged. The position is saved after each page, so a stopped copy resumes
 * after the last page; rows of that page are written again with the same content.
 */
export async function copyTable(copy: TableCopy): Promise<number> {
  const saved = await segmentsOf(copy.to, copy.table);
  const copied = await Promise.all(
    Array.from({ length: SEGMENTS }, async (_, segment) => {
      const before = saved.get(segment);
      if (before && before.after === undefined) return before.rows;
      const after = before?.after === undefined ? undefined : (JSON.parse(before.after) as DynamoRow);
      return copySegment(copy, segment, { rows: before?.rows ?? 0, after });
    }),
  );
  return copied.reduce((sum, rows) => sum + rows, 0);
}

async function copySegment(
  { table, from, to, pageRows }: TableCopy,
  segment: number,
  begin: { rows: number; after: DynamoRow | undefined },
): Promise<number> {
  let { rows, after } = begin;
  do {
    const page: ScanCommandOutput = await restoreClient().send(
      new ScanCommand({
        TableName: from,
        Segment: segment,
        TotalSegments: SEGMENTS,
        ...(after && { ExclusiveStartKey: after }),
        ...(pageRows && { Limit: pageRows }),
      }),
    );
    // The source may itself be a restored stage.
    const found = (page.Items ?? []).filter(({ pk }) => pk?.S !== RESTORE);
    await writeAll(to.tables[table], found);
    await noteOrganizations(to, found);
    rows += found.filter(({ pk, isCarriedOver }) => isCounted({ pk: pk?.S ?? '', isCarriedOver })).length;
    after = page.LastEvaluatedKey;
    await saveSegment(to, table, segment, { rows, after });
  } while (after);
  return rows;
}

/** Partition keys begin with the organization; the few others have no such prefix. */
const ORGANIZATION = /^([0-9a-f-]{36})#/;
const noted = new WeakMap<StageResources, Set<string>>();

/** Erasures are marked by a digest of the organization, so all ids are needed to find those that were erased since. */
async function noteOrganizations(stage: StageResources, rows: readonly DynamoRow[]): Promise<void> {
  const known = noted.get(stage) ?? new Set<string>();
  noted.set(stage, known);
  const ids = new Set(rows.flatMap(({ pk }) => ORGANIZATION.exec(pk?.S ?? '')?.[1] ?? []));
  for (const id of ids.difference(known)) {
    await saveOrganization(stage, id);
    known.add(id);
  }
}

async function writeAll(table: string, rows: readonly DynamoRow[]): Promise<void> {
  const batches: WriteRequest[][] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_WRITE)
    batches.push(rows.slice(start, start + ROWS_PER_WRITE).map((Item) => ({ PutRequest: { Item } })));
  await Promise.all(
    Array.from({ length: WRITES_AT_ONCE }, async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) await writeBatch(table, batch);
    }),
  );
}

/** A throttled table accepts part of a batch and returns the rest. */
async function writeBatch(table: string, batch: WriteRequest[]): Promise<void> {
  let left = batch;
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt > 0) await sleep(Math.random() * Math.min(50 * 2 ** attempt, LONGEST_BACKOFF_MS));
    const { UnprocessedItems } = await restoreClient().send(
      new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
    );
    left = UnprocessedItems?.[table] ?? [];
  }
}
