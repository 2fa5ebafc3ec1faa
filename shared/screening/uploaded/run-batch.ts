import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import type { EndJob, JobContext, JobRunner, Step } from '#shared/platform/jobs/run-job.ts';
import { batchCompleted } from '../events.ts';
import { BATCH_CHUNK_ROWS } from '../limits.ts';
import { removeUpload } from '../repository/batch-objects.ts';
import { findBatch, replaceBatch } from '../repository/batches.ts';
import { pinVersions, unpinVersions } from '../repository/list-pins.ts';
import { openLists } from '../use-cases/open-lists.ts';
import { unlessErased } from './failed-rows.ts';
import { listVersionsOf } from './list-versions.ts';
import { type OpenBatch, openBatch } from './open-batch.ts';
import { readStep } from './read-step.ts';
import { refusedIn, screenStep } from './screen-step.ts';
import { BatchState, NO_COUNTS, rowsLeft } from './stored-upload.ts';

/** Pins the lists, then reads the file, then screens chunk after chunk: one of these each time. */
async function batchStep(context: JobContext, job: StoredJob): Promise<Step> {
  const batch = await unlessErased(openBatch(context, job.id));
  const state = job.state === null ? undefined : BatchState.parse(job.state);
  const next = await nextState({ ...context, createdBy: job.createdBy }, batch, state);
  const isRead = next.position === null;
  const done = Math.min(next.rows, next.screened * BATCH_CHUNK_ROWS);
  return {
    state: next,
    done,
    failed: refusedIn(next, done),
    total: isRead ? next.rows : null,
    share: isRead ? done / next.rows : null,
    isLast: isRead && done === next.rows,
  };
}

async function nextState(
  context: JobContext & { createdBy: string },
  batch: OpenBatch,
  state: BatchState | undefined,
): Promise<BatchState> {
  if (!state) return pinLists(context, batch);
  const { position } = state;
  if (position) return readStep(context, batch, { state, position });
  // The state that says that all rows are stored encrypted has been stored itself.
  if (state.screened === 0) await removeUpload(context.caller, batch.upload.uploadId);
  return screenStep(context, batch, state);
}

/** The versions are found before they are pinned: an active one is replaced five times before it is removed. */
async function pinLists(context: JobContext, { id, upload }: OpenBatch): Promise<BatchState> {
  const { store, now } = context;
  const { sources } = await openLists(context, { sources: upload.sources, willRetry: () => true });
  await store.writeOne(
    pinVersions(
      id,
      sources.flatMap(({ versionId }) => versionId ?? []),
      now,
    ),
  );
  const today = now.toISOString().slice(0, 10);
  return { sources, today, position: upload.layout.start, rows: 0, screened: 0, byStatus: NO_COUNTS };
}

export const screeningBatchRunner: JobRunner = { step: batchStep };

/** Stores the outcome with the batch: jobs are deleted after 90 days. */
export const endScreeningBatch: EndJob = async ({ store, caller }, job) => {
  const batch = await findBatch(store, caller, job.id);
  const upload = batch?.upload;
  if (!batch || !upload) return { writes: [], events: [jobEnded(job)] };
  const state = job.state === null ? undefined : BatchState.parse(job.state);
  const { status, total, done, failed, startedAt, endedAt, problem } = job;
  const counts = { total: state?.rows ?? 0, failed, byStatus: state?.byStatus ?? NO_COUNTS };
  const ended = {
    status,
    rows: total,
    done,
    startedAt,
    endedAt,
    ...(problem && { problem }),
    listVersions: listVersionsOf(state?.sources ?? []),
    ...rowsLeft(state),
  };
  return {
    writes: [replaceBatch(caller, { ...batch, ...counts, upload: { ...upload, ended } }), unpinVersions(job.id)],
    events: [jobEnded(job), ...(status === 'completed' ? [batchCompleted({ id: job.id, ...counts })] : [])],
    hints: [() => removeUpload(caller, upload.uploadId)],
  };
};
