import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { WorklistOverview } from '#shared/risk/contract.ts';
import { Month, StreamFigures } from './figures.ts';

/** The figures of a month for those who answer for it. */
export const SummaryQuery = z.strictObject({
  month: Month.optional().describe('The current month (UTC) without it. Figures of days are kept for 400 days.'),
});

const count = (what: string) => z.int().min(0).describe(what);
const { open, overdue, timeToTake, timeToDecision, matchHitRate, lists } = WorklistOverview.shape;

export const Summary = z
  .object({
    month: Month,
    from: z.iso.date(),
    to: z.iso.date().describe('Last day of the month, or today.'),
    screenings: count('Screening runs.'),
    alerts: count('Screening runs that found a match.'),
    trueHits: count('Decisions that confirmed a match.'),
    falsePositives: count('Decisions that a match is a false positive.'),
    matchHitRate,
    opened: count('Subjects that came onto the worklist.'),
    closed: count('Subjects whose last open action ended.'),
    overrides: count('Overrides that people created.'),
    timeToTake,
    timeToDecision,
    now: z
      .object({
        open,
        overdue,
        pendingRuns: z
          .object({
            upTo1Day: count('Runs that are at most a day old.'),
            upTo7Days: count('Older ones, at most a week old.'),
            upTo30Days: count('Older ones, at most 30 days old.'),
            older: count('The rest.'),
            more: z.boolean().describe('Whether there are more: at most 2,000 are counted.'),
          })
          .describe('Screening runs with pending matches, by age.'),
      })
      .describe('When the summary is read, whatever month it is of.'),
    lists: lists.describe('Screening lists that are switched on: their state now, and their gaps in the month.'),
    assurance: z
      .object({ id: z.uuid(), completedAt: Timestamp, outcome: z.string(), nextDueAt: Timestamp })
      .nullable()
      .describe('The newest completed test of effectiveness among the latest five.'),
    quality: z.array(StreamFigures).describe('Of the samples whose first decision was made in the month.'),
  })
  .meta({ id: 'QualitySummary' });
export type Summary = z.infer<typeof Summary>;

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The days of a month up to today. A month that has not begun has no days. */
export function daysOf(month: string, now: Date): { from: string; to: string } | undefined {
  const from = `${month}-01`;
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const [last, today] = [dayOf(next.getTime() - DAY_MS), dayOf(now.getTime())];
  return from > today ? undefined : { from, to: last < today ? last : today };
}

/** Ages in milliseconds, sorted into the classes of the summary. */
export function byAge(agesMs: readonly number[], more: boolean): Summary['now']['pendingRuns'] {
  const upTo = (days: number) => agesMs.filter((age) => age <= days * DAY_MS).length;
  const [day, week, month] = [upTo(1), upTo(7), upTo(30)];
  return { upTo1Day: day, upTo7Days: week - day, upTo30Days: month - week, older: agesMs.length - month, more };
}
