import { isAdmin } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { madeAt } from '#shared/platform/ids.ts';
import {
  assignedDueBefore,
  type DueDigest,
  horizonSeconds,
  unreadBetween,
  waitingRequestIds,
} from '#shared/risk/index.ts';
import { isListOperator, presentSource, readListStates } from '#shared/screening/index.ts';
import type { DigestCounts, WaitingCount } from '../email-digest.ts';
import { openProposals } from './waiting-proposals.ts';

const REQUESTS = 1_000;

/** What a digest tells the caller: new is what happened after `since`, up to `until`. */
export async function countForDigest(
  context: Context,
  { interval, since, until }: Pick<DueDigest, 'interval' | 'since'> & { until: string },
): Promise<DigestCounts> {
  const { store, caller, now } = context;
  // Deadlines are those of `until` too, so that each is new in exactly one digest.
  const soon = addSeconds(new Date(until), horizonSeconds(interval));
  const [kinds, requestIds, proposals, deadlines, builds] = await Promise.all([
    unreadBetween(store, caller, caller.id, { since, until, now }),
    waitingRequestIds(store, caller, REQUESTS),
    isAdmin(caller) ? openProposals(context) : [],
    assignedDueBefore(context, soon),
    heldBuilds(context),
  ]);
  const counted = (times: readonly string[]): WaitingCount => ({
    waiting: times.length,
    fresh: times.filter((at) => at > since && at <= until).length,
  });
  const notices = { assigned: 0, mentioned: 0, request: 0, answered: 0 };
  for (const kind of kinds) notices[kind] += 1;
  const isLate = (dueAt: string) => dueAt <= until;
  /** When a deadline came within the horizon. */
  const announced = (dueAt: string) => addSeconds(new Date(dueAt), -horizonSeconds(interval)).toISOString();
  return {
    notices,
    requests: counted(requestIds.map((id) => madeAt(id).toISOString())),
    proposals: counted(proposals.filter((one) => one.waitsForCaller).map((one) => one.proposal.proposedAt)),
    late: counted(deadlines.filter(isLate)),
    dueSoon: counted(deadlines.filter((dueAt) => !isLate(dueAt)).map(announced)),
    lists: counted(builds),
  };
}

/** When the held versions were built that the caller can approve. */
async function heldBuilds({ store, caller, now }: Context): Promise<string[]> {
  if (!isAdmin(caller) || !isListOperator(caller)) return [];
  return [...(await readListStates(store))].flatMap(([key, state]) => {
    const { enabled, pending } = presentSource(key, state, { now, isOperator: true });
    return enabled && pending ? [pending.builtAt] : [];
  });
}
