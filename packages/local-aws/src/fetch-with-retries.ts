import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10 * 60_000;
const PAUSE_MS = 500;
/** A slower failure is a timeout on a busy machine, and temporary. */
const QUICK_MS = 3_000;
const QUICK_FAILURES = 3;

export interface RetryOptions {
  timeoutMs?: number;
  pauseMs?: number;
}

/**
 * Retries a repeatable request until the API answers it. On a busy machine, functions exceed their
 * timeouts while they load for the first time. A request that repeatedly fails at once is broken,
 * so its response is returned after a few attempts.
 */
export async function fetchWithRetries(
  url: string,
  init: RequestInit = {},
  { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS }: RetryOptions = {},
): Promise<Response> {
  const deadlineMs = performance.now() + timeoutMs;
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
