import type { Crawl } from './crawl.ts';
import { OLDEST_SECONDS, REST_SECONDS, STANDSTILL_SECONDS } from './limits.ts';

const secondsSince = (time: string, now: Date) => (now.getTime() - Date.parse(time)) / 1000;

export const isEarly = ({ notBefore }: Crawl, now: Date) => secondsSince(notBefore, now) < 0;

export const isFinished = ({ status }: Crawl) => status === 'read' || status === 'over';

export const isTooOld = (crawl: Crawl, now: Date) =>
  !isFinished(crawl) && secondsSince(crawl.startedAt, now) > OLDEST_SECONDS;

/** Stalled: its message was lost, or the worker died. */
export const isStalled = ({ movedAt, notBefore, leaseUntil }: Crawl, now: Date) =>
  [movedAt, notBefore, leaseUntil ?? movedAt].every((time) => secondsSince(time, now) > STANDSTILL_SECONDS);

/**
 * Whether the tick has to enqueue a refresh: to start a crawl, to resume it or to read its result.
 */
export function needsRefresh(
  crawl: Crawl | undefined,
  { isListDue, everySeconds, now }: { isListDue: boolean; everySeconds: number; now: Date },
): boolean {
  if (!crawl) return isListDue;
  if (isTooOld(crawl, now)) return true;
  if (crawl.status === 'stopped') return secondsSince(crawl.movedAt, now) > REST_SECONDS;
  if (!isFinished(crawl)) return isStalled(crawl, now);
  // The result of the last crawl may still be held for approval, which is no reason to crawl again.
  return isListDue && secondsSince(crawl.startedAt, now) >= everySeconds;
}
