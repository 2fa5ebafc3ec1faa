import {
  chooseEntries,
  differencesOf,
  innocentCustomers,
  isLoaded,
  Miss,
  newTally,
  resultOf,
  runEntry,
  runInnocent,
  Tally,
} from '@assay/watchlist/assurance';
import * as z from 'zod';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { reportSealed, WithReport } from '#shared/platform/jobs/job-report.ts';
import { type EndJob, type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import { nameTables } from '../name-tables.ts';
import { putLimit, readLimits } from '../repository/assurance-limits.ts';
import { findAssurance, readAssurance, replaceAssurance } from '../repository/assurances.ts';
import { removeUpload } from '../repository/batch-objects.ts';
import { pinVersions, unpinVersions } from '../repository/list-pins.ts';
import { RunSource } from '../run.ts';
import { listVersionsOf } from '../uploaded/list-versions.ts';
import { openLists, openPinned } from '../use-cases/open-lists.ts';
import type { StoredAssurance } from './assurance.ts';
import { ASSURANCE_REPORT } from './assurance-report-key.ts';
import { carryLimits } from './carry-limits.ts';
import { keepMisses } from './keep-misses.ts';
import { AssuranceLimit, LapsedLimit } from './limit.ts';
import { LineDecisions, lineDecisions } from './line-decisions.ts';
import { newOwnResult, OwnResult, outcomeOfOwn, worseOf } from './own-cases.ts';
import { customerOf, rowsOf, runOwnCases } from './run-own-cases.ts';

/** Some seconds of work each. */
const ENTRIES_IN_STEP = 25;
const CUSTOMERS_IN_STEP = 500;
const OWN_IN_STEP = 200;

const Counted = z.object({ tally: Tally, missed: z.int(), misses: z.array(Miss), own: OwnResult.optional() });
type Counted = z.infer<typeof Counted>;

/** Determined once, when everything is counted: the sealed report and the record say the same. */
const Closing = z.object({ decisions: LineDecisions, carried: z.array(AssuranceLimit), lapsed: z.array(LapsedLimit) });

/** How far a test is: first the entries, then cases of its own, then the customers. What was counted is packed, since a row has 400 KB. */
const AssuranceState = z.object({
  sources: z.array(RunSource),
  entries: z.int(),
  done: z.int(),
  packed: z.string(),
  closing: Closing.optional(),
});
type AssuranceState = z.infer<typeof AssuranceState>;

const packed = (counted: Counted) => Buffer.concat(pack(counted)).toString('base64');
const countedIn = ({ packed }: AssuranceState) => Counted.parse(unpack([Buffer.from(packed, 'base64')]));

/** Pins the lists, then tests some entries or customers: one of these each time. The worker that seals does the last step. */
async function assuranceStep(context: JobContext, job: StoredJob): Promise<Step> {
  const test = await readAssurance(context.store, context.caller, job.id);
  const state = job.state === null ? undefined : AssuranceState.parse(job.state);
  const next = state ? await testPart(context, test, state) : await pinLists(context, test);
  const { entries, done } = next;
  const total = entries + (test.own?.rows ?? 0) + test.customers;
  const isCounted = done >= total;
  const closed = isCounted ? { ...next, closing: await closingOf(context, test, next) } : next;
  return { state: closed, done, failed: 0, total, share: done / total, sealing: isCounted, isLast: false };
}

async function pinLists(
  context: JobContext,
  { id, entries, seed, sources: keys }: StoredAssurance,
): Promise<AssuranceState> {
  const { sources, lists } = await openLists(context, { sources: keys, willRetry: () => true });
  const versionIds = sources.flatMap(({ versionId }) => versionId ?? []);
  await context.store.writeOne(pinVersions(id, versionIds, context.now));
  const chosen = chooseEntries(lists.filter(isLoaded), { count: entries, seed });
  if (chosen.length === 0) throw new JobFailure('no_entries', 'None of the lists has a version with entries.');
  const counted = { tally: newTally(), missed: 0, misses: [] };
  return { sources, entries: chosen.length, done: 0, packed: packed(counted) };
}

async function testPart(context: JobContext, test: StoredAssurance, state: AssuranceState): Promise<AssuranceState> {
  const { reviewScore, matchScore, entries, customers, seed } = test;
  const opened = await openPinned(context, state.sources);
  if (!opened) throw new JobFailure('list_version_gone', 'A list version that the test started with is gone.');
  const terms = { lists: opened.lists, policy: { reviewScore, matchScore }, seed, tables: nameTables };
  const counted = countedIn(state);
  const { tally } = counted;
  if (state.done < state.entries) {
    const chosen = chooseEntries(opened.lists.filter(isLoaded), { count: entries, seed });
    const part = chosen.slice(state.done, state.done + ENTRIES_IN_STEP);
    for (const one of part) {
      const found = await runEntry(terms, one, tally);
      counted.missed += found.length;
      keepMisses(counted.misses, found);
    }
    return { ...state, done: state.done + part.length, packed: packed(counted) };
  }
  const ownEnd = state.entries + (test.own?.rows ?? 0);
  if (state.done < ownEnd) {
    const part = (await rowsOf(context, test.own, 'cases')).slice(state.done - state.entries).slice(0, OWN_IN_STEP);
    counted.own = await runOwnCases(context, { test, opened, part }, counted.own ?? newOwnResult());
    return { ...state, done: state.done + part.length, packed: packed(counted) };
  }
  const from = state.done - ownEnd;
  const part = (await customersOf(context, test)).slice(from, from + CUSTOMERS_IN_STEP);
  for (const customer of part) await runInnocent(terms, customer, tally);
  // There may be fewer different names than customers that were asked for.
  const done = part.length === 0 ? ownEnd + customers : state.done + part.length;
  return { ...state, done, packed: packed(counted) };
}

const customersOf = async (context: JobContext, { customers, seed, negatives }: StoredAssurance) =>
  negatives ? (await rowsOf(context, negatives, 'customers')).map(customerOf) : innocentCustomers(customers, seed);

export const assuranceRunner: JobRunner = { step: assuranceStep };

/** Stores the result in a record of its own: jobs are deleted after 90 days. Limits of the test before are carried over. */
export const endAssurance: EndJob = async (context, job) => {
  const { store, caller } = context;
  const test = await findAssurance(store, caller, job.id);
  if (!test) return { writes: [], events: [jobEnded(job)] };
  const ended = await endedTest(context, job, test);
  const about = { resource: 'screening-assurance', resourceId: job.id, subjectId: null };
  return {
    writes: [
      replaceAssurance(caller, { ...test, ended }),
      ...carriedLimits(job).map((limit) => putLimit(caller, job.id, limit)),
      unpinVersions(job.id),
    ],
    hints: [test.own, test.negatives].flatMap((file) => (file ? [() => removeUpload(caller, file.uploadId)] : [])),
    events: [...(ended.report ? [reportSealed(about, ASSURANCE_REPORT, ended.report)] : []), jobEnded(job)],
  };
};

/** Limits of the test before that hold for one that has completed. */
export function carriedLimits({ status, state }: StoredJob): AssuranceLimit[] {
  return status === 'completed' && state !== null ? (AssuranceState.parse(state).closing?.carried ?? []) : [];
}

async function closingOf({ store, caller, now }: JobContext, test: StoredAssurance, state: AssuranceState) {
  const { result } = resultIn(countedIn(state), test, undefined);
  const before = test.comparedWith ? await readLimits(store, caller, test.comparedWith) : undefined;
  const decisions = await lineDecisions(store, caller, test);
  return { decisions, ...carryLimits(before?.limits ?? [], result.classes, now.toISOString()) };
}

/** The test as it ends with its job. */
export async function endedTest(
  { store, caller }: Parameters<EndJob>[0],
  job: StoredJob,
  test: StoredAssurance,
): Promise<NonNullable<StoredAssurance['ended']>> {
  const state = job.state === null ? undefined : AssuranceState.parse(job.state);
  const { status, total, done, startedAt, problem } = job;
  const isCompleted = status === 'completed' && state !== undefined;
  const before = isCompleted && test.comparedWith ? await findAssurance(store, caller, test.comparedWith) : undefined;
  const { report } = isCompleted ? WithReport.partial().parse(job.state) : {};
  return {
    status,
    total,
    done,
    startedAt,
    endedAt: job.endedAt ?? job.createdAt,
    ...(problem && { problem }),
    listVersions: listVersionsOf(state?.sources ?? []),
    ...(isCompleted ? resultIn(countedIn(state), test, before) : NOTHING),
    ...(isCompleted && state.closing && { decisions: state.closing.decisions, lapsedLimits: state.closing.lapsed }),
    ...(report && { report }),
  };
}

const NOTHING = { result: null, missed: 0, misses: [], differences: [] };

function resultIn(
  { tally, missed, misses, own }: Counted,
  { reviewScore }: StoredAssurance,
  before: StoredAssurance | undefined,
) {
  const ofClasses = resultOf(tally, reviewScore);
  const result = own ? { ...ofClasses, outcome: worseOf(ofClasses.outcome, outcomeOfOwn(own)), own } : ofClasses;
  return { result, missed, misses, differences: differencesOf(result.classes, before?.ended?.result?.classes ?? []) };
}
