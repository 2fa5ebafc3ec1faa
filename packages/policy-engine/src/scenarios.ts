import * as z from 'zod';
import { applicabilityOf, matchedGroups } from './applicability.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { DefinitionKey } from './definition.ts';
import { evaluate } from './evaluate-policy.ts';
import { Applicability, PolicyEvaluation } from './evaluation.ts';
import type { EvidenceSnapshot } from './resolve-inputs.ts';

/** Tests of a policy: what a scenario is expected to give, what it gives, and what no scenario reaches. */

const { shape } = PolicyEvaluation;

/** Where the policy does not cover the subject, every member but `applicability` is null. */
export const ScenarioOutcome = z.object({
  applicability: Applicability.shape.status,
  outcome: shape.outcome.nullable(),
  score: shape.score,
  band: shape.band,
  decision: shape.decision.nullable(),
  actions: z.array(z.string()).nullable(),
  matchedRules: z.array(z.string()).nullable(),
});
export type ScenarioOutcome = z.infer<typeof ScenarioOutcome>;

const Names = z
  .array(DefinitionKey)
  .max(200)
  .refine((names) => new Set(names).size === names.length, 'must not repeat a name')
  .meta({ uniqueItems: true });

export const ScenarioExpectation = z
  .strictObject({
    applicability: ScenarioOutcome.shape.applicability,
    outcome: shape.outcome,
    score: shape.score,
    band: shape.band,
    decision: shape.decision,
    actions: Names.describe('All actions, in any order.'),
    matchedRules: Names.describe('All rules that match, in any order.'),
  })
  .partial()
  .refine((expected) => Object.keys(expected).length > 0, 'must name at least one member')
  .meta({ minProperties: 1 });
export type ScenarioExpectation = z.infer<typeof ScenarioExpectation>;

export const ScenarioDifference = z.object({
  member: ScenarioExpectation.keyof(),
  expected: z.unknown(),
  actual: z.unknown(),
});
export type ScenarioDifference = z.infer<typeof ScenarioDifference>;

export interface ScenarioRun {
  applicability: Applicability;
  /** Null unless the policy covers the subject: an assessment would be refused. */
  evaluation: PolicyEvaluation | null;
}

export function runScenario(policy: CompiledPolicy, evidence: EvidenceSnapshot): ScenarioRun {
  const applicability = applicabilityOf(policy, evidence);
  return { applicability, evaluation: applicability.status === 'applicable' ? evaluate(policy, evidence) : null };
}

export function outcomeOf({ applicability: { status }, evaluation }: ScenarioRun): ScenarioOutcome {
  if (!evaluation)
    return {
      applicability: status,
      outcome: null,
      score: null,
      band: null,
      decision: null,
      actions: null,
      matchedRules: null,
    };
  const { outcome, score, band, decision, actions } = evaluation;
  return {
    applicability: status,
    outcome,
    score,
    band,
    decision,
    actions: actions.map(({ name }) => name),
    matchedRules: matchedRules(evaluation),
  };
}

const matchedRules = ({ rules }: PolicyEvaluation) =>
  rules.filter(({ result }) => result === 'matched').map(({ key }) => key);

/** The members that a scenario expects and that are otherwise. */
export const differencesFrom = (expected: ScenarioExpectation, actual: ScenarioOutcome): ScenarioDifference[] =>
  ScenarioExpectation.keyof().options.flatMap((member) => {
    const wanted = expected[member];
    return wanted === undefined || isSame(wanted, actual[member])
      ? []
      : [{ member, expected: wanted, actual: actual[member] }];
  });

const isSame = (wanted: unknown, is: unknown) =>
  Array.isArray(wanted) && Array.isArray(is)
    ? wanted.length === is.length && new Set(wanted).symmetricDifference(new Set(is)).size === 0
    : wanted === is;

/** The parts of a policy that no scenario reaches. */
export const Unreached = z.object({
  groups: z.array(z.int()).describe('Indexes of groups of `applicability` that never match.'),
  bands: z.array(z.string()),
  cases: z
    .array(z.object({ factor: z.string(), case: z.int().nullable() }))
    .describe('Cases that are never taken. `case` is null for the default points.'),
  rules: z.array(z.string()),
});
export type Unreached = z.infer<typeof Unreached>;

interface ReachingRun {
  evidence: EvidenceSnapshot;
  run: ScenarioRun;
}

export function unreachedBy(policy: CompiledPolicy, runs: readonly ReachingRun[]): Unreached {
  const groups = new Set(runs.flatMap(({ evidence }) => matchedGroups(policy, evidence)));
  const evaluations = runs.flatMap(({ run }) => run.evaluation ?? []);
  const bands = new Set(evaluations.map((evaluation) => evaluation.band));
  const rules = new Set(evaluations.flatMap(matchedRules));
  const taken = new Set(
    evaluations.flatMap(({ factors }) =>
      factors
        .filter(({ status }) => status === 'case_taken' || status === 'default_taken')
        .map((factor) => caseName(factor.key, factor.case)),
    ),
  );
  return {
    groups: [...policy.applicability.keys()].filter((group) => !groups.has(group)),
    bands: policy.bands.map(({ id }) => id).filter((id) => !bands.has(id)),
    cases: policy.factors
      .flatMap(({ key, cases, byDefault }) =>
        [...cases.keys(), ...(byDefault ? [null] : [])].map((index) => ({ factor: key, case: index })),
      )
      .filter((one) => !taken.has(caseName(one.factor, one.case))),
    rules: policy.rules.map(({ key }) => key).filter((key) => !rules.has(key)),
  };
}

const caseName = (factor: string, index: number | null) => `${factor} ${index}`;
