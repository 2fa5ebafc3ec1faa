import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { TERM_BUILDER_VERSION } from '@assay/names';
import type { ListIndex } from '@assay/watchlist';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { BATCH_CHUNK_ROWS } from '../limits.ts';
import { listIdOf } from '../lists/list-id.ts';
import { putLookedBack, readLookedBack, readResults, readRows } from '../repository/batch-objects.ts';
import type { RunSource } from '../run.ts';
import { unlessErased } from '../uploaded/failed-rows.ts';
import { type OpenBatch, openBatch } from '../uploaded/open-batch.ts';
import type { UploadedRow } from '../uploaded/read-row.ts';
import { kindsOf, type OpenLists } from '../use-cases/open-lists.ts';
import { compareWith } from '../use-cases/screen-subject.ts';
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
  const before = new Map(withoutVersion(stored, version.versionId).map((row) => [row.row, row]));
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
  { requestId }: JobContext,
  { batch: { upload }, source, version, index }: Chunk,
  { line, item }: UploadedRow,
  row: number,
  known: LookedBackRow | undefined,
): Promise<LookedBackRow | undefined> {
  if (!item) return known;
  const { subject, reference = null, riskSubjectId = null } = item;
  const { reviewScore, matchScore, pepLookbackMonths } = upload;
  const { screening } = await compareWith(
    listsOf(source, version, index),
    { subject, reviewScore, matchScore, pepLookbackMonths },
    { today: version.activatedAt.slice(0, 10), requestId, willRetry: isOutage },
  );
  const { status, incompleteReasons, matches } = screening;
  const [top] = matches;
  const base = known ?? { ...NOTHING_KNOWN, row, line, reference, riskSubjectId };
  if (top && (status === 'match' || status === 'possible_match')) {
    const match = { entryId: top.entry.id, listedName: top.listedName, score: top.score, status };
    return { ...base, reachedWith: version.versionId, match };
  }
  const reasons = status === 'error' ? ['screening_failed' as const] : incompleteReasons;
  if (reasons.length === 0 || base.incompleteWith) return known;
  return { ...base, incompleteWith: version.versionId, incompleteReasons: [...reasons] };
}

/** The step is repeated then. */
const isOutage = (error: unknown) => error instanceof Problem && error.status >= 500;

const NOTHING_KNOWN = {
  incompleteWith: null,
  reachedWith: null,
  match: null,
  incompleteReasons: [],
  done: null,
  runs: [],
  watchedSince: null,
};

/** The list as it was searched on the day on which the version was activated. */
function listsOf(key: string, { versionId, publishedAt }: SearchedVersion, index: ListIndex): OpenLists {
  const source: RunSource = {
    key,
    versionId,
    publishedAt,
    missing: false,
    stale: false,
    staleReasons: [],
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
    termBuilderVersion: TERM_BUILDER_VERSION,
  };
  return { sources: [source], lists: [{ ...source, index, ...kindsOf(source) }] };
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
    const number = row.row - 1;
    const runId = results[number % BATCH_CHUNK_ROWS]?.runId ?? null;
    const { riskSubjectId } = row;
    return {
      ...row,
      ...(await doneSince(context, { batchId: batch.id, number, riskSubjectId, runId, source, since })),
    };
  });
}

export const lookBackRunner: JobRunner = { step: lookBackStep };
