import { isScreeningFact } from '@assay/policy-engine';
import type { NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { SubjectState } from '#shared/risk/index.ts';
import { matchesOn } from '../matches-in-force.ts';
import { parseRiskSource, type ScreeningFact, withMatchesInForce } from '../risk-facts.ts';
import { readInForce } from './read-in-force.ts';
import { decisive, keptEvent } from './record-risk-facts.ts';

interface Withdrawn {
  fact: string;
  source: string;
  /** The screening run that recorded the fact. */
  runId: string;
}

/** The fact that matches in force keep although its evidence is withdrawn, and the event that says so. */
interface Kept {
  fact: ScreeningFact;
  event: NewEvent;
}

/** Tells for facts of a subject, whose state was read before, whether a match in force keeps them. */
export async function keptByMatches(
  context: Context,
  subjectId: string,
  state: SubjectState,
): Promise<(withdrawn: Withdrawn) => Kept | undefined> {
  const { byRun } = await readInForce(context, subjectId, state);
  return ({ fact: name, source, runId }) => {
    const parsed = parseRiskSource(source);
    if (!parsed || !isScreeningFact(name)) return undefined;
    const fact = name as ScreeningFact['fact'];
    const own: ScreeningFact = { fact, source, status: 'unavailable', value: null };
    const matches = matchesOn(parsed.lists, byRun.values());
    const kept = withMatchesInForce(own, parsed.policy, matches);
    if (kept.value === null) return undefined;
    const named = decisive({ own, matches }, parsed.policy);
    return { fact: kept, event: keptEvent(kept, named, { runId, subjectId, found: null }) };
  };
}
