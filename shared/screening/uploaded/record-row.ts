import { canonicalJson } from '@assay/foundation/canonical-json';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { JobContext } from '#shared/platform/jobs/run-job.ts';
import { commitAs } from '#shared/worker.ts';
import type { BatchItem } from '../batch.ts';
import { placeOfRun } from '../repository/batches.ts';
import { listingFor, newestRunIds, readRuns as readStoredRuns } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import { createOrderedRun } from '../use-cases/create-run.ts';
import { type Comparison, type ScreeningOrder, screenSubject } from '../use-cases/screen-subject.ts';
import { type BatchRow, screenedRow } from './batch-row.ts';
import type { OpenBatch } from './open-batch.ts';
import type { UploadedRow } from './read-row.ts';

interface Found {
  row: UploadedRow;
  item: BatchItem;
  /** Number of the row in the file, from 0. */
  number: number;
  comparison: Comparison;
}

interface Recorded {
  run: ScreeningRun;
  isUnchanged: boolean;
}

/**
 * Stores the run of a row that has a match, failed or names a risk subject, unless it is stored. A risk subject whose newest run
 * of these lists and scores screened the same data with the same result keeps that run.
 */
export async function recordRow(
  context: JobContext & { createdBy: string },
  { id: batchId, upload, profile }: OpenBatch,
  { row, item, number, comparison }: Found,
): Promise<BatchRow> {
  const { sources, reviewScore, matchScore, pepLookbackMonths } = upload;
  const { subject, riskSubjectId = null } = item;
  const record = async (as: Context): Promise<Change<Recorded>> => {
    const { id, made } = await placeOfRun(as.store, as.caller, { batchId, index: number, mayExist: true });
    if (made) return unchanged({ run: made, isUnchanged: false });
    const order: ScreeningOrder = {
      id,
      subject,
      riskSubjectId,
      recordsFacts: true,
      sessionId: null,
      isSubjectUnreadable: false,
      trigger: 'api',
      isRow: true,
      compared: comparison,
      sources,
      reviewScore,
      matchScore,
      pepLookbackMonths,
      ...(profile && { profile }),
    };
    const earlier = riskSubjectId && (await earlierLike(as, riskSubjectId, (await screenSubject(as, order)).run));
    if (earlier) return unchanged({ run: earlier, isUnchanged: true });
    const { result, ...change } = await createOrderedRun(as, order);
    return { ...change, result: { run: result, isUnchanged: false } };
  };
  const caller = callerOf(context.caller, context.createdBy);
  const { run, isUnchanged } = await commitAs(context, caller, record);
  const { status, incomplete, incompleteReasons, errorCode, topScore } = run;
  const matches = run.matches.map(({ source, sourceEntryId: entryId, listedName, score }) => {
    return { source, entryId, listedName, score };
  });
  return screenedRow(
    row,
    { status, incomplete, incompleteReasons, errorCode, topScore, matches },
    { runId: run.id, isUnchanged },
  );
}

const unchanged = (result: Recorded): Change<Recorded> => ({ writes: [], events: [], result });

/** Acts in the name of who asked for the batch. */
export function callerOf({ organizationId, mode }: Scope, createdBy: string): Caller {
  const [kind, id = ''] = createdBy.split(':');
  return { organizationId, mode, kind: kind === 'user' ? 'user' : 'api_key', id, role: 'client' };
}

/** Runs among which the newest with these lists and scores is looked for. */
const EARLIER_RUNS = 10;

async function earlierLike(
  { store, caller }: Context,
  riskSubjectId: string,
  run: ScreeningRun,
): Promise<ScreeningRun | undefined> {
  const listing = listingFor(caller, { riskSubjectId });
  const ids = await newestRunIds(store, listing, { before: Number.POSITIVE_INFINITY, limit: EARLIER_RUNS });
  const earlier = await readStoredRuns(store, caller, ids);
  const newest = earlier.find((one) => one.run.riskSource === run.riskSource)?.run;
  return newest && outcomeOf(newest) === outcomeOf(run) ? newest : undefined;
}

/** Without what decisions change. */
const outcomeOf = ({ subjectDigest, incompleteReasons, errorCode, matches }: ScreeningRun) =>
  canonicalJson([
    subjectDigest,
    incompleteReasons.toSorted(),
    errorCode,
    matches.map(({ source, sourceEntryId, score, entry }) => [source, sourceEntryId, score, entry?.digest ?? null]),
  ]);
