import * as z from 'zod';
import { JobKind, jobShape, presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';

/** A job of any kind. Its own resource, such as `GET /exports/{id}`, has the rest. */
export const Job = z
  .object({
    ...jobShape,
    kind: JobKind,
    input: z.record(z.string(), z.unknown()).describe('What was asked for, such as the kind and filter of an export.'),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof Job>;

export const presentJob = (job: StoredJob, now: Date): Job => ({
  ...presentProgress(job, now),
  kind: job.kind,
  input: job.input as Record<string, unknown>,
});
