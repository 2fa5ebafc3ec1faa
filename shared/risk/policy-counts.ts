import type { PolicyEvaluation } from '@assay/policy-engine';
import * as z from 'zod';

/** What one assessment adds to the counters of its policy. Pure rules. */
export const CountedAssessment = z.object({
  sequence: z.number(),
  outcome: z.enum(['complete', 'incomplete']),
  band: z.string().nullable(),
  decision: z.string(),
});
export type CountedAssessment = z.infer<typeof CountedAssessment>;

/** A counter is a kind and up to two keys: `rule` of a key, `unresolved` of an input and its reason. */
export type CounterName = readonly [kind: string, ...keys: string[]];
export type Counts = readonly (readonly [CounterName, number])[];

type Evaluated = Pick<PolicyEvaluation, 'outcome' | 'band' | 'decision' | 'rules' | 'inputs'>;

const stateOf = ({ outcome, band, decision }: Omit<CountedAssessment, 'sequence'>): CounterName[] => [
  ['subjects'],
  ['outcome', outcome],
  ['band', ...(band === null ? [] : [band])],
  ['decision', decision],
];

/** On the day of the assessment. */
export const countsOfDay = (evaluated: Evaluated): Counts => [
  ...stateOf(evaluated).map((name) => [name[0] === 'subjects' ? (['assessments'] as const) : name, 1] as const),
  ...evaluated.rules.flatMap(({ key, result }) => (result === 'matched' ? [[['rule', key], 1] as const] : [])),
  ...evaluated.inputs.flatMap(({ key, reason }) =>
    reason === null ? [] : [[['unresolved', key, reason], 1] as const],
  ),
];

/** Of the subjects now, after one was counted as `before`; nothing if a later assessment of it was counted already. */
export function countsOfNow(before: CountedAssessment | undefined, after: CountedAssessment): Counts {
  if (before && before.sequence >= after.sequence) return [];
  return [
    ...(before ? stateOf(before).map((name) => [name, -1] as const) : []),
    ...stateOf(after).map((name) => [name, 1] as const),
  ];
}

/** A counter as it is read. */
export interface CountedName {
  name: string[];
  count: number;
}

export function summed(all: readonly CountedName[]): CountedName[] {
  const byName = Map.groupBy(all, ({ name }) => name.join('#'));
  return [...byName.values()].flatMap((same) =>
    same[0] ? [{ name: same[0].name, count: same.reduce((sum, { count }) => sum + count, 0) }] : [],
  );
}
