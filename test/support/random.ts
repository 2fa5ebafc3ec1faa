import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Chance that can be repeated: a test that fails tells its seed, and `SEED=<number>` runs it again. */
export function seededRandom(): Random {
  const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31);
  onTestFailed(() => console.error(`Repeat with SEED=${seed}`));
  return randomFrom(seed);
}

/** A linear congruence spread by two rounds of mixing; quick, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
