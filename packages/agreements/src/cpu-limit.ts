import type { Worker } from 'node:worker_threads';

/** Wall-clock limit, as a multiple of the CPU limit: for a busy machine, and for a job that waits for ever. */
const WAITS = 4;
const ANSWER_MS = 1_000;

/**
 * Calls `giveUp` once the thread has used this much CPU time, so that a busy machine does not reject files. Where threads do not
 * report it, as before Node 24, wall-clock time decides. Returns how to stop waiting.
 */
export function limitCpu(worker: Worker, seconds: number, giveUp: () => void): () => void {
  const startedAt = performance.now();
  const before = cpuSeconds(worker);
  let isOver = false;
  const check = async () => {
    const [begun, now] = [await before, await cpuSeconds(worker)];
    if (isOver) return;
    const left = begun === undefined || now === undefined ? 0 : seconds - (now - begun);
    const waited = (performance.now() - startedAt) / 1000;
    if (left > 0 && waited < WAITS * seconds) timer = setTimeout(check, left * 1000);
    else giveUp();
  };
  let timer = setTimeout(check, seconds * 1000);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Undefined if the thread does not report it. */
async function cpuSeconds(worker: Partial<Worker>): Promise<number | undefined> {
  const unknown = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ANSWER_MS).unref();
  });
  const used = await Promise.race([worker.cpuUsage?.(), unknown]).catch(() => undefined);
  return used && (used.user + used.system) / 1e6;
}
