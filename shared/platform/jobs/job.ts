import * as z from 'zod';
import { Timestamp } from '../http/shapes.ts';

/** Work that takes longer than a request: its progress, as every kind of job shows it. */
export const JobKind = z.enum([
  'export',
  'bulk_send',
  'screening_batch',
  'policy_rollout',
  'policy_backtest',
  'watch_rescreen',
  'batch_watches',
  'screening_assurance',
  'screening_look_back',
  'evidence_pack',
]);
export type JobKind = z.infer<typeof JobKind>;

export const JobStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof JobStatus>;

export const isEnded = (status: JobStatus) => status !== 'queued' && status !== 'running';

const JobProblem = z.object({ code: z.string(), detail: z.string() });
export type JobProblem = z.infer<typeof JobProblem>;

const JobPaused = z.object({ code: z.string(), detail: z.string(), until: Timestamp });
export type JobPaused = z.infer<typeof JobPaused>;

export const jobShape = {
  id: z.uuid(),
  status: JobStatus,
  total: z.int().nullable().describe('Number of records to process; null while it is not known.'),
  done: z.int().describe('Number of records processed so far.'),
  failed: z.int().describe('Number of records that could not be processed.'),
  createdBy: z.string().describe('`user:<id>` or `api_key:<id>`.'),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  estimatedEndAt: Timestamp.nullable().describe('From the progress so far; null while it cannot be estimated.'),
  endedAt: Timestamp.nullable(),
  problem: JobProblem.optional().describe('Why the job failed.'),
  paused: JobPaused.optional().describe('Why the job waits, and when it continues by itself. Only of a running job.'),
};

/** A job as it is stored: what its kind was asked for, and how far it is. */
export const StoredJob = z.object({
  id: z.uuid(),
  kind: JobKind,
  status: JobStatus,
  total: z.int().nullable(),
  done: z.int(),
  failed: z.int(),
  createdBy: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  problem: JobProblem.optional(),
  /** Set while a job waits for another day; removed when a worker takes it up. */
  paused: JobPaused.optional(),
  /** Share of the work that is done, from 0 to 1, if the kind can say it. */
  share: z.number().nullable(),
  /** What was asked for, in the shape of its kind. */
  input: z.unknown(),
  /** Where the next step begins, in the shape of its kind; null before the first. */
  state: z.unknown(),
  /** The next step uses the sealing key: it runs in the worker that has it. */
  sealing: z.boolean().optional(),
  /** End and holder of the lease. */
  lease: z.string().nullable(),
  /** Attempts since the last progress. */
  attempts: z.int(),
});
export type StoredJob = z.infer<typeof StoredJob>;

/** What all jobs show. */
export function presentProgress(job: StoredJob, now: Date) {
  const { id, status, total, done, failed, createdBy, createdAt, startedAt, endedAt, problem, paused } = job;
  return {
    id,
    status,
    total,
    done,
    failed,
    createdBy,
    createdAt,
    startedAt,
    estimatedEndAt: estimatedEnd(job, now),
    endedAt,
    ...(problem && { problem }),
    ...(paused && status === 'running' && { paused }),
  };
}

/** As if the rest took as long as the part before it. */
function estimatedEnd({ status, startedAt, share, paused }: StoredJob, now: Date): string | null {
  if (status !== 'running' || startedAt === null || !share || paused) return null;
  const elapsedMs = now.getTime() - Date.parse(startedAt);
  return new Date(now.getTime() + Math.round((elapsedMs * (1 - share)) / share)).toISOString();
}
