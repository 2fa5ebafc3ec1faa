import type { Context } from '#shared/platform/context.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { findJob } from '#shared/platform/jobs/stored-jobs.ts';
import { BATCH_CHUNK_ROWS, FILTERED_CHUNKS } from '../limits.ts';
import { readResults } from '../repository/batch-objects.ts';
import type { BatchRow } from './batch-row.ts';
import type { NumberedRow, RowStatus } from './numbered-row.ts';
import { type OpenBatch, openBatch } from './open-batch.ts';
import { BatchState } from './stored-upload.ts';

interface Asked {
  /** Number of the first row, from 1. */
  from: number;
  limit: number;
  status?: RowStatus | undefined;
}

/** Results of rows that have been screened, in the order of the file. `nextFrom` is null behind the last. */
export async function listResults(
  context: Pick<Context, 'store' | 'caller' | 'now'>,
  batchId: string,
  { from, limit, status }: Asked,
): Promise<{ items: NumberedRow[]; nextFrom: number | null }> {
  const batch = await openBatch(context, batchId);
  const done = await rowsDone(context, batch);
  const items: NumberedRow[] = [];
  let next = from;
  for (let read = 0; next <= done && items.length < limit && read < FILTERED_CHUNKS; read += 1) {
    const chunk = Math.floor((next - 1) / BATCH_CHUNK_ROWS);
    const first = chunk * BATCH_CHUNK_ROWS + 1;
    const results = await readResults(batch.objects, chunk);
    for (const result of results.slice(next - first)) {
      if (items.length === limit) break;
      next += 1;
      if (isOf(result, status)) items.push({ row: next - 1, ...result });
    }
  }
  return { items, nextFrom: next <= done ? next : null };
}

const isOf = (row: BatchRow, status: RowStatus | undefined) =>
  status === undefined || (row.status ?? 'failed') === status;

/** A job is deleted after 90 days, as the rows are. */
async function rowsDone({ store, caller }: Pick<Context, 'store' | 'caller'>, { id, upload }: OpenBatch) {
  if (upload.ended) return upload.ended.done;
  const job: StoredJob | undefined = await findJob(store, caller, id);
  const state = job?.state ? BatchState.parse(job.state) : undefined;
  return state ? Math.min(state.rows, state.screened * BATCH_CHUNK_ROWS) : 0;
}
