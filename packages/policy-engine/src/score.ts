import type { PolicyDefinition } from './definition.ts';
import { type Exact, exactly, exactSum, largestOf, nearestNumber } from './exact.ts';

export interface Scoring {
  aggregation: PolicyDefinition['aggregation'];
  floor: Exact;
  ceiling: Exact | null;
  decimals: number;
}

export interface Score {
  exact: Exact;
  /** Nearest number, for display. */
  shown: number;
  /** Bound that was applied, if any. */
  bound: 'floor' | 'ceiling' | null;
}

export const compileScoring = ({ aggregation, floor, ceiling }: PolicyDefinition, decimals: number): Scoring => ({
  aggregation,
  floor: exactly(floor, decimals),
  ceiling: ceiling === null ? null : exactly(ceiling, decimals),
  decimals,
});

/**
 * Sum or maximum of the contributions, limited to floor and ceiling. A policy without factors
 * scores its floor.
 */
export function scoreOf(scoring: Scoring, contributions: readonly Exact[]): Score {
  const { aggregation, floor, ceiling } = scoring;
  const total = (aggregation === 'sum' ? exactSum(contributions) : largestOf(contributions)) ?? 0;
  const scored = (exact: Exact, bound: Score['bound']): Score => ({
    exact,
    shown: nearestNumber(exact, scoring.decimals),
    bound,
  });
  if (total < floor) return scored(floor, 'floor');
  if (ceiling !== null && total > ceiling) return scored(ceiling, 'ceiling');
  return scored(total, null);
}
