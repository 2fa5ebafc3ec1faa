import * as z from 'zod';
import { DAY_MS, ListDay } from './day-of-list.ts';

/** Days of one calendar, a year. */
export const COVERAGE_DAYS = 365;

/** The earliest day that a date can state. */
const FIRST_DAY = '0000-01-01';

/** What an attestation says of one list, in short. */
const CoveredDay = z.object({
  outcome: ListDay.shape.outcome,
  gapMinutes: ListDay.shape.gapMinutes,
  held: z.boolean(),
  stale: z.boolean(),
});

/** The lists of one attestation by their keys. */
export const CoveredLists = z.record(z.string(), CoveredDay);
export type CoveredLists = z.infer<typeof CoveredLists>;

export const coveredLists = (lists: readonly ListDay[]): CoveredLists =>
  Object.fromEntries(
    lists.map(({ key, outcome, gapMinutes, held, stale }) => [
      key,
      { outcome, gapMinutes, held: held.length > 0, stale: stale.length > 0 },
    ]),
  );

const CoverageDay = z.object({
  date: z.iso.date().describe('The day, in UTC.'),
  attested: z.boolean().describe('Whether the day has an attestation: `GET /screening/attestations/{date}`.'),
  outcome: CoveredDay.shape.outcome
    .nullable()
    .describe('As in the attestation; null without one, and if the list is not in it.'),
  gapMinutes: z.int().describe('Minutes with a gap, begun ones included.'),
  held: z.boolean().describe('Whether a version waited for approval at any time of the day.'),
  stale: z.boolean().describe('Whether the last confirmation was older than the list may be, at any time of the day.'),
});
type CoverageDay = z.infer<typeof CoverageDay>;

const EXAMPLE_DAYS: CoverageDay[] = [
  { date: '2026-03-13', attested: true, outcome: 'confirmed', gapMinutes: 0, held: false, stale: false },
  { date: '2026-03-14', attested: true, outcome: 'gap', gapMinutes: 31, held: false, stale: false },
];

/** What the attestations of a year say of one list. */
export const ListCoverage = z
  .object({
    key: z.string(),
    from: z.iso.date(),
    until: z.iso.date(),
    days: z.array(CoverageDay).describe('Every day from `from` to `until`, the oldest first.'),
  })
  .meta({
    id: 'ScreeningListCoverage',
    examples: [{ key: 'eu_fsf', from: '2026-03-13', until: '2026-03-14', days: EXAMPLE_DAYS }],
  });

const NOTHING = { outcome: null, gapMinutes: 0, held: false, stale: false };

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, FIRST_DAY.length);

/** The first day of the calendar that ends with a day. */
export const coverageFrom = (until: string): string =>
  dayOf(Math.max(Date.parse(FIRST_DAY), Date.parse(until) - (COVERAGE_DAYS - 1) * DAY_MS));

/** Every day of a range, with what its attestation says of a list. */
export function coverageOf(
  key: string,
  { from, until }: { from: string; until: string },
  attested: ReadonlyMap<string, CoveredLists>,
): CoverageDay[] {
  const first = Date.parse(from);
  const count = (Date.parse(until) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => {
    const date = dayOf(first + index * DAY_MS);
    const lists = attested.get(date);
    return { date, attested: lists !== undefined, ...NOTHING, ...lists?.[key] };
  });
}
