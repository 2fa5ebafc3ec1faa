import type { CompiledBand } from './bands.ts';
import {
  type CompiledCondition,
  compileAll,
  decidingInputs,
  type InputIndexes,
  matchAll,
  type Values,
} from './conditions.ts';
import type { Effect, Rule } from './definition.ts';
import type { RuleResult } from './evaluation.ts';

export interface CompiledRule {
  key: string;
  all: readonly CompiledCondition[];
  reason: string;
  /** Index of the band it forces, -1 for none. */
  forcedBand: number;
  effect: Effect;
}

export function compileRule(
  { key, all, reason, forceBand, effect }: Rule,
  indexes: InputIndexes,
  bands: readonly CompiledBand[],
): CompiledRule {
  const forcedBand = bands.findIndex(({ id }) => id === forceBand);
  return { key, all: compileAll(all, indexes), reason, forcedBand, effect };
}

/** A rule whose own inputs have values is decided, whatever else is missing. */
export function judgeRule({ key, all, reason }: CompiledRule, values: Values): RuleResult {
  const result = matchAll(all, values);
  return { key, result, reason, decidedBy: decidingInputs(all, values, result) };
}
