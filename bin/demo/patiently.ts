import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/** Waits for work of the service in the background. What does not come ends the demo instead of leaving a gap in it. */
export async function patiently(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (performance.now() > deadlineMs) throw new Error(`Waited a minute for ${what}.`);
    await sleep(POLL_MS);
  }
}
