import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { decisionExpired } from '../events.ts';
import type { ReviewedDecision } from '../match-proposal.ts';
import { rememberedAt, rememberedKey, replaceRemembered, subjectKeyOf } from '../repository/remembered-decisions.ts';
import { findRunOfMatch, replaceRun } from '../repository/runs.ts';
import type { ScreeningMatch } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';

const REASON = 'A second person decided otherwise.';

/**
 * Requests a new decision on a match, because a second person disagrees with the one that was made: it counts until then, and later
 * runs do not inherit it. Undefined if the match was decided otherwise meanwhile, waits for a decision already, or was erased.
 */
export async function requestNewDecision(
  context: Context,
  { matchId, decision }: { matchId: string; decision: ReviewedDecision },
): Promise<Pick<Change, 'writes' | 'events'> | undefined> {
  const { store, caller } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  const match = found?.stored.run.matches.find(({ id }) => id === matchId);
  if (!found || match?.decision !== decision || match.reviewReason) return undefined;
  const { run } = found.stored;
  const matches = run.matches.map((one) =>
    one.id === matchId ? { ...one, reviewReason: 'quality_disagreement' as const } : one,
  );
  const marked = { ...found.stored, run: { ...run, matches } };
  const expired = await expireRemembered(context, marked, match);
  return {
    writes: [...replaceRun(caller, found, marked), ...expired.writes],
    // Recorded in the history only, not delivered to webhooks.
    events: [
      {
        type: 'screening.match.review_requested',
        resource: 'screening-runs',
        resourceId: run.id,
        subjectId: run.riskSubjectId,
        details: { matchId, reviewReason: 'quality_disagreement' },
        announced: false,
      },
      ...expired.events,
    ],
  };
}

async function expireRemembered(
  { store, caller, now }: Context,
  { run, memory }: StoredRun,
  match: ScreeningMatch,
): Promise<Pick<Change, 'writes' | 'events'>> {
  if (!memory) return { writes: [], events: [] };
  const [known] = await rememberedAt(store, [rememberedKey(caller, subjectKeyOf(run, memory), match)]);
  const remembered = known?.remembered;
  if (!known || !remembered || remembered.expired || remembered.matchId !== match.id) return { writes: [], events: [] };
  const expired = { by: principalOf(caller), at: now.toISOString() };
  return {
    writes: [replaceRemembered(known.key, remembered, { ...remembered, expired })],
    events: [decisionExpired(remembered, REASON)],
  };
}
