import { claimsOf, readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { comparedMatch, reasonContradicted, whyContradicted } from '../reason-check.ts';
import { earlierDecisions } from '../repository/match-decisions.ts';
import type { NewDecision } from '../run-decision.ts';
import type { StoredRun } from '../stored-run.ts';

/** Refuses a known reason that the comparison of one of the matches contradicts. */
export async function assertReasonHolds(
  context: Context,
  stored: StoredRun,
  { matchIds, decision, reason }: Pick<NewDecision, 'decision' | 'reason'> & { matchIds: readonly string[] },
): Promise<void> {
  const { reasons } = await readSettings(context);
  const claims = claimsOf(reasons, { decision, reason });
  const isAboutEarlier = claims.some(({ about }) => about === 'earlier');
  const { store, caller } = context;
  for (const match of stored.run.matches.filter(({ id }) => matchIds.includes(id))) {
    const earlier = isAboutEarlier ? await earlierDecisions(store, caller, stored.run, match) : [];
    const why = whyContradicted(claims, comparedMatch(stored, match, earlier));
    if (why !== null) throw reasonContradicted(why, matchIds.length > 1 ? match : undefined);
  }
}
