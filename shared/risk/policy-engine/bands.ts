import type { Band, Effect } from './definition.ts';
import { type Exact, exactly } from './exact.ts';

export interface CompiledBand {
  id: string;
  from: Exact;
  effect: Effect;
}

export const compileBand = ({ id, from, effect }: Band, decimals: number): CompiledBand => ({
  id,
  from: exactly(from, decimals),
  effect,
});

/** The band a score falls in: lower bound inclusive, upper exclusive, the last without an end. */
export const bandOfScore = (bands: readonly CompiledBand[], score: Exact): number =>
  bands.findLastIndex(({ from }) => from <= score);

/** Forced bands only raise: the highest of them and of the score's own, -1 when there is none. */
export const raisedBand = (ofScore: number, forced: readonly number[]): number =>
  Math.max(-1, ofScore, ...forced);
