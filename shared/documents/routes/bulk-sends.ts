import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { BulkSend, NewBulkSend } from '../bulk/bulk-send.ts';
import { BULK_BODY_BYTES, BULK_ROWS } from '../limits.ts';

export const bulkSendRoutes = defineRoutes('documents', {
  createBulkSend: post('/documents/bulk-sends', 'client', NewBulkSend, BulkSend, {
    summary: 'Send documents to the rows of a CSV file',
    description:
      'A job that creates and sends one document from the template for each row. Read the bulk send, or `GET /jobs/{id}`, ' +
      'until `status` is `completed`. A row that is refused is reported with its line, and nothing is created for it; the ' +
      'other rows are sent. With `dryRun: true` every row is checked and printed, and nothing is created or sent. ' +
      'Invitations wait for the limits on emails. `POST /jobs/{id}/cancel` stops it.',
    bodyLimitBytes: BULK_BODY_BYTES,
    idempotency: 'optional',
    problems: {
      ...missing,
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      invalid_csv: [422, 'A quotation mark in the file is never closed.'],
      no_rows: [422, 'The file has no rows.'],
      too_many_rows: [422, `The file has more than ${BULK_ROWS} rows.`],
      invalid_columns: [422, 'A column has no known meaning, or a signer has no name or email.'],
    },
    uses: {
      tables: { documents: ['GetItem'], jobs: ['GetItem', 'PutItem'] },
      buckets: { exports: ['PutObject exports/*'] },
      queues: ['jobTurns'],
    },
  }),
  readBulkSend: get('/documents/bulk-sends/{id}', 'client', BulkSend, {
    summary: 'Read a bulk send',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] }, buckets: { exports: ['GetObject'] } },
  }),
});
