import type { CompiledBand } from './bands.ts';
import {
  type CompiledCondition,
  compileAll,
  decidingInputs,
  type InputIndexes,
  matchAll,
  type Values,
} from './conditions.ts';
import type { PolicyEffect, PolicyRule } from './definition.ts';
import type { RuleResult } from './evaluation.ts';

export interface CompiledRule {
  key: string;
  all: readonly CompiledCondition[];
  reason: string;
  /** Index of the forced band; -1 if there is none. */
  forcedBand: number;
  effect: PolicyEffect;
}

export function compileRule(
  { key, all, reason, forceBand, effect }: PolicyRule,
  indexes: InputIndexes,
  bands: readonly CompiledBand[],
): CompiledRule {
  const forcedBand = bands.findIndex(({ id }) => id === forceBand);
  return { key, all: compileAll(all, indexes), reason, forcedBand, effect };
}

/** A rule is decided if its own inputs have values, even if others do not. */
export function judgeRule({ key, all, reason }: CompiledRule, values: Values): RuleResult {
  const result = matchAll(all, values);
  return { key, result, reason, decidedBy: decidingInputs(all, values, result) };
}
