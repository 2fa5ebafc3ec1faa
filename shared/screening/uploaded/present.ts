import type { Scope } from '#shared/platform/caller.ts';
import { presentProgress, StoredJob } from '#shared/platform/jobs/job.ts';
import { jobsOf } from '#shared/platform/jobs/stored-jobs.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';
import type { ScreeningBatch } from '../batch.ts';
import { batchKeyRead, isKept } from '../repository/batch-keys.ts';
import { listVersionsOf } from './list-versions.ts';
import { BatchState, rowsLeft, type StoredBatch, type UploadSettings } from './stored-upload.ts';

/** Batches as they are now: the progress of an upload is that of its job. */
export async function presentBatches(
  store: Store,
  scope: Scope,
  batches: readonly StoredBatch[],
  now: Date,
): Promise<ScreeningBatch[]> {
  const uploaded = batches.filter(({ upload }) => upload);
  const reads = uploaded.flatMap(({ id }): Read[] => [
    batchKeyRead(scope, id),
    { table: 'jobs', key: keyIn(jobsOf(scope), id) },
  ]);
  const rows = reads.length > 0 ? await store.getMany(reads) : [];
  const behind = new Map(uploaded.map(({ id }, index) => [id, { key: rows[2 * index], job: rows[2 * index + 1] }]));
  return batches.map((batch) => presentBatch(batch, behind.get(batch.id) ?? {}, now));
}

interface Behind {
  key?: Item | undefined;
  job?: Item | undefined;
}

function presentBatch({ upload, ...batch }: StoredBatch, { key, job }: Behind, now: Date): ScreeningBatch {
  if (!upload) return batch;
  const { ended } = upload;
  const about = { ...settingsOf(upload), rowsKeptUntil: isKept(key, now) ? upload.keepUntil : null };
  if (ended) return { ...batch, ...ended, ...about, estimatedEndAt: null };
  if (!job) return { ...batch, ...about, status: 'failed', rows: null, done: 0 };
  const running = StoredJob.parse(job);
  const { status, total, done, failed, startedAt, estimatedEndAt, endedAt, problem } = presentProgress(running, now);
  const state = running.state === null ? undefined : BatchState.parse(running.state);
  return {
    ...batch,
    status,
    total: state?.rows ?? 0,
    failed,
    byStatus: state?.byStatus ?? batch.byStatus,
    rows: total,
    done,
    startedAt,
    estimatedEndAt,
    endedAt,
    ...(problem && { problem }),
    listVersions: listVersionsOf(state?.sources ?? []),
    ...rowsLeft(state),
    ...about,
  };
}

/** What the batch was asked for. */
const settingsOf = ({ format, failedRowsOf, sources, reviewScore, matchScore, pepLookbackMonths }: UploadSettings) => ({
  format,
  ...(failedRowsOf && { failedRowsOf }),
  sources,
  reviewScore,
  matchScore,
  pepLookbackMonths,
});

/** A batch whose job has just been created. */
export const presentQueued = (
  { upload, ...batch }: StoredBatch & { upload: UploadSettings },
  { status }: Pick<StoredJob, 'status'>,
): ScreeningBatch => ({
  ...batch,
  status,
  rows: null,
  done: 0,
  ...settingsOf(upload),
  startedAt: null,
  estimatedEndAt: null,
  endedAt: null,
  listVersions: [],
  rowsKeptUntil: upload.keepUntil,
});
