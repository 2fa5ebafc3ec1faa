import { conflict, refused } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import type { NewBatch, ScreeningBatch } from '../batch.ts';
import { BATCH_FILE_BYTES, BATCH_HEAD_BYTES, KEEP_ROWS_DAYS } from '../limits.ts';
import { storeBatchKey } from '../repository/batch-keys.ts';
import { findMapping } from '../repository/batch-mappings.ts';
import { readUpload, sizeOfUpload } from '../repository/batch-objects.ts';
import { storeBatch } from '../repository/batches.ts';
import { resolvePolicy } from '../use-cases/resolve-policy.ts';
import { requireKnownLists } from '../use-cases/unknown-keys.ts';
import { newDataKey, wrapKey } from './data-key.ts';
import { readFailedBatch } from './failed-rows.ts';
import { layoutOf } from './file-layout.ts';
import { fileTooLarge } from './file-too-large.ts';
import { presentQueued } from './present.ts';
import { type BatchInput, NO_COUNTS, type StoredBatch, type UploadSettings } from './stored-upload.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Where the rows of a batch come from. */
type RowSource = Pick<UploadSettings, 'format' | 'layout' | 'uploadId' | 'sizeBytes' | 'failedRowsOf'>;

/** Starts the job that screens an uploaded file. Its beginning is read at once, so that a wrong heading is refused now. */
export const createUploadedBatch = (
  context: Context,
  { uploadId, format = 'csv', columns = {}, mapping, ...asked }: NewBatch & { uploadId: string },
): Promise<Change<ScreeningBatch>> =>
  startBatch(context, asked, async () => {
    const mapped = mapping === undefined ? columns : await savedColumns(context, mapping);
    const sizeBytes = await requireFile(context, uploadId);
    const length = Math.min(sizeBytes, BATCH_HEAD_BYTES);
    const head = (await readUpload(context.caller, uploadId, { offset: 0, length })) ?? Buffer.alloc(0);
    const layout = layoutOf(head, { format, columns: mapped, isWhole: length === sizeBytes });
    return { format, layout, uploadId, sizeBytes };
  });

/** Starts the job that screens the rows of an earlier batch that failed. They keep the lines of their file. */
export const createBatchOfFailedRows = (
  context: Context,
  { failedRowsOf, ...asked }: NewBatch & { failedRowsOf: string },
): Promise<Change<ScreeningBatch>> =>
  startBatch(context, asked, async (id) => {
    const { format, layout } = (await readFailedBatch(context, failedRowsOf)).upload;
    const start = { offset: 0, line: 1 };
    // A release that knows no batches of failed rows finds no file under its id, and says so.
    return { format, layout: { ...layout, start }, uploadId: id, sizeBytes: 0, failedRowsOf };
  });

async function startBatch(
  context: Context,
  { keepRowsDays = KEEP_ROWS_DAYS, items: _i, ...requested }: NewBatch,
  readSource: (id: string) => Promise<RowSource>,
): Promise<Change<ScreeningBatch>> {
  const { caller, now, newId } = context;
  const policy = await resolvePolicy(context, requested);
  await requireKnownLists(context, policy.sources);
  const id = newId();
  const source = await readSource(id);
  const { format, failedRowsOf } = source;
  const keepUntil = addSeconds(now, keepRowsDays * DAY_SECONDS);
  const { profile, ...settings } = policy;
  const { sources, reviewScore, matchScore } = settings;
  const kept = { keepUntil: keepUntil.toISOString() };
  const shown: BatchInput = {
    format,
    sources,
    reviewScore,
    matchScore,
    ...(profile && { profile }),
    ...kept,
    ...(failedRowsOf && { failedRowsOf }),
  };
  const { job, change } = await startJob(context, { id, kind: 'screening_batch', input: shown });
  const upload = { ...settings, ...kept, ...source };
  const batch: StoredBatch & { upload: UploadSettings } = {
    id,
    status: 'completed',
    total: 0,
    failed: 0,
    byStatus: NO_COUNTS,
    ...(profile && { profile }),
    runs: [],
    createdBy: job.createdBy,
    createdAt: now.toISOString(),
    upload,
  };
  return {
    ...change,
    writes: [
      ...change.writes,
      storeBatch(caller, batch),
      storeBatchKey(caller, id, await wrapKey(caller, id, newDataKey()), keepUntil),
    ],
    result: presentQueued(batch, job),
  };
}

async function savedColumns({ store, caller }: Context, name: string) {
  const found = await findMapping(store, caller, name);
  if (!found) throw refused('unknown_mapping', `There is no column mapping \`${name}\` in this mode.`);
  return found.mapping.columns;
}

async function requireFile({ caller }: Context, uploadId: string): Promise<number> {
  const sizeBytes = await sizeOfUpload(caller, uploadId);
  if (sizeBytes === undefined)
    throw conflict(
      'upload_missing',
      'No file has been uploaded for this `uploadId`, or it has been read by another batch. Upload it again.',
    );
  if (sizeBytes === 0) throw conflict('upload_empty', 'The uploaded file is empty.');
  if (sizeBytes > BATCH_FILE_BYTES) throw fileTooLarge();
  return sizeBytes;
}
