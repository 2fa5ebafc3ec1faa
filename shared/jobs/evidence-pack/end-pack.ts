import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { reportSealed } from '#shared/platform/jobs/job-report.ts';
import type { EndJob } from '#shared/platform/jobs/run-job.ts';
import { PackInput, PackState } from './pack.ts';

export const PACK_REPORT = 'evidence_pack';

/** The digest of the report is in the history of the subject. */
export const endEvidencePack: EndJob = async (_context, job) => {
  const { subjectId } = PackInput.parse(job.input);
  const report = job.status === 'completed' ? PackState.parse(job.state).report : undefined;
  const about = { resource: 'jobs', resourceId: job.id, subjectId };
  return { writes: [], events: [...(report ? [reportSealed(about, PACK_REPORT, report)] : []), jobEnded(job)] };
};
