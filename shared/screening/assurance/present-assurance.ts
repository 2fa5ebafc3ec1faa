import type { Scope } from '#shared/platform/caller.ts';
import { presentProgress, StoredJob } from '#shared/platform/jobs/job.ts';
import { jobsOf } from '#shared/platform/jobs/stored-jobs.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';
import { listAssurances } from '../repository/assurances.ts';
import type { ScreeningAssurance, StoredAssurance } from './assurance.ts';
import { inForce, outcomeBeyond } from './carry-limits.ts';
import type { LimitsOfTest } from './limit.ts';

const NO_RESULT = { listVersions: [], result: null, missed: 0, misses: [], differences: [] };
const NO_LIMITS: LimitsOfTest = { limits: [], limitProposals: [] };

/** Tests as they are now: the progress of one that has not ended is that of its job. */
export async function presentAssurances(
  store: Store,
  scope: Scope,
  all: readonly StoredAssurance[],
  now: Date,
  limits?: LimitsOfTest,
): Promise<ScreeningAssurance[]> {
  const running = all.filter(({ ended }) => !ended);
  const reads = running.map(({ id }): Read => ({ table: 'jobs', key: keyIn(jobsOf(scope), id) }));
  const rows = reads.length > 0 ? await store.getMany(reads) : [];
  const jobs = new Map(running.map(({ id }, index) => [id, rows[index]]));
  return all.map((one) => presentAssurance(one, jobs.get(one.id), now, limits));
}

export function presentAssurance(
  { ended, own, negatives, ...tested }: StoredAssurance,
  job: Item | StoredJob | undefined,
  now: Date,
  { limits, limitProposals }: LimitsOfTest = NO_LIMITS,
): ScreeningAssurance {
  const accepted = inForce(limits, now);
  const about = { ...tested, files: filesOf({ own, negatives }), limits: accepted, limitProposals };
  if (ended) {
    const { report, decisions = null, lapsedLimits = [], ...others } = ended;
    const { endedAt, result } = others;
    const nextDueAt = result === null ? null : inTwelveMonths(endedAt);
    return {
      ...about,
      ...others,
      decisions,
      lapsedLimits,
      outcomeBeyondLimits: result && outcomeBeyond(result, accepted),
      failed: 0,
      estimatedEndAt: null,
      nextDueAt,
      report: report ? { sha256: report.sha256, sizeBytes: report.bytes } : null,
    };
  }
  const progress = job ? presentProgress(StoredJob.parse(job), now) : GONE;
  const nothing = { ...NO_RESULT, decisions: null, lapsedLimits: [], outcomeBeyondLimits: null };
  return { ...progress, ...about, ...nothing, nextDueAt: null, report: null };
}

const filesOf = ({ own, negatives }: Pick<StoredAssurance, 'own' | 'negatives'>): ScreeningAssurance['files'] => [
  ...(own ? [{ use: 'own' as const, sha256: own.sha256, rows: own.rows }] : []),
  ...(negatives ? [{ use: 'negatives' as const, sha256: negatives.sha256, rows: negatives.rows }] : []),
];

const LATEST = 5;

/** Of the latest tests, the newest that has completed. */
export async function latestAssurance(store: Store, scope: Scope) {
  const { items } = await listAssurances(store, scope, 0, LATEST);
  const latest = items.find(({ ended }) => ended?.result);
  if (!latest?.ended?.result) return null;
  const { endedAt: completedAt, result } = latest.ended;
  return { id: latest.id, completedAt, outcome: result.outcome, nextDueAt: inTwelveMonths(completedAt) };
}

/** Rows of jobs that never ended are deleted after 90 days. */
const GONE = {
  status: 'failed' as const,
  total: null,
  done: 0,
  failed: 0,
  startedAt: null,
  estimatedEndAt: null,
  endedAt: null,
};

function inTwelveMonths(from: string): string {
  const due = new Date(from);
  due.setUTCMonth(due.getUTCMonth() + 12);
  return due.toISOString();
}
