import { setTimeout as sleep } from 'node:timers/promises';

/** A request waits at most this long for a write that it does not depend on. */
const WAIT_MS = 300;

/** Waits for a write that must neither fail nor delay the request. A later request repeats a failed one. */
export async function bestEffort(write: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  const settled = write.catch(() => undefined);
  await Promise.race([settled, giveUpAfter(WAIT_MS, timeout.signal)]);
  timeout.abort();
}

const giveUpAfter = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
