import { endpoint } from '#shared/endpoint.ts';
import { openProposals } from '#shared/organization/index.ts';
import { isAdmin } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';
import { readWorklistOverview } from '#shared/risk/use-cases/read-worklist-overview.ts';
import { listHealth } from '#shared/screening/index.ts';

export const handler = endpoint(actionRoutes.readWorklistOverview, (context, { query }) =>
  readWorklistOverview(context, query, {
    proposalsWaiting: () => proposalsWaiting(context),
    lists: (days) => listHealth(context, days),
  }),
);

/** Members can decide on none. */
async function proposalsWaiting(context: Context): Promise<number> {
  if (!isAdmin(context.caller)) return 0;
  return (await openProposals(context)).filter(({ waitsForCaller }) => waitsForCaller).length;
}
