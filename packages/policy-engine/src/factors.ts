import {
  type CompiledCondition,
  compileAll,
  decidingInputs,
  type InputIndexes,
  matchAll,
  type Values,
} from './conditions.ts';
import type { PolicyFactor } from './definition.ts';
import type { FactorResult } from './evaluation.ts';
import { type Exact, nearestNumber, product } from './exact.ts';

interface Worth {
  points: number;
  contribution: Exact;
  /** Contribution as a number, for display. */
  shown: number;
}

interface CompiledCase extends Worth {
  all: readonly CompiledCondition[];
}

export interface CompiledFactor extends Pick<PolicyFactor, 'key' | 'label' | 'match' | 'weight'> {
  cases: readonly CompiledCase[];
  byDefault: Worth | null;
}

export interface ScoredFactor {
  result: FactorResult;
  /** Undefined if the factor has no points, which makes the evaluation incomplete. */
  contribution: Exact | undefined;
}

/** Points and weight are constants, so contributions are computed at compile time. */
export function compileFactor(factor: PolicyFactor, indexes: InputIndexes, decimals: number): CompiledFactor {
  const { key, label, match, weight, defaultPoints, cases } = factor;
  const worth = (points: number): Worth => {
    const contribution = product(points, weight, decimals);
    return { points, contribution, shown: nearestNumber(contribution, decimals) };
  };
  return {
    key,
    label,
    match,
    weight,
    cases: cases.map(({ all, points }) => ({ all: compileAll(all, indexes), ...worth(points) })),
    byDefault: defaultPoints === null ? null : worth(defaultPoints),
  };
}

export function scoreFactor(factor: CompiledFactor, values: Values): ScoredFactor {
  const { cases, byDefault } = factor;
  const taken = factor.match === 'first' ? firstMatch(cases, values) : highestMatch(cases, values);

  if (taken === 'unknown') {
    const unknown = cases
      .filter(({ all }) => matchAll(all, values) === 'unknown')
      .flatMap(({ all }) => decidingInputs(all, values, 'unknown'));
    return withoutPoints(factor, 'unknown', [...new Set(unknown)]);
  }
  const takenCase = taken === 'none' ? undefined : cases[taken];
  if (taken !== 'none' && takenCase) return withPoints(factor, takenCase, taken);
  return byDefault ? withPoints(factor, byDefault, null) : withoutPoints(factor, 'no_case_matched');
}

type Taken = number | 'none' | 'unknown';

/** Later cases cannot be the first match while an earlier one is unknown. */
function firstMatch(cases: readonly CompiledCase[], values: Values): Taken {
  let index = 0;
  for (const { all } of cases) {
    const result = matchAll(all, values);
    if (result !== 'not_matched') return result === 'matched' ? index : 'unknown';
    index += 1;
  }
  return 'none';
}

/**
 * The first of equal points is taken. An unknown case matters only if it would give more points.
 */
function highestMatch(cases: readonly CompiledCase[], values: Values): Taken {
  const results = cases.map(({ all }) => matchAll(all, values));
  let highest = Number.NEGATIVE_INFINITY;
  let taken: Taken = 'none';
  for (const [index, { points }] of cases.entries())
    if (results[index] === 'matched' && points > highest) {
      highest = points;
      taken = index;
    }
  const isOpen = cases.some(({ points }, at) => results[at] === 'unknown' && points > highest);
  return isOpen ? 'unknown' : taken;
}

function withPoints(
  { key, label, weight }: CompiledFactor,
  { points, contribution, shown }: Worth,
  taken: number | null,
): ScoredFactor {
  const status = taken === null ? 'default_taken' : 'case_taken';
  return {
    result: {
      key,
      label,
      status,
      case: taken,
      points,
      weight,
      contribution: shown,
      unknownInputs: [],
    },
    contribution,
  };
}

function withoutPoints(
  { key, label, weight }: CompiledFactor,
  status: 'no_case_matched' | 'unknown',
  unknownInputs: string[] = [],
): ScoredFactor {
  return {
    result: {
      key,
      label,
      status,
      case: null,
      points: null,
      weight,
      contribution: null,
      unknownInputs,
    },
    contribution: undefined,
  };
}
