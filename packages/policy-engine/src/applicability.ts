import type { CompiledPolicy } from './compile-policy.ts';
import { type CompiledCondition, decidingInputs, type MatchResult, matchAll, type Values } from './conditions.ts';
import type { Applicability, EvaluationReason } from './evaluation.ts';
import { inputReasons } from './explain.ts';
import { type EvidenceSnapshot, resolveInputs, unchangedUntil, valuesOf } from './resolve-inputs.ts';

/** A policy covers a subject if all conditions of one group are true, or if it has no groups. */
export function applicabilityOf(policy: CompiledPolicy, evidence: EvidenceSnapshot): Applicability {
  const inputs = resolveInputs(policy, evidence).map(({ resolution }) => resolution);
  const values = valuesOf(inputs);
  const results = policy.applicability.map((all) => matchAll(all, values));

  if (results.length === 0 || results.includes('matched')) return { status: 'applicable', reasons: [] };
  if (!results.includes('unknown')) return { status: 'not_matched', reasons: failures(policy, values, results) };
  const unknown = new Set(inputsBehind(policy, values, results));
  return {
    status: 'unknown',
    reasons: inputReasons(inputs.filter(({ key }) => unknown.has(key))),
  };
}

/** Indexes of the groups whose conditions are all true. */
export function matchedGroups(policy: CompiledPolicy, evidence: EvidenceSnapshot): number[] {
  const values = valuesOf(resolveInputs(policy, evidence).map(({ resolution }) => resolution));
  return [...policy.applicability.keys()].filter(
    (group) => matchAll(policy.applicability[group] ?? [], values) === 'matched',
  );
}

/**
 * Until when the result stays the same without new evidence: until one of the inputs in the groups
 * changes.
 */
export function applicabilityUntil(policy: CompiledPolicy, evidence: EvidenceSnapshot): string | null {
  const read = readBy(policy.applicability);
  const requiring = readBy(policy.inputs.filter((_, index) => read.has(index)).flatMap((input) => input.requiredWhen));
  const inputs = resolveInputs(policy, evidence).filter((_, index) => read.has(index) || requiring.has(index));
  return unchangedUntil(inputs, evidence.evaluatedAt);
}

const readBy = (groups: readonly (readonly CompiledCondition[])[]) =>
  new Set(groups.flat().flatMap(({ input, other }) => [input.index, other?.index]));

const inputsBehind = (policy: CompiledPolicy, values: Values, results: readonly MatchResult[]) =>
  policy.applicability
    .filter((_, group) => results[group] === 'unknown')
    .flatMap((all) => decidingInputs(all, values, 'unknown'));

const failures = (policy: CompiledPolicy, values: Values, results: readonly MatchResult[]) =>
  policy.applicability.flatMap((all, group): EvaluationReason[] =>
    decidingInputs(all, values, results[group] ?? 'not_matched').map((key) => ({
      code: 'condition_not_met',
      key,
      message: `Group ${group + 1} does not match because of ${key}.`,
    })),
  );
