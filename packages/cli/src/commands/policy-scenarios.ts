import type { Client } from '../client.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { differences } from '../json-differences.ts';
import { readJson } from '../read-file.ts';
import { count, printable, type Terminal, table } from '../terminal.ts';
import type { Definition, Scenarios } from './policy-shapes.ts';
import { scenariosWithNames, sourceNames } from './policy-sources.ts';

type Tested = Awaited<ReturnType<Client['risk']['simulatePolicy']>>;
type Unreached = NonNullable<Tested['unreached']>;

/** What one request takes. */
const SCENARIOS_PER_REQUEST = 50;

/** Scenarios of the file that `--scenarios` names, or else of the policy file. Undefined if there are none. */
export function scenariosOf(invocation: Invocation, own: unknown): Scenarios | undefined {
  const file = invocation.text('scenarios');
  const given = file === undefined ? own : readJson(file);
  if (given === undefined) return undefined;
  const scenarios = Array.isArray(given) ? given : (given as { scenarios?: unknown } | null)?.scenarios;
  if (!Array.isArray(scenarios)) throw usageError('`scenarios` must be an array of scenarios.');
  return scenarios as Scenarios | undefined;
}

export const noScenarios = () =>
  usageError('Give the scenarios with --scenarios <file>, or as `scenarios` in the policy file.');

/** Any number of scenarios, and what none of them reaches. */
export async function testPolicy(client: Client, definition: Definition, scenarios: Scenarios): Promise<Tested> {
  const results: Tested['results'] = [];
  let unreached: Unreached | undefined;
  for (let from = 0; from < scenarios.length; from += SCENARIOS_PER_REQUEST) {
    const part = scenarios.slice(from, from + SCENARIOS_PER_REQUEST);
    const tested = await client.risk.simulatePolicy({ body: { definition, scenarios: part, coverage: true } });
    results.push(...tested.results);
    unreached = unreached && tested.unreached ? inBoth(unreached, tested.unreached) : tested.unreached;
  }
  return { results, ...(unreached && { unreached }) };
}

const inBoth = (one: Unreached, other: Unreached): Unreached => ({
  groups: one.groups.filter((group) => other.groups.includes(group)),
  bands: one.bands.filter((band) => other.bands.includes(band)),
  cases: one.cases.filter(({ factor, case: index }) =>
    other.cases.some((also) => also.factor === factor && also.case === index),
  ),
  rules: one.rules.filter((rule) => other.rules.includes(rule)),
});

export const hasFailed = ({ results }: Tested) => results.some(({ passed }) => passed === false);

export function showTested(terminal: Terminal, { results, unreached }: Tested): void {
  const isChecked = results.some(({ passed }) => passed !== undefined);
  table(
    terminal,
    ['scenario', ...(isChecked ? ['test'] : []), 'applicability', 'score', 'band', 'decision', 'reasons'],
    results.map(({ name, applicability, evaluation, passed }) => [
      name,
      ...(isChecked ? [passed === undefined ? '–' : passed ? 'passed' : 'failed'] : []),
      applicability.status,
      evaluation?.score,
      evaluation?.band,
      evaluation?.decision,
      evaluation?.reasons.map(({ message }) => message).join(' '),
    ]),
  );
  for (const { name, differences: found = [] } of results)
    for (const { member, expected, actual } of found)
      terminal.out(
        `${printable(name)}: ${member} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
      );
  const parts = unreached ? partsOf(unreached) : [];
  if (parts.length > 0) terminal.out(`No scenario reaches ${parts.join(', ')}.`);
}

const partsOf = ({ groups, bands, cases, rules }: Unreached): string[] => [
  ...groups.map((group) => `group ${group + 1} of applicability`),
  ...cases.map(({ factor, case: index }) =>
    index === null ? `the default points of ${factor}` : `case ${index + 1} of ${factor}`,
  ),
  ...bands.map((band) => `band ${band}`),
  ...rules.map((rule) => `rule ${rule}`),
];

/** Refuses a policy whose scenarios fail, before anything is created. */
export async function assertPasses(terminal: Terminal, client: Client, definition: Definition, scenarios: Scenarios) {
  const tested = await testPolicy(client, definition, scenarios);
  if (!hasFailed(tested)) return;
  showTested(terminal, tested);
  const failed = tested.results.filter(({ passed }) => passed === false).length;
  throw new Failure(EXIT.checkFailed, `${count(failed, 'scenario')} failed. Nothing was created.`);
}

/** Replaces the scenarios of a draft, unless it has the same. True if they were replaced. */
export async function saveScenarios(client: Client, id: string, scenarios: Scenarios): Promise<boolean> {
  const params = { id };
  const stored = await client.risk.readPolicyScenarios({ params });
  const sources = stored.scenarios.flatMap(({ evidence }) => evidence.map(({ source }) => source));
  const names = await sourceNames(client, sources);
  const before = scenariosWithNames(stored.scenarios, names).map(({ name, evaluatedAt, evidence, expect }, index) => ({
    name,
    // A scenario without a time was stored with that of its request.
    ...(scenarios[index]?.evaluatedAt !== undefined && { evaluatedAt }),
    evidence,
    ...(expect && { expect }),
  }));
  if (differences(before, scenariosWithNames(scenarios, names)).length === 0) return false;
  await client.risk.replacePolicyScenarios({ params, body: { scenarios } });
  return true;
}
