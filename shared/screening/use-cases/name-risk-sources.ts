import type { Context } from '#shared/platform/context.ts';
import { readersOf } from '#shared/risk/index.ts';
import type { RecordedFact, RunNotice } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';
import { factsOf } from './record-risk-facts.ts';

/**
 * Adds the facts that the run records, with their sources and the published policies that read
 * them.
 */
export async function naming({ store, caller }: Context, stored: StoredRun): Promise<StoredRun> {
  const facts = factsOf(stored);
  const readers = await readersOf(store, caller, facts);
  const riskSources = facts
    .map(({ fact, source }, index): RecordedFact => ({ fact, source, readByPolicies: readers[index] ?? [] }))
    .filter(({ fact, readByPolicies }) => fact !== 'screening.measures' || readByPolicies?.length);
  const notices = riskSources.filter(({ readByPolicies }) => !readByPolicies?.length).map(unread);
  return { ...stored, run: { ...stored.run, riskSources, notices: [...stored.run.notices, ...notices] } };
}

const unread = ({ fact, source }: RecordedFact): RunNotice => ({
  code: 'risk_source_unread',
  message:
    `No published policy accepts \`${source}\` for \`${fact}\`, so no assessment uses this result. ` +
    `Add the source to \`acceptedSources\` of that input and publish the policy.`,
});
