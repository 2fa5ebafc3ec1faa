import { fullPath, needsCredential, type Route } from '#shared/platform/http/route.ts';
import { isLong } from './constructs/endpoint-function.ts';
import type { ApiRoute } from './constructs/routes.ts';
import { unknownPaths } from './constructs/unknown-paths.ts';
import type { RouteTable } from './service.ts';
import type { Stage, Throttle } from './stage.ts';

/** Matches every request without another route. */
const LAST_RESORT = '$default';

/** Anonymous callers share a tenth of the stage's limit on each route. */
const ANONYMOUS_SHARE = 0.1;

const keyOf = (route: Route) => `${route.method} ${fullPath(route)}`;
const all = (routes: RouteTable) => Object.values(routes).flatMap((module) => Object.values(module));

/** All routes of API Gateway, with `$default` last. */
export const apiRoutesOf = (routes: RouteTable, alias: string | undefined): ApiRoute[] => [
  ...all(routes).map((route) => ({ key: keyOf(route), fn: route, alias })),
  { key: LAST_RESORT, fn: unknownPaths },
];

/**
 * Routes for anonymous callers and holders of a signing link. API Gateway counts before a link is checked, so a low limit
 * of completing a signature would let one caller without a link keep all signers from it. Its reserved concurrency limits
 * it instead, and a request without a valid link holds that for milliseconds.
 */
export function throttlesOf(routes: RouteTable, stage: Stage): Record<string, Throttle> {
  const anonymous = all(routes).filter((route) => !needsCredential(route) && !isLong(route));
  return Object.fromEntries(
    [...anonymous.map(keyOf), LAST_RESORT].map((key) => [key, shareOf(stage, ANONYMOUS_SHARE)]),
  );
}

const shareOf = ({ throttle }: Stage, share: number): Throttle => ({
  requestsPerSecond: Math.ceil(throttle.requestsPerSecond * share),
  burst: Math.ceil(throttle.burst * share),
});
