import type * as z from 'zod';
import { readSettings } from '#shared/organization/settings/index.ts';
import { type Caller, isAdmin } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { OVERRIDDEN_COUNTED } from '../limits.ts';
import { readOverridden } from '../repository/work.ts';
import { readCurrentCounters, readDayCounters } from '../repository/work-counters.ts';
import { ADDRESSEE_ROWS, type Increments } from '../work-counts.ts';
import { rolesAddressed } from '../work-request.ts';
import {
  dayOf,
  daysAsked,
  type OverviewDays,
  type OverviewQuery,
  presentDays,
  presentNow,
  type WorklistOverview,
  withOverridden,
  yesterdayOf,
} from '../worklist-overview.ts';

/** What other modules know, which know this one. */
interface OfOtherModules {
  proposalsWaiting: () => Promise<number>;
  lists: (days: OverviewDays) => Promise<WorklistOverview['lists']>;
}

/** The overview of the worklist, from counters: it costs the same whatever they have counted. */
export async function readWorklistOverview(
  context: Context,
  query: z.infer<typeof OverviewQuery>,
  { proposalsWaiting, lists }: OfOtherModules,
): Promise<WorklistOverview> {
  const { store, caller, now } = context;
  const asked = daysAsked(query, now);
  const today = dayOf(now);
  const [current, days, recent, proposals, ofLists, { deadlines }, overridden] = await Promise.all([
    readCurrentCounters(store, caller, today),
    readDayCounters(store, caller, asked),
    readDayCounters(store, caller, { from: yesterdayOf(now), to: today }),
    proposalsWaiting(),
    lists(asked),
    readSettings(context),
    readOverridden(store, caller, { limit: OVERRIDDEN_COUNTED, now }),
  ]);
  const { people, ...counted } = presentNow(current, now);
  const state = withOverridden(counted, overridden, { deadlines, now });
  return {
    ...presentDays(new Map([...days, ...recent]), asked, now),
    ...state,
    ...(isAdmin(caller) && { people }),
    lists: ofLists,
    waiting: { proposals, requests: requestsTo(caller, current) },
  };
}

/** Requests to the person, and to the roles that they have. */
function requestsTo(caller: Caller, counters: Increments): number {
  if (caller.kind !== 'user') return 0;
  const addressed = [caller.id, ...rolesAddressed(caller.role)];
  return addressed.reduce((sum, to) => sum + Math.max(0, counters.get(`${ADDRESSEE_ROWS}${to}`)?.waiting ?? 0), 0);
}
