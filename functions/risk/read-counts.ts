import { endpoint } from '#shared/endpoint.ts';
import { openProposals } from '#shared/organization/index.ts';
import { readSettings } from '#shared/organization/settings/index.ts';
import { isAdmin } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { firstRows } from '#shared/platform/store/first-rows.ts';
import type { Counts } from '#shared/risk/counts.ts';
import { COUNTED_AT_MOST } from '#shared/risk/limits.ts';
import { countUnread } from '#shared/risk/repository/notices.ts';
import { countAssigned, readWorkOfDecision } from '#shared/risk/repository/work.ts';
import { waitingRequestIds } from '#shared/risk/repository/work-requests.ts';
import { countRoutes } from '#shared/risk/routes/counts.ts';
import { isLate } from '#shared/risk/use-cases/present-work.ts';
import { WORK_DECISIONS } from '#shared/risk/work.ts';
import { pendingMatches, presentSource, readListStates } from '#shared/screening/index.ts';
import { failedDeliveryPartitions, listSubscriptions } from '#shared/webhooks/index.ts';

const WEBHOOKS = 10;

/** Numbers of waiting work. There are no stored counters: every change would write the same row. */
export const handler = endpoint(countRoutes.readCounts, async (context): Promise<Counts> => {
  const { store, caller, now } = context;
  const [worklist, pending, proposed, waiting, asked, unread, lists, failures] = await Promise.all([
    countWorklist(context),
    pendingMatches(store, caller, { state: 'pending', limit: COUNTED_AT_MOST }),
    pendingMatches(store, caller, { state: 'proposed', limit: COUNTED_AT_MOST }),
    countProposals(context),
    waitingRequestIds(store, caller, COUNTED_AT_MOST),
    caller.kind === 'user' ? countUnread(store, caller, caller.id, now) : 0,
    countLists(context),
    countFailures(context),
  ]);
  const matches = { pending: pending.total, proposed: proposed.total };
  return {
    worklist,
    matches,
    ...(waiting > 0 && { proposals: { waiting } }),
    ...(asked.length > 0 && { requests: { waiting: asked.length } }),
    ...(unread > 0 && { notifications: { unread } }),
    lists,
    ...failures,
  };
});

async function countWorklist(context: Context): Promise<Counts['worklist']> {
  const { store, caller, now } = context;
  const [{ deadlines }, mine, ...works] = await Promise.all([
    readSettings(context),
    caller.kind === 'user' ? countAssigned(store, caller, caller.id, COUNTED_AT_MOST) : 0,
    ...WORK_DECISIONS.map((decision) => readWorkOfDecision(store, caller, decision, { limit: COUNTED_AT_MOST, now })),
  ]);
  const all = works.flat();
  const [reject, restrict, review, awaitingEvidence, none] = works.map(({ length }) => length);
  return {
    total: Math.min(all.length, COUNTED_AT_MOST),
    decisions: {
      reject: reject ?? 0,
      restrict: restrict ?? 0,
      review: review ?? 0,
      awaiting_evidence: awaitingEvidence ?? 0,
      none: none ?? 0,
    },
    mine,
    late: Math.min(all.filter((one) => isLate(one, deadlines, now)).length, COUNTED_AT_MOST),
  };
}

/** Members can decide on none. */
async function countProposals(context: Context): Promise<number> {
  if (!isAdmin(context.caller)) return 0;
  const open = await openProposals(context);
  return Math.min(open.filter(({ waitsForCaller }) => waitsForCaller).length, COUNTED_AT_MOST);
}

async function countLists({ store, now }: Context): Promise<Counts['lists']> {
  const sources = [...(await readListStates(store))].map(([key, state]) =>
    presentSource(key, state, { now, isOperator: false }),
  );
  return {
    stale: sources.filter(({ enabled, stale }) => enabled && stale).length,
    waiting: sources.filter(({ enabled, pending }) => enabled && pending !== null).length,
  };
}

async function countFailures(context: Context): Promise<Pick<Counts, 'webhooks' | 'deliveries'>> {
  const { store, caller } = context;
  const { items } = await listSubscriptions(context, { offset: 0 });
  const partitions = items.slice(0, WEBHOOKS).flatMap(({ id }) => failedDeliveryPartitions(caller, id));
  const limit = COUNTED_AT_MOST;
  const rows = await firstRows(store, 'webhooks', partitions, { limit, keysOnly: true });
  const failing = items.filter(({ data }) => data.failingSince !== null && data.status !== 'paused').length;
  return { ...(failing > 0 && { webhooks: { failing } }), deliveries: { failed: rows.length } };
}
