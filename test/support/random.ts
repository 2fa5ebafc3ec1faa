import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { isSoaking } from './soak.ts';

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

const EVERY_RUN = 20_260_101;

/** `SEED=<number>`; otherwise the same seed in every run, and undefined in the soak. */
export function runSeed(everyRun = EVERY_RUN): number | undefined {
  if (process.env.SEED) return Number(process.env.SEED);
  return isSoaking ? undefined : everyRun;
}

/** Like `runSeed`, with a new seed in the soak. */
export const newSeed = (everyRun?: number) => runSeed(everyRun) ?? randomInt(2 ** 31);

/** Random numbers that can be repeated: a test that fails prints its seed for `SEED=<number>`. */
export function seededRandom(): Random {
  const seed = newSeed();
  onTestFailed(() => console.error(`Repeat with SEED=${seed}`));
  return randomFrom(seed);
}

/** A linear congruential generator with two rounds of mixing: fast, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
