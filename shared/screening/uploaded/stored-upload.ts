import * as z from 'zod';
import { JobStatus } from '#shared/platform/jobs/job.ts';
import { ItemProblem, ListVersionUsed, ScreeningBatch } from '../batch.ts';
import { RunProfile, RunSource, ScreeningStatus } from '../run.ts';
import { BatchFormat } from './batch-format.ts';
import { FileLayout } from './file-layout.ts';

/** Counted since batches can be made of failed rows. */
const RowsLeft = {
  /** Rows that failed for a reason that may pass. */
  repeatableRows: z.int().optional(),
  /** Of a batch of failed rows: those of the earlier batch that are not screened again. */
  leftOutRows: z.int().optional(),
};

/** What a batch of an upload has beside the members of all batches. */
export const UploadSettings = z.object({
  format: BatchFormat,
  layout: FileLayout,
  uploadId: z.uuid(),
  /** Of the uploaded file. */
  sizeBytes: z.int(),
  /** The rows are those of this batch that failed, and there is no uploaded file. */
  failedRowsOf: z.uuid().optional(),
  sources: z.array(z.string()),
  reviewScore: z.int(),
  matchScore: z.int(),
  pepLookbackMonths: z.int().nullable(),
  keepUntil: z.string(),
  /** Once the job has ended. */
  ended: z
    .object({
      status: JobStatus,
      rows: z.int().nullable(),
      done: z.int(),
      startedAt: z.string().nullable(),
      endedAt: z.string().nullable(),
      problem: ItemProblem.optional(),
      listVersions: z.array(ListVersionUsed),
      ...RowsLeft,
    })
    .optional(),
});
export type UploadSettings = z.infer<typeof UploadSettings>;

/**
 * A batch as it is stored. That of an upload is stored as completed without items, as releases that know no uploads read it;
 * its progress is that of its job until it has ended.
 */
export const StoredBatch = ScreeningBatch.extend({ upload: UploadSettings.optional() });
export type StoredBatch = z.infer<typeof StoredBatch>;

/** What every member of the organization can read about the job, and the history. */
const BatchInput = z.object({
  format: BatchFormat,
  sources: z.array(z.string()),
  reviewScore: z.int(),
  matchScore: z.int(),
  profile: RunProfile.optional(),
  keepUntil: z.string(),
  failedRowsOf: z.uuid().optional(),
});

export type BatchInput = z.infer<typeof BatchInput>;

const Counts = z.record(ScreeningStatus, z.int());

/**
 * How far a batch is. First the lists are pinned, then the file is read into encrypted chunks, then chunk after chunk is
 * screened. Each is a step of the job.
 */
export const BatchState = z.object({
  /** The lists as they were when the batch started, with the versions that all rows are screened against. */
  sources: z.array(RunSource),
  /** The day of the start, on which terms of office and the ends of listings are judged. */
  today: z.string(),
  /** Where the next row of the file begins, or the number of a row of an earlier batch; null once all are read. */
  position: z.object({ offset: z.int(), line: z.int() }).nullable(),
  /** Rows read so far. */
  rows: z.int(),
  /** Chunks screened so far. */
  screened: z.int(),
  byStatus: Counts,
  ...RowsLeft,
});
export type BatchState = z.infer<typeof BatchState>;

export const NO_COUNTS = { match: 0, possible_match: 0, clear: 0, incomplete: 0, error: 0 };

export const rowsLeft = (state: Pick<BatchState, 'repeatableRows' | 'leftOutRows'> | undefined) => ({
  ...(state?.repeatableRows !== undefined && { repeatableRows: state.repeatableRows }),
  ...(state?.leftOutRows !== undefined && { leftOutRows: state.leftOutRows }),
});
