import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { isEnded, presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { BULK_REPORT_DAYS } from '../limits.ts';
import { BulkInput, type BulkSend, BulkState } from './bulk-send.ts';
import { reportUrl } from './files.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A bulk send with the address of its report, if it has one. */
export async function presentBulkSend(scope: Scope, job: StoredJob, now: Date): Promise<BulkSend> {
  const { templateId, templateName, revision, dryRun, columns, rows } = BulkInput.parse(job.input);
  const state = job.state === null ? undefined : BulkState.parse(job.state);
  const expiresAt =
    isEnded(job.status) && job.endedAt !== null && state
      ? addSeconds(new Date(job.endedAt), BULK_REPORT_DAYS * DAY_SECONDS)
      : null;
  const fileName = `bulk-send-${job.createdAt.slice(0, 10)}-${job.id.slice(0, 8)}.csv`;
  return {
    ...presentProgress(job, now),
    total: rows,
    templateId,
    templateName,
    revision,
    dryRun,
    columns,
    sent: state?.sent ?? 0,
    problems: state?.problems ?? [],
    report:
      expiresAt && expiresAt > now
        ? { fileName, url: await reportUrl(scope, job.id, fileName), expiresAt: expiresAt.toISOString() }
        : null,
  };
}
