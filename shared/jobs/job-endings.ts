import type { JobKind } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import type { EndJob } from '#shared/platform/jobs/run-job.ts';
import { endBacktest } from '#shared/risk/index.ts';
import { endAssurance, endScreeningBatch } from '#shared/screening/index.ts';
import { endEvidencePack } from './evidence-pack/end-pack.ts';

const endWithEvent: EndJob = async (_context, job) => ({ writes: [], events: [jobEnded(job)] });

/** How each kind of job ends: by its worker, or cancelled by a caller. */
export const jobEndings: Record<JobKind, EndJob> = {
  export: endWithEvent,
  bulk_send: endWithEvent,
  screening_batch: endScreeningBatch,
  policy_rollout: endWithEvent,
  policy_backtest: endBacktest,
  watch_rescreen: endWithEvent,
  batch_watches: endWithEvent,
  screening_assurance: endAssurance,
  screening_look_back: endWithEvent,
  evidence_pack: endEvidencePack,
};
