import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

interface Job {
  id: string;
  status: string;
}

interface Waiting<J extends Job> {
  read(params: { id: string }): Promise<J>;
  /** Before each pause. */
  show(job: J): void;
  /** Unless every job that has not ended is waited for. */
  isRunning?(job: J): boolean;
}

/** Waits for the end of a job, with growing pauses. */
export async function whenEnded<J extends Job>(
  started: J,
  { read, show, isRunning = ({ status }) => status === 'queued' || status === 'running' }: Waiting<J>,
): Promise<J> {
  let job = started;
  for (let pauseMs = FIRST_PAUSE_MS; isRunning(job); pauseMs *= 1.5) {
    show(job);
    await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS));
    job = await read({ id: job.id });
  }
  return job;
}
