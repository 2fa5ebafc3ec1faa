import type { PolicyBand, PolicyEffect } from './definition.ts';
import { type Exact, exactly } from './exact.ts';

export interface CompiledBand {
  id: string;
  from: Exact;
  effect: PolicyEffect;
  reviewAfterMs: number;
}

export const compileBand = (
  { id, from, effect, reviewAfterSeconds }: PolicyBand,
  { decimals, reviewAfterMs }: { decimals: number; reviewAfterMs: number },
): CompiledBand => ({
  id,
  from: exactly(from, decimals),
  effect,
  reviewAfterMs: reviewAfterSeconds === undefined ? reviewAfterMs : Math.min(reviewAfterSeconds * 1000, reviewAfterMs),
});

/**
 * The band of a score: lower bound inclusive, upper bound exclusive, the last band without an end.
 */
export const bandOfScore = (bands: readonly CompiledBand[], score: Exact): number =>
  bands.findLastIndex(({ from }) => from <= score);

/** Index of the highest of the score's own band and the forced ones, or -1 if there is none. */
export const raisedBand = (ofScore: number, forced: readonly number[]): number => Math.max(-1, ofScore, ...forced);
