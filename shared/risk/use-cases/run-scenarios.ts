import { refused, tooLarge } from '@assay/foundation';
import {
  type CompiledPolicy,
  compilePolicy,
  differencesFrom,
  outcomeOf,
  runScenario,
  unreachedBy,
} from '@assay/policy-engine';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { STORED_SCENARIO_BYTES } from '../limits.ts';
import { canonicalSource, withCanonicalSources } from '../listed-sources.ts';
import type { PolicyRecord } from '../policy.ts';
import { checkScenarios, readScenarios, type SavedScenarios } from '../repository/policy-scenarios.ts';
import type { PolicyScenarios, Scenario, ScenarioCounts } from '../scenario.ts';
import { withNamedSources } from './named-sources.ts';

/** The evidence of a scenario as receipts of an assessment, at its time or at the time of the request. */
const snapshotOf = ({ evidence, evaluatedAt }: Scenario, now: Date) => ({
  receipts: evidence.map((item, index) => ({
    id: `scenario-${index}`,
    ...item,
    source: canonicalSource(item.source),
    value: item.value ?? null,
    expiresAt: item.expiresAt ?? null,
  })),
  evaluatedAt: (evaluatedAt ? new Date(evaluatedAt) : now).toISOString(),
});

export function runScenarios(policy: CompiledPolicy, scenarios: readonly Scenario[], now: Date) {
  return scenarios.map((scenario) => {
    const evidence = snapshotOf(scenario, now);
    const run = runScenario(policy, evidence);
    const actual = outcomeOf(run);
    const differences = scenario.expect && differencesFrom(scenario.expect, actual);
    return {
      scenario,
      evidence,
      run,
      actual,
      verdict: differences ? { passed: differences.length === 0, differences } : {},
    };
  });
}

type Results = ReturnType<typeof runScenarios>;

const countsOf = (results: Results): ScenarioCounts => ({
  passed: results.filter(({ verdict }) => verdict.passed === true).length,
  failed: results.filter(({ verdict }) => verdict.passed === false).length,
  unchecked: results.filter(({ verdict }) => verdict.passed === undefined).length,
});

/** A scenario without a time gets that of the request, so that it gives the same result on every later day. */
export async function scenariosToSave(context: Context, scenarios: readonly Scenario[]): Promise<SavedScenarios> {
  const { caller, now } = context;
  const savedAt = now.toISOString();
  const named = await withNamedSources(context, scenarios);
  const dated = named.map((scenario) => ({ ...scenario, evaluatedAt: scenario.evaluatedAt ?? savedAt }));
  const bytes = Buffer.byteLength(JSON.stringify(dated));
  if (bytes > STORED_SCENARIO_BYTES)
    throw tooLarge('scenarios_too_large', `The scenarios have ${bytes} bytes. The limit is ${STORED_SCENARIO_BYTES}.`);
  return { scenarios: dated, savedBy: principalOf(caller), savedAt };
}

export function presentScenarios(
  { id, data }: PolicyRecord,
  saved: SavedScenarios | undefined,
  now: Date,
): PolicyScenarios {
  const policy = compilePolicy(withCanonicalSources(data.definition));
  const scenarios = saved?.scenarios ?? [];
  const results = runScenarios(policy, scenarios, now);
  return {
    policyVersionId: id,
    ...countsOf(results),
    scenarios: results.map(({ scenario, actual, verdict }) => ({ ...scenario, actual, ...verdict })),
    unreached: unreachedBy(policy, results),
    savedBy: saved?.savedBy ?? null,
    savedAt: saved?.savedAt ?? null,
  };
}

/**
 * Counts of the stored scenarios of a version, undefined if there are none, and the check that they stay as they are.
 * Refuses a version that gives something else than they expect.
 */
export async function passedScenarios({ store, caller, now }: Context, { id, data }: PolicyRecord) {
  const stored = await readScenarios(store, caller, id);
  const scenarios = stored.saved?.scenarios ?? [];
  const results = runScenarios(compilePolicy(withCanonicalSources(data.definition)), scenarios, now);
  const errors = results.flatMap(({ scenario, verdict }, index) =>
    (verdict.differences ?? []).map(({ member, expected, actual }) => ({
      path: `scenarios.${index}.expect.${member}`,
      message: `Scenario "${scenario.name}": expected ${JSON.stringify(expected)}, was ${JSON.stringify(actual)}.`,
    })),
  );
  if (errors.length > 0)
    throw refused('scenarios_failed', 'Stored scenarios of the version do not give what they expect.', errors);
  return {
    counts: scenarios.length > 0 ? countsOf(results) : undefined,
    check: checkScenarios(caller, id, stored),
  };
}
