import { conflict, Problem, refused } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Context } from '#shared/platform/context.ts';
import { JobFailure } from '#shared/platform/jobs/run-job.ts';
import { BATCH_CHUNK_ROWS } from '../limits.ts';
import { readResults, readRows } from '../repository/batch-objects.ts';
import { type OpenBatch, openBatch, readUploaded } from './open-batch.ts';
import type { UploadedRow } from './read-row.ts';
import { hasFailed, isRepeatable } from './repeatable-rows.ts';
import type { Position } from './split-records.ts';

/** A batch can be made of the rows of an earlier one that failed: its chunks are read in place of a file. */
const CHUNKS_AT_ONCE = 8;

/** The earlier batch, if it has ended with rows that may have another outcome and are still stored. */
export async function readFailedBatch(context: Pick<Context, 'store' | 'caller' | 'now'>, id: string) {
  const { upload, failed, byStatus } = await readUploaded(context, id);
  if (!upload.ended) throw conflict('batch_running', 'The batch has not ended. Cancel it, or wait until it ends.');
  const batch = await openBatch(context, id);
  // Batches that ended before their rows were counted may have some.
  if ((upload.ended.repeatableRows ?? failed + byStatus.error) === 0)
    throw refused('no_failed_rows', 'No row of the batch has failed for a reason that may pass.');
  return batch;
}

/** Chunks of an erased batch are gone for good. */
export const unlessErased = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const isFinal = error instanceof Problem && error.status < 500;
    throw isFinal ? new JobFailure(error.code, error.message) : error;
  });

interface FailedRows {
  rows: UploadedRow[];
  /** Number of the row of the earlier batch with which the next step goes on; null behind the last. */
  next: Position | null;
  /** Rows that failed and are not screened again. */
  leftOut: number;
}

/** Whole chunks of rows to screen again, from a row of the earlier batch on; at its end also what is left. */
export async function nextFailedRows(earlier: OpenBatch, { offset: from, line }: Position): Promise<FailedRows> {
  const done = earlier.upload.ended?.done ?? 0;
  const rows: UploadedRow[] = [];
  let leftOut = 0;
  let whole: FailedRows | undefined;
  for (let start = from - (from % BATCH_CHUNK_ROWS); start < done; start += CHUNKS_AT_ONCE * BATCH_CHUNK_ROWS) {
    for (const { number, row, isRepeated } of await failedFrom(earlier, start, done)) {
      if (number < from) continue;
      if (isRepeated) rows.push(row);
      else leftOut += 1;
      if (isRepeated && rows.length % BATCH_CHUNK_ROWS === 0)
        whole = { rows: [...rows], next: { offset: number + 1, line }, leftOut };
    }
    if (whole) return whole;
  }
  return { rows, next: null, leftOut };
}

interface FailedRow {
  /** In the earlier batch, from 0. */
  number: number;
  row: UploadedRow;
  isRepeated: boolean;
}

async function failedFrom({ objects }: OpenBatch, start: number, done: number): Promise<FailedRow[]> {
  const chunks = Array.from({ length: CHUNKS_AT_ONCE }, (_, index) => start / BATCH_CHUNK_ROWS + index);
  const known = chunks.filter((chunk) => chunk * BATCH_CHUNK_ROWS < done);
  const failed = await mapConcurrently(known, CHUNKS_AT_ONCE, async (chunk): Promise<FailedRow[]> => {
    const results = await readResults(objects, chunk);
    if (!results.some(hasFailed)) return [];
    const rows = await readRows(objects, chunk);
    return rows.flatMap((row, index) => {
      const result = results[index];
      if (!result || !hasFailed(result)) return [];
      const { line, item } = row;
      const isRepeated = isRepeatable(row, result);
      return { number: chunk * BATCH_CHUNK_ROWS + index, row: { line, ...(item && { item }) }, isRepeated };
    });
  });
  return failed.flat();
}
