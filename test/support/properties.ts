import fc from 'fast-check';
import { runSeed } from './random.ts';
import { isFull } from './soak.ts';

/** Beside the seed of every run, in the full run, with a quarter of its cases each. */
const MORE_SEEDS = [11, 4_242, 987_654];
const SHARE = 4;
const DEFAULT_RUNS = 100;

/** Checks a property with several fixed seeds; with `SEED=<number>`, and in the soak, with one. */
export async function holds<T>(property: fc.IRawProperty<T>, parameters: fc.Parameters<T> = {}): Promise<void> {
  await fc.assert(property, parameters);
  if (!isFull || process.env.SEED || runSeed() === undefined) return;
  const numRuns = Math.ceil((parameters.numRuns ?? DEFAULT_RUNS) / SHARE);
  for (const seed of MORE_SEEDS) await fc.assert(property, { ...parameters, numRuns, seed });
}
