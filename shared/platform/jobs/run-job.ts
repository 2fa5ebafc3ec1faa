import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@assay/foundation';
import type { QueueName } from '#shared/queues.ts';
import { type Caller, type Scope, serviceCaller } from '../caller.ts';
import type { Change } from '../change.ts';
import { addSeconds } from '../clock.ts';
import type { Context, WorkerContext } from '../context.ts';
import { sendMessages } from '../queue.ts';
import { isHeld, type Lease, newLease } from '../store/lease.ts';
import { TransactionRefused, type Write } from '../store/store.ts';
import { isEnded, type JobKind, type JobPaused, type JobProblem, type StoredJob } from './job.ts';
import {
  endJobWrites,
  findJob,
  type JobMessage,
  LEASE_LOST,
  leaseJob,
  type Progress,
  pauseJob,
  releaseJob,
  saveProgress,
  saveState,
} from './stored-jobs.ts';

/** Longer than the timeout of the worker, shorter than the visibility timeout of its message. */
const LEASE_SECONDS = 330;
const ATTEMPTS = 5;
const PREPARATIONS = 10;
const LONGEST_PAUSE_MS = 100;
const FIRST_BACKOFF_SECONDS = 15;
/** Enough to store what a step did and to enqueue the next turn. */
const RESERVE_MS = 30_000;

/** What a step of a job has done, and whether it was the last. */
export interface Step extends Progress {
  isLast: boolean;
}

/** A step has the time left of its worker, and commits in the name of a caller. */
export type JobContext = WorkerContext & Pick<Context, 'caller'>;

/**
 * One kind of job. A step takes its part of the work and is stored before the next begins. It may run again from the
 * same state, if a worker died before it was stored: what it wrote elsewhere must then be written over.
 */
export interface JobRunner {
  /**
   * What the next step needs before it begins, such as its share of a daily limit: stored with the state in one
   * transaction, and not prepared again when the step runs again. May pause the job.
   */
  prepare?: (context: JobContext, job: StoredJob) => Promise<{ state: unknown; writes: Write[] } | undefined>;
  step: (context: JobContext, job: StoredJob, hasTime: () => boolean) => Promise<Step>;
}

/** What is written and announced when a job of a kind ends, however it ends. */
type JobEnding = Pick<Change, 'writes' | 'events' | 'hints'>;
export type EndJob = (context: Pick<Context, 'store' | 'caller' | 'now'>, ended: StoredJob) => Promise<JobEnding>;

/** A job that cannot be finished, however often it is tried. */
export class JobFailure extends Error {
  override name = 'JobFailure';
  readonly problem: JobProblem;

  constructor(code: string, detail: string) {
    super(code);
    this.problem = { code, detail };
  }
}

/** A job that continues by itself at a later time. */
export class JobPause extends Error {
  override name = 'JobPause';
  readonly paused: JobPaused;

  constructor(paused: JobPaused) {
    super(paused.code);
    this.paused = paused;
  }
}

/** The queue whose worker takes the next step of a job. Only one of the two workers has the sealing key. */
export const JOB_QUEUES = { working: 'jobTurns', sealing: 'sealTurns' } as const satisfies Record<string, QueueName>;
type JobQueue = (typeof JOB_QUEUES)[keyof typeof JOB_QUEUES];

const queueOf = ({ sealing }: StoredJob): JobQueue => (sealing ? JOB_QUEUES.sealing : JOB_QUEUES.working);

interface JobEnvironment {
  /** The queue that the worker reads. */
  queue: JobQueue;
  runners: Partial<Record<JobKind, JobRunner>>;
  endings: Record<JobKind, EndJob>;
  commitAs: (
    context: WorkerContext,
    caller: Caller,
    useCase: (context: Context) => Promise<Change<null>>,
  ) => Promise<null>;
}

/**
 * One turn of a job: as many steps as the worker has time for. The message is only a hint: the row decides whether
 * there is work, and its lease allows one worker. A worker that has lost the lease stores nothing.
 */
export async function runJob(worker: WorkerContext, message: JobMessage, environment: JobEnvironment): Promise<void> {
  const { store } = worker;
  const found = await findJob(store, message, message.jobId);
  const now = worker.clock();
  if (!found || isEnded(found.status) || isHeld(found.lease, now)) return;
  if (queueOf(found) !== environment.queue) {
    // The backstop does not know where a lost job was. No job goes back: the worker that seals forwards nothing.
    if (environment.queue === JOB_QUEUES.working) await enqueue(message, found);
    return;
  }
  const lease = newLease({ now, newId: worker.newId }, LEASE_SECONDS);
  if (!(await store.writeOne(leaseJob(message, found, lease, now)))) return;

  const job: StoredJob = { ...found, status: 'running', startedAt: found.startedAt ?? now.toISOString() };
  const turn = { worker, message, lease, environment };
  try {
    if (found.attempts >= ATTEMPTS) throw new JobFailure('attempts_exhausted', 'The job failed too often.');
    await takeSteps(turn, job);
  } catch (error) {
    if (error instanceof JobPause) {
      await store.writeOne(pauseJob(message, job, lease, error.paused, worker.clock()));
      return;
    }
    if (error instanceof JobFailure) return end(turn, job, { status: 'failed', problem: error.problem });
    const until = addSeconds(worker.clock(), FIRST_BACKOFF_SECONDS * 2 ** found.attempts);
    await store.writeOne(releaseJob(message, job, lease, until)).catch(() => false);
    throw error;
  }
}

interface Turn {
  worker: WorkerContext;
  message: JobMessage;
  lease: Lease;
  environment: JobEnvironment;
}

async function takeSteps(turn: Turn, begun: StoredJob): Promise<void> {
  const { worker, message, lease, environment } = turn;
  const { store } = worker;
  const hasTime = () => worker.remainingMs() > RESERVE_MS;
  for (let job = begun; ; ) {
    const context = { ...worker, now: worker.clock(), caller: callerOf(message) };
    const prepared = await prepareStep(turn, context, job);
    if (!prepared) return;
    job = prepared;
    const { isLast, ...progress } = await runnerOf(turn, job).step(context, job, hasTime);
    if (isLast) return end(turn, job, { status: 'completed', ...progress });
    if (!(await store.writeOne(saveProgress(message, job, lease, progress)))) return;
    job = { ...job, ...progress };
    if (hasTime() && queueOf(job) === environment.queue) continue;
    if (await store.writeOne(releaseJob(message, job, lease, worker.clock()))) await enqueue(message, job);
    return;
  }
}

const enqueue = (scope: Scope, job: StoredJob) => sendMessages(queueOf(job), [jobMessage(scope, job.id)]);

function runnerOf({ environment }: Turn, { kind }: StoredJob): JobRunner {
  const runner = environment.runners[kind];
  if (!runner) throw new Error(`Jobs of the kind ${kind} have no step in ${environment.queue}.`);
  return runner;
}

/** The job as its next step finds it; undefined if the lease was lost or the job was cancelled. */
async function prepareStep(turn: Turn, context: JobContext, job: StoredJob): Promise<StoredJob | undefined> {
  const { message, lease, worker } = turn;
  for (let attempt = 1; ; attempt += 1) {
    const prepared = await runnerOf(turn, job).prepare?.(context, job);
    if (!prepared) return job;
    const { state, writes } = prepared;
    try {
      await worker.store.transact([saveState(message, job, lease, state), ...writes], worker.newId());
      return { ...job, state };
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.reasons[0]?.why === 'condition') return undefined;
      // Other requests count to the same limit.
      if (attempt === PREPARATIONS) throw error;
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}

/** Turns of one organization do not delay those of others. */
export const jobMessage = ({ organizationId, mode }: Scope, jobId: string) => ({
  body: { organizationId, mode, jobId },
  fairTo: organizationId,
});

const callerOf = (scope: Scope) => serviceCaller(scope, 'jobs');

/** Stores the end with its event, unless another worker has the job or it was cancelled. */
async function end(
  { worker, message, lease, environment }: Turn,
  job: StoredJob,
  outcome: Pick<StoredJob, 'status'> & Partial<StoredJob>,
): Promise<void> {
  const now = worker.clock();
  const ending = { ...outcome, endedAt: now.toISOString() };
  const change = async (context: Context) => {
    const { writes, ...others } = await environment.endings[job.kind](context, { ...job, ...ending });
    const own = await endJobWrites(context.store, message, job, ending, lease);
    return { ...others, writes: [...own, ...writes], result: null };
  };
  await environment.commitAs({ ...worker, now }, callerOf(message), change).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== LEASE_LOST) throw error;
  });
}
