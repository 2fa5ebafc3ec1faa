import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { jobFileKey } from '#shared/platform/jobs/job-files.ts';
import { EXPORT_DAYS } from '../limits.ts';
import { type EvidencePack, PackInput, PackState } from './pack.ts';
import { packDownloadUrl, packReportKey } from './pack-files.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A pack with the addresses of its files, if it has them. */
export async function presentPack(scope: Scope, job: StoredJob, now: Date): Promise<EvidencePack> {
  const input = PackInput.parse(job.input);
  const isCompleted = job.status === 'completed' && job.endedAt !== null;
  const expiresAt = isCompleted ? addSeconds(new Date(job.endedAt ?? 0), EXPORT_DAYS * DAY_SECONDS) : null;
  const common = { ...presentProgress(job, now), ...input, expiresAt: expiresAt?.toISOString() ?? null };
  if (!expiresAt || expiresAt <= now) return { ...common, report: null, archive: null };
  const { report, bytes, manifestSha256 = '' } = PackState.parse(job.state);
  const name = `evidence-${job.createdAt.slice(0, 10)}-${job.id.slice(-8)}`;
  return {
    ...common,
    report: report
      ? {
          fileName: `${name}.pdf`,
          sizeBytes: report.bytes,
          url: await packDownloadUrl(packReportKey(scope, job.id), `${name}.pdf`),
          sha256: report.sha256,
        }
      : null,
    archive: {
      fileName: `${name}.zip`,
      sizeBytes: bytes,
      url: await packDownloadUrl(jobFileKey(scope, job.id), `${name}.zip`),
      manifestSha256,
    },
  };
}
