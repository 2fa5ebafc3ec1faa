import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 500;
/** A failure that took longer is a time limit on a busy machine, and passes. */
const QUICK_MS = 3_000;
const QUICK_FAILURES = 3;

export interface Patience {
  patienceMs?: number;
  pauseMs?: number;
}

/**
 * Sends a request that may be repeated until the API answers it. A busy machine makes functions exceed
 * their time limits while they load for the first time; a request that keeps failing at once is broken,
 * and its answer is returned after a few attempts.
 */
export async function fetchPatiently(
  url: string,
  init: RequestInit = {},
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }: Patience = {},
): Promise<Response> {
  const deadlineMs = performance.now() + patienceMs;
  for (let quickFailures = 0; ; ) {
    const sentMs = performance.now();
    const response = await fetch(url, init);
    if (response.status < 500) return response;
    const isQuick = response.status !== 503 && performance.now() - sentMs < QUICK_MS;
    quickFailures = isQuick ? quickFailures + 1 : 0;
    if (quickFailures > QUICK_FAILURES || performance.now() > deadlineMs) return response;
    await response.arrayBuffer();
    await sleep(pauseMs);
  }
}
