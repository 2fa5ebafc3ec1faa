import type { NewEvent } from '../change.ts';
import type { StoredJob } from './job.ts';

const about = ({ id }: Pick<StoredJob, 'id'>) => ({ resource: 'jobs', resourceId: id, subjectId: null });

/** Stored in the history only: who asked for what. */
export const jobRequested = (job: Pick<StoredJob, 'id' | 'kind' | 'input'>): NewEvent => ({
  type: 'job.requested',
  ...about(job),
  announced: false,
  details: { kind: job.kind, input: job.input },
});

export const jobEnded = (job: StoredJob): NewEvent => {
  const { kind, status, done, problem } = job;
  return {
    type: 'job.ended',
    ...about(job),
    announced: true,
    details: { kind, status, done, ...(problem && { code: problem.code }) },
    payload: { kind, status },
  };
};
