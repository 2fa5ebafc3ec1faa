import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import * as z from 'zod';
import type { Caller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { readSubject } from '#shared/risk/index.ts';
import { commitAs } from '#shared/worker.ts';
import { BATCH_CHUNK_ROWS, WATCHES } from '../limits.ts';
import { readResults, readRows } from '../repository/batch-objects.ts';
import { findWatchScope } from '../repository/watch-scopes.ts';
import { watchIdAt } from '../repository/watches.ts';
import { unlessErased } from '../uploaded/failed-rows.ts';
import { type OpenBatch, openBatch } from '../uploaded/open-batch.ts';
import type { UploadedRow } from '../uploaded/read-row.ts';
import { callerOf } from '../uploaded/record-row.ts';
import { newWatch, wake } from './change-watch.ts';
import { rowWatchId } from './row-watch-id.ts';
import { type BatchOrder, BatchWatchesInput } from './start-batch-watches.ts';

/**
 * Watches of the rows of an uploaded batch, as a job. Its worker reads the rows with the key of the batch and encrypts each for
 * the worker of the watches, which alone can read it from then on. The id of a watch follows from the batch and the row, so a
 * step that runs again, or another job for the same batch, finds those that were made.
 */
const WATCHES_AT_ONCE = 16;

/** Watches that this job has made: the count of the mode lags behind until they are screened. */
const BatchWatchesState = z.object({ created: z.int() });

/** Creates the watches of the next chunk of rows. */
async function watchStep(context: JobContext, job: StoredJob): Promise<Step> {
  const { store, caller } = context;
  const { batchId, order, countBefore } = BatchWatchesInput.parse(job.input);
  const { created } = job.state === null ? { created: 0 } : BatchWatchesState.parse(job.state);
  const batch = await unlessErased(openBatch(context, batchId));
  const scope = await findWatchScope(store, caller);
  if (!scope) throw new Error('The keys of the watches are missing.');
  if (Math.max(scope.state.count, countBefore + created) >= WATCHES) throw tooMany();
  const total = batch.upload.ended?.done ?? 0;
  const rows = total === 0 ? [] : await unlessErased(rowsOf(batch, Math.floor(job.done / BATCH_CHUNK_ROWS)));
  const as = { context, by: callerOf(caller, job.createdBy), publicKey: scope.publicKey, batchId, order };
  const outcomes = await mapConcurrently(rows, WATCHES_AT_ONCE, (row) => watchRow(as, row));
  await wake(store, caller, context.clock())();
  const countOf = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const done = job.done + outcomes.length;
  return {
    state: { created: created + countOf('created') },
    done,
    failed: job.failed + countOf('refused'),
    total,
    share: total === 0 ? null : done / total,
    isLast: done >= total || outcomes.length === 0,
  };
}

const tooMany = () => new JobFailure('too_many_watches', `The mode has ${WATCHES} watches.`);

interface Row {
  item: UploadedRow['item'];
  /** In the file, from 0. */
  number: number;
  isRefused: boolean;
  /** An earlier row is the same and has the same reference. */
  isRepeated: boolean;
}

async function rowsOf({ objects }: OpenBatch, chunk: number): Promise<Row[]> {
  const [rows, results] = await Promise.all([readRows(objects, chunk), readResults(objects, chunk)]);
  const chunks = new Map([[chunk, results]]);
  const referenceOf = async (number: number) => {
    const at = Math.floor(number / BATCH_CHUNK_ROWS);
    const found = chunks.get(at) ?? (await readResults(objects, at));
    chunks.set(at, found);
    return found[number % BATCH_CHUNK_ROWS]?.reference ?? null;
  };
  const read: Row[] = [];
  for (const [at, { reference, status }] of results.entries()) {
    const { item, same } = rows[at] ?? {};
    const isRepeated = same !== undefined && (reference === null || reference === (await referenceOf(same)));
    read.push({ item, number: chunk * BATCH_CHUNK_ROWS + at, isRefused: status === null, isRepeated });
  }
  return read;
}

interface As {
  context: JobContext;
  by: Caller;
  publicKey: Uint8Array;
  batchId: string;
  order: BatchOrder;
}

type Outcome = 'created' | 'known' | 'refused';

async function watchRow(as: As, { item, number, isRefused, isRepeated }: Row): Promise<Outcome> {
  if (!item || isRefused) return 'refused';
  if (isRepeated) return 'known';
  const { context, by, publicKey, batchId } = as;
  const { subject, riskSubjectId = null, reference = null } = item;
  const create = async (within: Context): Promise<Change<Outcome>> => {
    const id = await freeIdFor(within, batchId, number);
    if (id === undefined) return { writes: [], events: [], result: 'known' };
    if (riskSubjectId) await readSubject(within, riskSubjectId);
    const order = { ...as.order, subject, riskSubjectId, reference };
    const { watch: _watch, ...change } = newWatch(within, order, { id, publicKey });
    return { ...change, result: 'created' };
  };
  try {
    return await commitAs({ ...context, now: context.clock() }, by, create);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    return 'refused';
  }
}

/** Undefined if the watch of the row has been made. A place in the list can be taken by another watch. */
async function freeIdFor({ store, caller }: Context, batchId: string, number: number): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const id = rowWatchId(batchId, number, attempt);
    const found = await watchIdAt(store, caller, id);
    if (found === undefined) return id;
    if (found === id) return undefined;
  }
}

export const batchWatchesRunner: JobRunner = { step: watchStep };
