/** A job of the service: every kind has these members. */
export interface JobLike {
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  total: number | null;
  done: number;
  estimatedEndAt: string | null;
  problem?: { detail: string } | undefined;
}

export const JOB_POLL_MS = 2_000;

export const isOpenJob = ({ status }: Pick<JobLike, 'status'>) => status === 'queued' || status === 'running';
