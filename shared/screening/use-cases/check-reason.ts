import { claimsOf, readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { comparedMatch, reasonContradicted, whyContradicted } from '../reason-check.ts';
import { earlierDecisions } from '../repository/match-decisions.ts';
import type { NewDecision } from '../run-decision.ts';
import type { StoredRun } from '../stored-run.ts';

/** Refuses a known reason that the comparison of the match contradicts. */
export async function assertReasonHolds(
  context: Context,
  stored: StoredRun,
  { matchId, decision, reason }: Pick<NewDecision, 'decision' | 'reason'> & { matchId: string },
): Promise<void> {
  const match = stored.run.matches.find(({ id }) => id === matchId);
  if (!match) return;
  const { reasons } = await readSettings(context);
  const claims = claimsOf(reasons, { decision, reason });
  const isAboutEarlier = claims.some(({ about }) => about === 'earlier');
  const earlier = isAboutEarlier ? await earlierDecisions(context.store, context.caller, stored.run, match) : [];
  const why = whyContradicted(claims, comparedMatch(stored, match, earlier));
  if (why !== null) throw reasonContradicted(why);
}
