import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Route } from '#shared/platform/http/route.ts';

/** `npm run soak` repeats with counts that take hours. */
export const isSoaking = process.env.SOAK === '1';

/** `npm run test:full` walks every case; `npm test` walks a fixed sample of the walks that take longest. */
export const isFull = isSoaking || process.env.TEST_FULL === '1';

/** Counts of the soak, or the share of them that every run has time for. */
export const scaled = (everyRun: number, soak: number) => (isSoaking ? soak : everyRun);

/** Every case in the full run, otherwise the sample. */
export const walked = <T>(cases: readonly T[], sample: (cases: readonly T[]) => readonly T[]) =>
  isFull ? cases : sample(cases);

/** Every item in the soak, otherwise every `step`th. */
export const sampled = <T>(items: readonly T[], step: number): T[] =>
  items.filter((_, index) => index % scaled(step, 1) === 0);

/** How long a test may take whose counts grow so. */
export const SOAKING_MS = scaled(600_000, 1_800_000);

/** As many at once as a small machine with an emulated database takes without falling behind. */
const AT_ONCE = 16;

/** Runs `act` for every item, several at a time. */
export const atOnce = <T>(items: readonly T[], act: (item: T) => Promise<void>) => mapConcurrently(items, AT_ONCE, act);

/**
 * For what every route does alike before its use case is asked: one of each kind in every run, all of them in
 * the soak. What differs from route to route is walked whole by the access matrix and, in the full run, by the
 * crash points.
 */
export function oneOfEachKind(routes: readonly Route[]): Route[] {
  if (isSoaking) return [...routes];
  const kindOf = ({ module, method, access, idempotency, isModeInBody, isReadOnly }: Route) =>
    [module, method, access, idempotency, isModeInBody, isReadOnly].join(' ');
  return [...new Map(routes.toReversed().map((route) => [kindOf(route), route])).values()];
}

/** How long a load lasts: `SOAK_MINUTES` in the full run, 30 by default. */
export const soakSeconds = (everyRunSeconds: number) =>
  isSoaking ? Number(process.env.SOAK_MINUTES ?? 30) * 60 : everyRunSeconds;
