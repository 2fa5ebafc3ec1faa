import { type CompiledBand, compileBand } from './bands.ts';
import { type CompiledCondition, compileAll } from './conditions.ts';
import type { PolicyDefinition } from './definition.ts';
import type { ActionCause } from './effects.ts';
import { decimalsOf } from './exact.ts';
import { type CompiledFactor, compileFactor } from './factors.ts';
import { type CompiledInputs, compileInput } from './resolve-inputs.ts';
import { type CompiledRule, compileRule } from './rules.ts';
import { compileScoring, type Scoring } from './score.ts';

/**
 * A policy with all keys resolved to indexes and all products computed, so that it can evaluate any
 * evidence.
 */
export interface CompiledPolicy extends CompiledInputs {
  applicability: readonly (readonly CompiledCondition[])[];
  factors: readonly CompiledFactor[];
  scoring: Scoring;
  bands: readonly CompiledBand[];
  rules: readonly CompiledRule[];
  missingEvidence: PolicyDefinition['missingEvidence'];
  reviewAfterMs: number;
  review: readonly ActionCause[];
}

/** The definition must be normalized by `validateDefinition`. */
export function compilePolicy(definition: PolicyDefinition): CompiledPolicy {
  const { inputs, applicability, factors, rules, missingEvidence } = definition;
  const indexes = new Map(inputs.map(({ key }, index) => [key, index]));
  const decimals = decimalsIn(definition);
  const reviewAfterMs = definition.reviewAfterSeconds * 1000;
  const bands = definition.bands.map((band) => compileBand(band, { decimals, reviewAfterMs }));
  return {
    inputs: inputs.map((input) => compileInput(input, indexes)),
    indexes,
    applicability: applicability.map(({ all }) => compileAll(all, indexes)),
    factors: factors.map((factor) => compileFactor(factor, indexes, decimals)),
    scoring: compileScoring(definition, decimals),
    bands,
    rules: rules.map((rule) => compileRule(rule, indexes, bands)),
    missingEvidence,
    reviewAfterMs,
    review: definition.review ? [{ kind: 'review', key: 'review', actions: definition.review.actions }] : [],
  };
}

/** Decimals of the longest quantity: in units of that size, all quantities are integers. */
function decimalsIn({ factors, bands, floor, ceiling }: PolicyDefinition): number {
  const quantities = [
    ...factors.flatMap(({ weight, defaultPoints, cases }) => [
      weight,
      defaultPoints ?? 0,
      ...cases.map(({ points }) => points),
    ]),
    ...bands.map(({ from }) => from),
    floor,
    ceiling ?? 0,
  ];
  return quantities.reduce((most, quantity) => Math.max(most, decimalsOf(quantity)), 0);
}
