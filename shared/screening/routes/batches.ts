import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, Nothing, type Problems, post, remove } from '#shared/platform/http/route.ts';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { NewBatch, ScreeningBatch } from '../batch.ts';
import { BATCH_CHUNK_ROWS, BATCH_ITEMS, BATCH_ROWS } from '../limits.ts';
import { NumberedRow, RowStatus } from '../uploaded/numbered-row.ts';
import { byProfile, searching, tooHigh, unknownList, wholeNumberUpTo } from './common.ts';

const FILE_NAME_CHARACTERS = 255;
const ROWS_PER_PAGE = 100;

const BatchRowPage = z.object({
  items: z.array(NumberedRow),
  nextFrom: z.int().nullable().describe('`from` of the next page; null behind the last row that has been screened.'),
});

const repeated: Problems = {
  repeated_subject: [422, 'Several items have the same `riskSubjectId`.'],
};

const FileName = z.string().min(1).max(FILE_NAME_CHARACTERS);

const NewUpload = z
  .strictObject({
    fileName: FileName.describe('For the caller’s own records. It is not stored.'),
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The exact size of the file. S3 refuses a body of any other size.'),
  })
  .meta({ id: 'NewBatchUpload', examples: [{ fileName: 'customers.csv', sizeBytes: 61_204_113 }] });

const BatchUpload = z
  .object({
    uploadId: z.uuid(),
    url: z.string().describe('Accepts one `PUT` of the file until `expiresAt`.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Headers to send with the `PUT`, exactly as they are: they are part of the signature.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'BatchUpload' });

const RowQuery = z.strictObject({
  from: wholeNumberUpTo(BATCH_ROWS).default(1).meta({
    type: 'integer',
    minimum: 1,
    maximum: BATCH_ROWS,
    default: 1,
    description: 'Number of the first row, from 1; then `nextFrom` of each response.',
  }),
  limit: wholeNumberUpTo(BATCH_CHUNK_ROWS).default(ROWS_PER_PAGE).meta({
    type: 'integer',
    minimum: 1,
    maximum: BATCH_CHUNK_ROWS,
    default: ROWS_PER_PAGE,
  }),
  status: RowStatus.optional().describe('Rows with this result; `failed` for rows that were refused.'),
});

const erased: Problems = {
  rows_erased: [410, 'The rows of the batch have been erased, or are older than `keepRowsDays`.'],
};

export const batchRoutes = defineRoutes('screening', {
  createBatchUpload: post('/screening/batches/uploads', 'client', NewUpload, BatchUpload, {
    summary: 'Create an upload URL for a batch',
    description:
      'For a file with up to a million customers. `PUT` the file to `url` with `headers`, then create a batch with the ' +
      '`uploadId`. The file is deleted once its rows are stored encrypted.',
    isReadOnly: true,
    needsWriteScope: true,
    problems: { file_too_large: [413, 'The file is larger than 512 MB.'] },
    uses: { buckets: { exports: ['PutObject exports/*'] } },
  }),
  createScreeningBatch: post('/screening/batches', 'client', NewBatch, ScreeningBatch, {
    summary: 'Screen a batch of persons or companies',
    description:
      `Makes a run for each of up to ${BATCH_ITEMS} items, with the events, the risk facts and the notices of a single run. ` +
      'An item that a single run would refuse, such as one with an unknown risk subject, is `failed` and stops no other. ' +
      'Each run is stored by itself: a request that fails on the way (503, 504) may have made some of them, and is ' +
      'continued by repeating it with the same `Idempotency-Key`. With `uploadId` in place of `items` it starts a job, of the ' +
      'same id, that screens the rows of an uploaded file: identical rows once, all against the same list versions. A row ' +
      'that cannot be read is `failed` and stops no other. Rows with a match, rows whose screening failed and rows with a ' +
      'risk subject have a run; the others are in `GET /screening/batches/{id}/rows` alone. `POST /jobs/{id}/cancel` stops it. With ' +
      '`failedRowsOf` it screens the rows of an earlier batch that failed, while they are stored.',
    problems: {
      ...unknownList,
      ...tooHigh,
      ...byProfile,
      ...repeated,
      upload_missing: [409, 'No file has been uploaded for the `uploadId`, or another batch has read it.'],
      upload_empty: [409, 'The uploaded file is empty.'],
      ...missing,
      ...erased,
      batch_running: [409, 'The batch that `failedRowsOf` names has not ended.'],
      no_failed_rows: [422, 'No row of the batch that `failedRowsOf` names has failed for a reason that may pass.'],
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      file_too_large: [413, 'The file is larger than 512 MB.'],
      unknown_mapping: [422, 'There is no saved column mapping of that name in this mode.'],
      invalid_columns: [422, 'A heading of the file is not known, a column is there twice, or `name` is missing.'],
      unsupported_file: [422, 'The file is no text, such as a workbook, a PDF or a compressed file.'],
      no_rows: [422, 'The file has no rows after its headings.'],
    },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
        jobs: ['GetItem', 'PutItem'],
      },
      // Without `ListBucket`, S3 answers 403 for a file that was not uploaded.
      buckets: { ...searching, exports: ['GetObject', 'ListBucket'] },
      queues: ['jobTurns'],
      listFiles: true,
    },
    bodyLimitBytes: 1024 * 1024,
    memoryMb: 1769,
    timeoutSeconds: 29,
    isLongWork: true,
  }),
  listScreeningBatches: get('/screening/batches', 'client', pageOf(ScreeningBatch.omit({ runs: true })), {
    summary: 'List screening batches',
    description: 'Newest first, without their runs.',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { screening: ['Query', 'BatchGetItem'], jobs: ['BatchGetItem'] } },
  }),
  readScreeningBatch: get('/screening/batches/{id}', 'client', ScreeningBatch, {
    summary: 'Read a screening batch',
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'BatchGetItem'], jobs: ['BatchGetItem'] } },
  }),
  listScreeningBatchRows: get('/screening/batches/{id}/rows', 'client', BatchRowPage, {
    summary: 'List the results of an uploaded batch',
    description:
      'In the order of the file, as far as the rows have been screened. Results are as they were made: later decisions are ' +
      'in the runs. With `status` a page can be empty: continue while `nextFrom` is not null. `POST /exports` with the kind ' +
      '`batch_rows` writes all results to one CSV or NDJSON file.',
    query: RowQuery,
    problems: { ...missing, ...erased },
    uses: {
      tables: { screening: ['GetItem'], jobs: ['GetItem'] },
      buckets: { batches: ['GetObject'] },
      masterSecret: true,
    },
  }),
  eraseScreeningBatchRows: remove('/screening/batches/{id}/rows', 'client', Nothing, Nothing, {
    summary: 'Erase the rows of an uploaded batch',
    description:
      'Deletes the key that its rows and results are encrypted with, before `keepRowsDays` have passed. Runs of rows, ' +
      'with their matches and decisions, stay. It cannot be undone.',
    problems: {
      ...missing,
      ...erased,
      batch_running: [409, 'The batch has not ended. Cancel it first.'],
    },
    uses: { tables: { screening: ['GetItem', 'DeleteItem'] } },
  }),
});
