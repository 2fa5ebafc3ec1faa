import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { type JobContext, JobFailure } from '#shared/platform/jobs/run-job.ts';
import { BATCH_CHUNK_ROWS, BATCH_RUNS_AT_ONCE } from '../limits.ts';
import { putResults, readResults, readRows } from '../repository/batch-objects.ts';
import { type OpenLists, openPinned } from '../use-cases/open-lists.ts';
import { type Comparison, compareWith } from '../use-cases/screen-subject.ts';
import { type BatchRow, refusedRow, repeatedRow, screenedRow } from './batch-row.ts';
import type { OpenBatch } from './open-batch.ts';
import type { UploadedRow } from './read-row.ts';
import { recordRow } from './record-row.ts';
import { repeatableIn } from './repeatable-rows.ts';
import type { BatchState } from './stored-upload.ts';

type ScreenContext = JobContext & { createdBy: string };

/**
 * Screens the next chunk and stores its results. Runs have ids that follow from the batch and the row, so a step that runs again
 * finds those it has made.
 */
export async function screenStep(context: ScreenContext, batch: OpenBatch, state: BatchState): Promise<BatchState> {
  const chunk = state.screened;
  const start = chunk * BATCH_CHUNK_ROWS;
  const rows = await readRows(batch.objects, chunk);
  const lists = await openPinned(context, state.sources);
  if (!lists) throw new JobFailure('list_version_gone', 'A list version that the batch started with is gone.');
  const terms = { lists, today: state.today };
  const numbered = rows.map((row, index) => ({ row, number: start + index }));
  const compared: Numbered[] = [];
  for (const one of numbered) compared.push({ ...one, comparison: await comparisonOf(context, batch, one.row, terms) });
  const own = await mapConcurrently(compared, BATCH_RUNS_AT_ONCE, (one) => ownResult(context, batch, one));

  const results: BatchRow[] = [];
  for (const [index, { row }] of numbered.entries()) {
    const result = own[index] ?? repeatedRow(row, await firstOf(batch, row.same ?? 0, { start, results }));
    results.push(result);
  }
  await putResults(batch.objects, chunk, results);
  remember(batch.id, chunk, results);
  const byStatus = { ...state.byStatus };
  for (const { status } of results) if (status) byStatus[status] += 1;
  const repeatableRows = (state.repeatableRows ?? 0) + repeatableIn(rows, results);
  return { ...state, screened: chunk + 1, byStatus, repeatableRows };
}

/** Rows of all results that were refused. */
export const refusedIn = ({ byStatus }: Pick<BatchState, 'byStatus'>, done: number) =>
  done - Object.values(byStatus).reduce((sum, count) => sum + count, 0);

interface Numbered {
  row: UploadedRow;
  number: number;
  /** Absent for a row that is refused, or the same as an earlier one. */
  comparison: Comparison | undefined;
}

async function comparisonOf(
  { requestId }: JobContext,
  { upload }: OpenBatch,
  { item, problem, same }: UploadedRow,
  { lists, today }: { lists: OpenLists; today: string },
): Promise<Comparison | undefined> {
  if (!item || problem || same !== undefined) return undefined;
  return compareWith(lists, { ...upload, subject: item.subject }, { today, requestId, willRetry: isOutage });
}

/** The step is repeated then. */
const isOutage = (error: unknown) => error instanceof Problem && error.status >= 500;

/** The result of a row; undefined if it is that of an earlier one. */
async function ownResult(
  context: ScreenContext,
  batch: OpenBatch,
  { row, number, comparison }: Numbered,
): Promise<BatchRow | undefined> {
  const { item, problem } = row;
  if (problem) return refusedRow(row, problem);
  if (!item || !comparison) return undefined;
  const { screening } = comparison;
  const isStored = screening.matches.length > 0 || screening.status === 'error' || item.riskSubjectId;
  if (!isStored) {
    const { status, errorCode, incompleteReasons, topScore } = screening;
    const outcome = { status, errorCode, incompleteReasons, topScore, matches: [] };
    const incomplete = incompleteReasons.length > 0;
    return screenedRow(row, { ...outcome, incomplete }, { runId: null, isUnchanged: false });
  }
  try {
    return await recordRow(context, batch, { row, item, number, comparison });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    return refusedRow(row, { code: error.code, detail: error.message });
  }
}

/** Results of the last chunks, for rows that are the same as an earlier one. */
let recent: { batchId: string; chunks: Map<number, readonly BatchRow[]> } | undefined;
const RECENT_CHUNKS = 50;

function remember(batchId: string, chunk: number, results: readonly BatchRow[]): void {
  if (recent?.batchId !== batchId) recent = { batchId, chunks: new Map() };
  const { chunks } = recent;
  chunks.delete(chunk);
  chunks.set(chunk, results);
  const [oldest] = chunks.keys();
  if (chunks.size > RECENT_CHUNKS && oldest !== undefined) chunks.delete(oldest);
}

async function firstOf(
  { id, objects }: OpenBatch,
  number: number,
  { start, results }: { start: number; results: readonly BatchRow[] },
): Promise<BatchRow> {
  const chunk = Math.floor(number / BATCH_CHUNK_ROWS);
  const stored = number >= start ? results : recent?.batchId === id ? recent.chunks.get(chunk) : undefined;
  const found = stored ?? (await readResults(objects, chunk));
  if (!stored) remember(id, chunk, found);
  const first = found[number >= start ? number - start : number % BATCH_CHUNK_ROWS];
  if (!first) throw new Error('The result of an earlier row is missing.');
  return first;
}
