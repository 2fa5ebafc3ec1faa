import type { Scope } from '#shared/platform/caller.ts';
import { presentProgress, StoredJob } from '#shared/platform/jobs/job.ts';
import { jobsOf } from '#shared/platform/jobs/stored-jobs.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';
import type { ScreeningAssurance, StoredAssurance } from './assurance.ts';

const NO_RESULT = { listVersions: [], result: null, missed: 0, misses: [], differences: [] };

/** Tests as they are now: the progress of one that has not ended is that of its job. */
export async function presentAssurances(
  store: Store,
  scope: Scope,
  all: readonly StoredAssurance[],
  now: Date,
): Promise<ScreeningAssurance[]> {
  const running = all.filter(({ ended }) => !ended);
  const reads = running.map(({ id }): Read => ({ table: 'jobs', key: keyIn(jobsOf(scope), id) }));
  const rows = reads.length > 0 ? await store.getMany(reads) : [];
  const jobs = new Map(running.map(({ id }, index) => [id, rows[index]]));
  return all.map((one) => presentAssurance(one, jobs.get(one.id), now));
}

export function presentAssurance(
  { ended, ...about }: StoredAssurance,
  job: Item | StoredJob | undefined,
  now: Date,
): ScreeningAssurance {
  if (ended) {
    const { report, ...others } = ended;
    const { endedAt, result } = others;
    const nextDueAt = result === null ? null : inTwelveMonths(endedAt);
    const file = report ? { sha256: report.sha256, sizeBytes: report.bytes } : null;
    return { ...about, ...others, failed: 0, estimatedEndAt: null, nextDueAt, report: file };
  }
  const progress = job ? presentProgress(StoredJob.parse(job), now) : GONE;
  return { ...progress, ...about, ...NO_RESULT, nextDueAt: null, report: null };
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
