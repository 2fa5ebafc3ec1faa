import type { Review } from '../../api/overview.ts';

/** Reviews by the week in which they are due; those of the past come first. */
export interface ReviewWeek {
  /** The Monday it begins on (UTC); null for the weeks before this one. */
  monday: string | null;
  reviews: number;
  overdue: number;
}

const DAY_MS = 86_400_000;

const mondayOf = (ms: number) => {
  const day = Math.floor(ms / DAY_MS);
  // Day 0 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY_MS).toISOString().slice(0, 10);
};

export function reviewsByWeek(
  reviews: readonly Pick<Review, 'dueAt' | 'status'>[],
  { now, weeks }: { now: number; weeks: number },
): readonly ReviewWeek[] {
  const mondays = Array.from({ length: weeks }, (_, index) => mondayOf(now + index * 7 * DAY_MS));
  const weekOf = (dueAt: string) => {
    const monday = mondayOf(Date.parse(dueAt));
    return monday < (mondays[0] ?? '') ? null : monday;
  };
  const count = (monday: string | null): ReviewWeek => {
    const own = reviews.filter(({ dueAt }) => weekOf(dueAt) === monday);
    return { monday, reviews: own.length, overdue: own.filter(({ status }) => status === 'overdue').length };
  };
  const past = count(null);
  return [...(past.reviews > 0 ? [past] : []), ...mondays.map(count)];
}
