/** Pseudorandom choices from a seed, so that a failure can be reproduced. */
export interface SeededRandom {
  below(limit: number): number;
  oneIn(chances: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Between `least` and `most` items created by `make`. */
  times<T>(least: number, most: number, make: (index: number) => T): T[];
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number) => {
    // A Weyl sequence with two rounds of mixing: short, and uniform enough for a few choices.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
  return {
    below,
    oneIn: (chances) => below(chances) === 0,
    pick: (choices) => {
      const index = below(choices.length);
      return choices[index] as (typeof choices)[number]; // the index is below the length
    },
    times: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, (_, index) => make(index)),
  };
}
