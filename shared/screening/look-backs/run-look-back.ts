import { mapConcurrently } from '@assay/foundation/concurrency';
import type { ListIndex } from '@assay/watchlist';
import { addSeconds } from '#shared/platform/clock.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, JobPause, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { BATCH_CHUNK_ROWS } from '../limits.ts';
import { listIdOf } from '../lists/list-id.ts';
import { putLookedBack, readLookedBack, readResults, readRows } from '../repository/batch-objects.ts';
import { unlessErased } from '../uploaded/failed-rows.ts';
import { type OpenBatch, openBatch } from '../uploaded/open-batch.ts';
import type { UploadedRow } from '../uploaded/read-row.ts';
import { compareVersion, NOTHING_KNOWN } from './compare-version.ts';
import { doneSince } from './done-since.ts';
import { LookBackInput, type LookBackState, type SearchedVersion, stateOfLookBack } from './look-back.ts';
import { type LookedBackRow, type LookedBackRows, withoutVersion } from './looked-back-row.ts';
import { closeVersion, openVersion } from './open-version.ts';

/** Rows whose runs and watches are read at the same time. */
const ROWS_AT_ONCE = 8;

/**
 * Compares the next chunk of rows with a version. All chunks are compared with one version before the next is opened, so that a
 * worker holds one index. What is known of a chunk is one file, which the next version adds to.
 */
async function lookBackStep(context: JobContext, job: StoredJob): Promise<Step> {
  const { batchId, source, versions } = LookBackInput.parse(job.input);
  if (batchId === null) throw leftToWatches(context);
  const state = stateOfLookBack(job);
  const batch = await unlessErased(openBatch(context, batchId));
  const rows = batch.upload.ended?.done ?? 0;
  const version = rows === 0 ? undefined : versions[state.at];
  const stepTo = (next: LookBackState, failed = 0): Step => {
    const done = next.at * rows + Math.min(rows, next.chunk * BATCH_CHUNK_ROWS);
    const total = versions.length * rows;
    const isLast = next.at === versions.length || total === 0;
    if (isLast) closeVersion();
    return { state: next, done, failed: job.failed + failed, total, share: total === 0 ? null : done / total, isLast };
  };
  if (!version) return stepTo(state);
  const list = listIdOf(context.caller, source);
  if (!list) throw new JobFailure('unknown_list', 'The list is not known any more.');
  const index = await openVersion(list, version.versionId);
  if (typeof index === 'string') {
    const unavailable = [...state.unavailable, { versionId: version.versionId, reason: index }];
    return stepTo({ ...state, at: state.at + 1, chunk: 0, unavailable });
  }
  const { found, incomplete, failed } = await unlessErased(
    compareChunk(context, { job, batch, state, source, version, index }),
  );
  const isEnd = (state.chunk + 1) * BATCH_CHUNK_ROWS >= rows;
  const next: LookBackState = {
    ...state,
    at: isEnd ? state.at + 1 : state.at,
    chunk: isEnd ? 0 : state.chunk + 1,
    isWritten: state.isWritten || isEnd,
    found: state.found + found,
    incomplete: state.incomplete + incomplete,
  };
  return stepTo(next, state.isWritten ? 0 : failed);
}

const LEFT_ALONE_SECONDS = 900;

/** Their worker alone can decrypt them. */
const leftToWatches = ({ clock }: JobContext) =>
  new JobPause({
    code: 'watches',
    detail: 'The worker of the watches continues the job.',
    until: addSeconds(clock(), LEFT_ALONE_SECONDS).toISOString(),
  });

interface Chunk {
  job: StoredJob;
  batch: OpenBatch;
  state: LookBackState;
  source: string;
  version: SearchedVersion;
  index: ListIndex;
}

/** How many rows of the chunk were found, compared incompletely for the first time, and cannot be compared at all. */
async function compareChunk(context: JobContext, of: Chunk) {
  const { job, batch, state, version } = of;
  const { objects } = batch;
  const rows = await readRows(objects, state.chunk);
  const stored = state.isWritten ? await readLookedBack(objects, job.id, state.chunk) : [];
  const before = new Map(withoutVersion(stored, version.versionId).map((row) => [row.row ?? 0, row]));
  const first = state.chunk * BATCH_CHUNK_ROWS + 1;
  const compared: LookedBackRow[] = [];
  let [found, incomplete, failed] = [0, 0, 0];
  for (const [at, uploaded] of rows.entries()) {
    const known = before.get(first + at);
    if (!uploaded.item) failed += 1;
    const after =
      known?.reachedWith || !uploaded.item ? known : await compareRow(context, of, uploaded, first + at, known);
    if (!after) continue;
    if (after.reachedWith && !known?.reachedWith) found += 1;
    if (after.incompleteWith && !known?.incompleteWith) incomplete += 1;
    compared.push(after);
  }
  const after = await withWhatWasDone(context, of, compared);
  if (!state.isWritten || found > 0 || incomplete > 0) await putLookedBack(objects, job.id, state.chunk, after);
  return { found, incomplete, failed };
}

async function compareRow(
  context: JobContext,
  { batch: { upload }, source, version, index }: Chunk,
  { line, item }: UploadedRow,
  row: number,
  known: LookedBackRow | undefined,
): Promise<LookedBackRow | undefined> {
  if (!item) return known;
  const { subject, reference = null, riskSubjectId = null } = item;
  const { reviewScore, matchScore, pepLookbackMonths } = upload;
  const base = known ?? { ...NOTHING_KNOWN, row, line, watchId: null, reference, riskSubjectId };
  const compared = { subject, reviewScore, matchScore, pepLookbackMonths };
  const changes = await compareVersion(context, { source, version, index }, compared, base);
  return changes ? { ...base, ...changes } : known;
}

async function withWhatWasDone(
  context: JobContext,
  { batch, state, source, version }: Chunk,
  rows: LookedBackRows,
): Promise<LookedBackRows> {
  const isNew = ({ reachedWith }: LookedBackRow) => reachedWith === version.versionId;
  if (!rows.some(isNew)) return rows;
  const results = await readResults(batch.objects, state.chunk);
  const since = new Date(version.activatedAt);
  return mapConcurrently(rows, ROWS_AT_ONCE, async (row) => {
    if (!isNew(row)) return row;
    const number = (row.row ?? 0) - 1;
    const runId = results[number % BATCH_CHUNK_ROWS]?.runId ?? null;
    const { riskSubjectId } = row;
    return {
      ...row,
      ...(await doneSince(context, { batchId: batch.id, number, riskSubjectId, runId, source, since })),
    };
  });
}

export const lookBackRunner: JobRunner = { step: lookBackStep };
