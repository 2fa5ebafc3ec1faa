import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Route } from '#shared/platform/http/route.ts';

/** `npm run soak` repeats with counts that take hours. */
export const isSoaking = process.env.SOAK === '1';

/** `npm run test:full` walks every case; `npm test` walks a fixed sample of the walks that take longest. */
export const isFull = isSoaking || process.env.TEST_FULL === '1';

/** The count of the soak, or the smaller one of every run. */
export const scaled = (everyRun: number, soak: number) => (isSoaking ? soak : everyRun);

/** Every case in the full run, otherwise the sample. */
export const walked = <T>(cases: readonly T[], sample: (cases: readonly T[]) => readonly T[]) =>
  isFull ? cases : sample(cases);

/** Every case in the full run, otherwise as many as `count`, from all of the table and always the same. */
export const some = <const T>(cases: readonly T[], count: number): T[] =>
  cases.filter((_, index) => isFull || index % Math.ceil(cases.length / count) === 0);

/** The same for points at which a worker dies: those before and after a call alternate, so the steps are odd. */
export const somePoints = <const T>(points: readonly T[], count: number): T[] =>
  points.filter((_, index) => isFull || index % (Math.ceil(points.length / count) | 1) === 0);

/** Runs of a property: all in the full run, otherwise a tenth. */
export const runs = (full: number) => ({ numRuns: isFull ? full : Math.ceil(full / 10) });

/** Concurrency that a small machine with an emulated database can sustain. */
const AT_ONCE = 16;

/** Runs `act` for every item, several at a time. */
export const atOnce = <T>(items: readonly T[], act: (item: T) => Promise<void>) => mapConcurrently(items, AT_ONCE, act);

/**
 * For checks of what all routes do alike before their use case: one route of each kind in every run, one of each
 * module in the full run, all routes in the soak. Differences between routes are covered by the access matrix and, in
 * the full run, by the crash points.
 */
export function oneOfEachKind(routes: readonly Route[]): Route[] {
  if (isSoaking) return [...routes];
  const kindOf = ({ module, method, access, idempotency, isModeInBody, isReadOnly }: Route) =>
    [isFull && module, method, access, idempotency, isModeInBody, isReadOnly].join(' ');
  return [...new Map(routes.toReversed().map((route) => [kindOf(route), route])).values()];
}

/** Duration of a load: `SOAK_MINUTES` in the soak, 30 by default. */
export const soakSeconds = (everyRunSeconds: number) =>
  isSoaking ? Number(process.env.SOAK_MINUTES ?? 30) * 60 : everyRunSeconds;
