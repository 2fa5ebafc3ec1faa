import { mapConcurrently } from '@assay/foundation/concurrency';
import { csvLine } from '@assay/foundation/csv';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, JobPause, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { spendUpTo, spentOf } from '#shared/platform/rate-limit/spending.ts';
import { BULK_PROBLEMS, BULK_ROWS_AT_ONCE, BULK_ROWS_PER_STEP } from '../limits.ts';
import { BulkInput, BulkState } from './bulk-send.ts';
import { extendReport, readContent, renewFiles } from './files.ts';
import { isReadable, type RowResult, takeRow } from './send-row.ts';

const FIRST: BulkState = { next: 0, sent: 0, problems: [], reportBytes: 0 };
const HEAD = ['line', 'status', 'documentId', 'signers', 'code', 'problem'];

/**
 * Every row that is printed counts to the daily limit of prints, once: it is counted with the state of the job before its
 * step begins. At the limit documents wait for the next day. A check has somebody waiting for it, and sends nothing
 * that could be sent tomorrow, so it fails.
 */
async function countPrints(context: JobContext, job: StoredJob) {
  const { dryRun } = BulkInput.parse(job.input);
  const state = job.state === null ? FIRST : BulkState.parse(job.state);
  if ((state.countedUpTo ?? 0) > state.next) return undefined;
  const content = await readContent(context.caller, job.id);
  const rows = content.rows.slice(state.next, state.next + BULK_ROWS_PER_STEP);
  const readable = rows.map(isReadable);
  const { granted, writes } = await spendUpTo(context, 'prints', readable.filter(Boolean).length);
  const begun = rowsWithin(readable, granted);
  if (begun === 0 && rows.length > 0) {
    const { text, resetsAt } = spentOf('prints', context.now);
    if (dryRun) throw new JobFailure('spending_limit', `${text} The limit is reset at ${resetsAt.toISOString()}.`);
    await renewFiles(context.caller, job.id, content, state.reportBytes);
    const until = resetsAt.toISOString();
    throw new JobPause({ code: 'spending_limit', detail: `${text} The bulk send continues at ${until}.`, until });
  }
  return { state: { ...state, countedUpTo: state.next + begun } satisfies BulkState, writes };
}

/** Rows from the first on of which no more are readable than were granted. */
function rowsWithin(readable: readonly boolean[], granted: number): number {
  let left = granted;
  const stop = readable.findIndex((isReadable) => isReadable && --left < 0);
  return stop === -1 ? readable.length : stop;
}

/**
 * Some rows of the file. Ids follow from the job and the line, so a step that runs again finds what it has created,
 * and its report has the same lines.
 */
async function bulkSendStep(context: JobContext, job: StoredJob): Promise<Step> {
  const { dryRun } = BulkInput.parse(job.input);
  const state = job.state === null ? FIRST : BulkState.parse(job.state);
  const content = await readContent(context.caller, job.id);
  const rows = content.rows.slice(state.next, state.countedUpTo ?? state.next + BULK_ROWS_PER_STEP);
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

export const bulkSendRunner: JobRunner = { prepare: countPrints, step: bulkSendStep };
