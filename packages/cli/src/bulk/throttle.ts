import { setTimeout as pause } from 'node:timers/promises';

const DEFAULT_PAUSE_SECONDS = 1;
const MAX_PAUSE_SECONDS = 120;

/**
 * A `fetch` for many requests: when one is throttled (429), all wait for its `Retry-After`, instead of each
 * finding out by itself.
 */
export function throttledFetch(send: typeof fetch, onPause: (seconds: number) => void): typeof fetch {
  let resumeMs = 0;
  return async (input, init) => {
    for (let restMs = resumeMs - Date.now(); restMs > 0; restMs = resumeMs - Date.now())
      // Spread over a fifth of the pause, so that waiting requests do not return at once.
      await pause(restMs * (1 + Math.random() / 5), undefined, {
        ...(init?.signal && { signal: init.signal }),
      });
    const response = await send(input, init);
    if (response.status === 429) {
      const seconds = Math.min(Number(response.headers.get('retry-after')) || DEFAULT_PAUSE_SECONDS, MAX_PAUSE_SECONDS);
      if (Date.now() + seconds * 1000 > resumeMs) onPause(seconds);
      resumeMs = Math.max(resumeMs, Date.now() + seconds * 1000);
    }
    return response;
  };
}
