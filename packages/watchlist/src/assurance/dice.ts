/** Draws a number from 0 to `limit` - 1. */
export type Below = (limit: number) => number;

/** A linear congruential generator: its numbers look random and are the same for the same seed. */
export function dice(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** FNV-1a of a label, beginning from the seed. */
export function hashFor(label: string, seed: number): number {
  let state = seed + 2_166_136_261;
  for (const letter of label) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return state >>> 0;
}

/** A generator of its own for each label, so that a new kind of case does not change those of another. */
export function diceFor(label: string, seed: number): Below {
  const below = dice(hashFor(label, seed));
  below(2);
  return below;
}

export const pickOne = <T>(all: readonly T[], below: Below): T | undefined => all[below(all.length)];

export function shuffled<T>(all: readonly T[], below: Below): T[] {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const [one, two] = [order[at], order[other]];
    if (one !== undefined && two !== undefined) [order[at], order[other]] = [two, one];
  }
  return order;
}
