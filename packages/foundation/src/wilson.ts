export interface Interval {
  low: number;
  high: number;
}

/** Two-sided 95 %. */
const Z = 1.959964;

/** The Wilson score interval of a share, which holds for few cases and for shares near 0 and 1. */
export function wilson(hits: number, all: number): Interval {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const spread = Z ** 2 / all;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / all + spread / (4 * all));
  // At the ends rounding would leave a hair.
  return { low: hits === 0 ? 0 : Math.max(0, centre - half), high: hits === all ? 1 : Math.min(1, centre + half) };
}
