import { COLLEAGUE, ME } from './filled-base.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

const flowOf = (index: number) => ({
  opened: 2 + ((index * 7) % 6),
  closed: 1 + ((index * 5) % 7),
  confirmed: index % 9 === 0 ? 1 : 0,
  falsePositive: index % 4,
  screenings: 40 + ((index * 11) % 25),
  screeningsWithMatches: index % 5,
});

/** Figures of a worklist with late work. */
export function worklistOverview(now: number) {
  const dayAt = (index: number) => new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
  return {
    from: dayAt(0),
    to: dayAt(DAYS - 1),
    open: { total: 12, reject: 4, restrict: 4, review: 4, awaiting_evidence: 0, none: 0 },
    overdue: { total: 4, reject: 1, restrict: 0, review: 3, awaiting_evidence: 0, none: 0 },
    people: [
      { userId: COLLEAGUE, open: 7, overdue: 2 },
      { userId: ME, open: 3, overdue: 0 },
    ],
    timeToTake: { count: 96, p50Seconds: 2_700, p90Seconds: 21_600 },
    timeToDecision: { count: 88, p50Seconds: 64_800, p90Seconds: 345_600 },
    matchHitRate: 0.08,
    screeningHitRate: 0.04,
    lists: [
      {
        key: 'ofac_sdn',
        name: 'OFAC Specially Designated Nationals List',
        stale: false,
        held: 1,
        confirmedAt: new Date(now - 3_600_000).toISOString(),
        gaps: 2,
      },
      { key: 'uk_sanctions', name: 'UK Sanctions List', stale: true, held: 0, confirmedAt: null, gaps: 0 },
    ],
    waiting: { proposals: 2, requests: 1 },
    sinceYesterday: flowOf(28),
    days: Array.from({ length: DAYS }, (_, index) => ({ day: dayAt(index), ...flowOf(index) })),
  };
}
