import { mapConcurrently } from '@assay/foundation/concurrency';
import { csvLine } from '@assay/foundation/csv';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import type { JobContext, JobRunner, Step } from '#shared/platform/jobs/run-job.ts';
import { BULK_PROBLEMS, BULK_ROWS_AT_ONCE, BULK_ROWS_PER_STEP } from '../limits.ts';
import { BulkInput, BulkState } from './bulk-send.ts';
import { extendReport, readContent } from './files.ts';
import { type RowResult, takeRow } from './send-row.ts';

const FIRST: BulkState = { next: 0, sent: 0, problems: [], reportBytes: 0 };
const HEAD = ['line', 'status', 'documentId', 'signers', 'code', 'problem'];

/**
 * Some rows of the file. Ids follow from the job and the line, so a step that runs again finds what it has created,
 * and its report has the same lines.
 */
async function bulkSendStep(context: JobContext, job: StoredJob): Promise<Step> {
  const { dryRun } = BulkInput.parse(job.input);
  const state = job.state === null ? FIRST : BulkState.parse(job.state);
  const content = await readContent(context.caller, job.id);
  const rows = content.rows.slice(state.next, state.next + BULK_ROWS_PER_STEP);
  const results = await mapConcurrently(rows, BULK_ROWS_AT_ONCE, (row) =>
    takeRow(context, { job, row, content, isDryRun: dryRun }),
  );
  const head = state.reportBytes === 0 ? csvLine(HEAD) : '';
  const reportBytes = await extendReport(
    context.caller,
    job.id,
    state.reportBytes,
    head + results.map(lineOf).join(''),
  );
  const refused = results.filter(({ status }) => status === 'refused');
  const next = state.next + rows.length;
  const total = content.rows.length;
  return {
    state: {
      next,
      sent: state.sent + results.filter(({ status }) => status === 'sent').length,
      problems: [
        ...state.problems,
        ...refused.map(({ line, code, detail, column }) => ({ line, code, detail, column })),
      ].slice(0, BULK_PROBLEMS),
      reportBytes,
    } satisfies BulkState,
    done: next,
    failed: job.failed + refused.length,
    total,
    share: next / total,
    isLast: next >= total,
  };
}

const lineOf = ({ line, status, documentId, signers, code, detail }: RowResult) =>
  csvLine([line, status, documentId, signers, code, detail]);

export const bulkSendRunner: JobRunner = { step: bulkSendStep, endEvent: jobEnded };
