import * as z from 'zod';
import { JobKind } from '#shared/platform/jobs/job.ts';

/** The webhook payloads of this module. */
export const jobNotifications = {
  'job.ended': z.object({
    subjectId: z.null().describe('Always null: a job has no subject.'),
    resourceId: z.uuid().describe('The job.'),
    kind: JobKind,
    status: z.enum(['completed', 'failed', 'cancelled']),
  }),
};
