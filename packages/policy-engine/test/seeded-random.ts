/** Choices that follow from a seed alone: the generator is plain code, and a failure names its seed. */
export interface SeededRandom {
  below(limit: number): number;
  oneIn(chances: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Between `least` and `most` of what `make` makes. */
  times<T>(least: number, most: number, make: (index: number) => T): T[];
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number) => {
    // A Weyl sequence through two rounds of mixing: short, and even enough to choose among a few.
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
    times: (least, most, make) =>
      Array.from({ length: least + below(most - least + 1) }, (_, index) => make(index)),
  };
}
