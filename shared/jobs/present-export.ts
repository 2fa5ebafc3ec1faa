import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { type Export, ExportState, NewExport } from './export.ts';
import { downloadUrl } from './export-files.ts';
import { EXPORT_DAYS } from './limits.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** An export with the address of its file, if it has one. */
export async function presentExport(scope: Scope, job: StoredJob, now: Date): Promise<Export> {
  const input = NewExport.parse(job.input);
  const { kind, format } = input;
  const filter = ('filter' in input && input.filter) || {};
  const { from, to } = 'from' in input || 'to' in input ? input : { from: undefined, to: undefined };
  const isCompleted = job.status === 'completed' && job.endedAt !== null;
  const expiresAt = isCompleted ? addSeconds(new Date(job.endedAt ?? 0), EXPORT_DAYS * DAY_SECONDS) : null;
  const fileName = `${kind}-${job.createdAt.slice(0, 10)}-${job.id.slice(0, 8)}.${format}`;
  return {
    ...presentProgress(job, now),
    kind,
    format,
    from: instantOf(from),
    to: instantOf(to),
    filter,
    expiresAt: expiresAt?.toISOString() ?? null,
    file:
      expiresAt && expiresAt > now
        ? { fileName, sizeBytes: ExportState.parse(job.state).bytes, url: await downloadUrl(scope, job.id, fileName) }
        : null,
  };
}

const instantOf = (text: string | undefined) => (text === undefined ? null : new Date(text).toISOString());
