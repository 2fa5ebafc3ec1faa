import type { Context } from '#shared/platform/context.ts';
import { BlindMatch } from '../blind-match.ts';
import { subjectOf } from '../match-list.ts';
import { findRunOfMatch } from '../repository/runs.ts';
import { withSubject } from './with-subject.ts';

/** What a reviewer decides a match from, without any decision, proposal or status. Undefined if it was erased. */
export async function readBlindMatch(context: Context, matchId: string): Promise<BlindMatch | undefined> {
  const found = await findRunOfMatch(context.store, context.caller, matchId);
  const match = found?.stored.run.matches.find(({ id }) => id === matchId);
  if (!found || !match) return undefined;
  const stored = await withSubject(context, found.stored);
  // The shape drops everything that it does not name.
  return BlindMatch.parse({ match, run: stored.run, subject: subjectOf(stored) });
}
