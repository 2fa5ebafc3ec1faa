import type { Definition } from '../../domain/policy-sentences.ts';
import type { Scenario } from './lab-draft.ts';

/** A scenario while it is written. Evidence and members that the form does not show stay as they are. */
type Statement = Scenario['evidence'][number];
type Expectation = NonNullable<Scenario['expect']>;

export interface ScenarioRow {
  fact: string;
  type: string;
  itemType: string;
  sources: readonly string[];
  statement: Statement | undefined;
}

/** One row for each input; a second source of the same fact has a row of its own. */
export function rowsOf({ evidence }: Scenario, { inputs }: Definition): ScenarioRow[] {
  return inputs.flatMap<ScenarioRow>(({ key, type, itemType, acceptedSources }) => {
    const known = { fact: key, type, itemType: itemType ?? '', sources: acceptedSources };
    const stated = evidence.filter(({ fact }) => fact === key);
    return stated.length === 0
      ? [{ ...known, statement: undefined }]
      : stated.map((statement) => ({ ...known, statement }));
  });
}

/** Evidence of facts that the definition does not read. */
export const unreadIn = ({ evidence }: Scenario, { inputs }: Definition) =>
  evidence.filter(({ fact }) => !inputs.some(({ key }) => key === fact));

/** The statement of a row replaced, added or removed. */
export function withStatement(
  scenario: Scenario,
  { statement: before }: Pick<ScenarioRow, 'statement'>,
  after: Statement | undefined,
): Scenario {
  const { evidence } = scenario;
  if (!before) return after ? { ...scenario, evidence: [...evidence, after] } : scenario;
  return { ...scenario, evidence: evidence.flatMap((one) => (one === before ? (after ? [after] : []) : [one])) };
}

/** An empty text or list removes the member; without members nothing is expected. */
export function withExpectation<Member extends keyof Expectation>(
  { expect = {}, ...scenario }: Scenario,
  member: Member,
  value: Expectation[Member] | undefined,
): Scenario {
  const { [member]: _, ...others } = expect;
  const next = value === undefined ? others : { ...others, [member]: value };
  return Object.keys(next).length === 0 ? scenario : { ...scenario, expect: next };
}

/** A name that no other scenario has. */
export function freeName(wanted: string, scenarios: readonly Scenario[]): string {
  const isTaken = (name: string) => scenarios.some((one) => one.name === name);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!isTaken(name)) return name;
  }
}
