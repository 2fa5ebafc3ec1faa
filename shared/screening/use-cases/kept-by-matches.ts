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

/** A fact that matches in force preserve although its evidence is withdrawn, and the event that records it. */
interface FactInForce {
  fact: ScreeningFact;
  event: NewEvent;
}

/** Returns a function that says for a withdrawn fact of the subject whether a match in force preserves it. */
export async function keptByMatches(
  context: Context,
  subjectId: string,
  state: SubjectState,
): Promise<(withdrawn: Withdrawn) => FactInForce | undefined> {
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
