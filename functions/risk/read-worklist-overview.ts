import { endpoint } from '#shared/endpoint.ts';
import { openProposals } from '#shared/organization/index.ts';
import { isAdmin } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';
import { readWorklistOverview } from '#shared/risk/use-cases/read-worklist-overview.ts';
import { daysBetween, type OverviewDays, type WorklistOverview } from '#shared/risk/worklist-overview.ts';
import { presentSource, readListStates } from '#shared/screening/index.ts';

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

async function listHealth({ store, now }: Context, asked: OverviewDays): Promise<WorklistOverview['lists']> {
  // A calendar ends today, so it is read back to the first day.
  const days = daysBetween({ from: asked.from, to: now.toISOString().slice(0, 10) }).length;
  const sources = [...(await readListStates(store))].map(([key, state]) =>
    presentSource(key, state, { now, isOperator: false, days: Math.max(1, days) }),
  );
  return sources
    .filter(({ enabled }) => enabled)
    .map(({ key, name, stale, heldVersions, confirmedAt, days: calendar = [] }) => ({
      key,
      name,
      stale,
      held: heldVersions.length,
      confirmedAt,
      gaps: calendar.filter(
        ({ day, outcome }) => day >= asked.from && day <= asked.to && (outcome === 'failed' || outcome === 'held'),
      ).length,
    }));
}
