import { longDuration } from '../parts/duration.ts';

/** How long a fact still counts: the length is the life that is left. */
export interface Freshness {
  /** Share of the life that is left, 0 to 1. */
  left: number;
  state: 'fresh' | 'ending' | 'over' | 'forever';
  words: string;
}

const ENDING = 0.25;

export function freshnessOf(
  {
    observedAt,
    expiresAt,
    maxAgeSeconds,
  }: {
    observedAt: string;
    expiresAt: string | null;
    maxAgeSeconds: number | null;
  },
  now: number,
): Freshness {
  const begin = Date.parse(observedAt);
  const ends = [
    expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    maxAgeSeconds === null ? Number.POSITIVE_INFINITY : begin + maxAgeSeconds * 1000,
  ];
  const end = Math.min(...ends);
  if (end === Number.POSITIVE_INFINITY) return { left: 1, state: 'forever', words: 'counts without end' };
  const life = Math.max(1, end - begin);
  const remaining = end - now;
  if (remaining <= 0)
    return {
      left: 0,
      state: 'over',
      words: `stopped counting ${longDuration(remaining / 1000)} ago`,
    };
  const left = Math.min(1, remaining / life);
  return {
    left,
    state: left <= ENDING ? 'ending' : 'fresh',
    words: `counts for ${longDuration(remaining / 1000)} more of ${longDuration(life / 1000)}`,
  };
}
