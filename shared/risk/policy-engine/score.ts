import type { PolicyDefinition } from './definition.ts';
import { type Exact, exactly, largestOf, sumOf } from './exact.ts';

export interface Scoring {
  aggregation: PolicyDefinition['aggregation'];
  floor: Exact;
  ceiling: Exact | null;
}

export interface Score {
  exact: Exact;
  /** The bound that moved it, if one did. */
  bound: 'floor' | 'ceiling' | null;
}

export const compileScoring = ({ aggregation, floor, ceiling }: PolicyDefinition): Scoring => ({
  aggregation,
  floor: exactly(floor),
  ceiling: ceiling === null ? null : exactly(ceiling),
});

/** Sum or maximum of the contributions, then the bounds. A policy without factors scores its floor. */
export function scoreOf(scoring: Scoring, contributions: readonly Exact[]): Score {
  const { aggregation, floor, ceiling } = scoring;
  const total = (aggregation === 'sum' ? sumOf(contributions) : largestOf(contributions)) ?? 0;
  if (total < floor) return { exact: floor, bound: 'floor' };
  if (ceiling !== null && total > ceiling) return { exact: ceiling, bound: 'ceiling' };
  return { exact: total, bound: null };
}
