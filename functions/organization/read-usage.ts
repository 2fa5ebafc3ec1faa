import { Problem } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { DEFAULT_USAGE_DAYS, PERIOD, USAGE_DAYS } from '#shared/organization/usage.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dayOf } from '#shared/platform/rate-limit/spending.ts';
import { daysBetween, readLimits, readUsage } from '#shared/platform/rate-limit/usage.ts';

const DAY_SECONDS = 24 * 3600;

/** What the organization has used per day, and its limits of today. */
export const handler = endpoint(organizationRoutes.readUsage, async ({ store, caller, now }, { query }) => {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(addSeconds(new Date(to), -(DEFAULT_USAGE_DAYS - 1) * DAY_SECONDS));
  const { length } = daysBetween(from, to);
  if (length === 0 || length > USAGE_DAYS || Date.parse(from) < 0)
    throw new Problem(422, 'invalid_period', `${PERIOD} Send other days.`);
  const [days, limits] = await Promise.all([
    readUsage(store, caller.organizationId, { from, to }),
    readLimits(store, caller.organizationId, now),
  ]);
  return { from, to, days, limits };
});
