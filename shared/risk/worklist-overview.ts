import { invalid } from '@assay/foundation';
import * as z from 'zod';
import { quantileOf } from '#shared/platform/histogram.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { OVERVIEW_DAYS } from './limits.ts';
import type { OverriddenWork } from './repository/work.ts';
import { type Deadlines, dueAtOf, WORK_DECISIONS, type WorkDecision } from './work.ts';
import { DUE_ROWS, DURATION, dayRow, type Increments, NOW_ROW, PERSON_ROWS } from './work-counts.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const Day = z.iso.date();

export const OverviewQuery = z.strictObject({
  from: Day.optional().describe(`First day (UTC). Without it, ${DEFAULT_DAYS} days up to \`to\`.`),
  to: Day.optional().describe(`Last day (UTC), today without it. At most ${OVERVIEW_DAYS} days with \`from\`.`),
});

const count = (what: string) => z.int().min(0).describe(what);

const byDecision = (what: string) =>
  z
    .object({
      total: count(what),
      reject: count('Of decision `reject`.'),
      restrict: count('Of decision `restrict`.'),
      review: count('Of decision `review`.'),
      awaiting_evidence: count('Of decision `awaiting_evidence`.'),
      none: count('Of decision `none`.'),
    })
    .describe(`${what} By their worst decision, after overrides.`);

const duration = (what: string) =>
  z
    .object({
      count: count('Subjects that the percentiles are about.'),
      p50Seconds: z.int().nullable(),
      p90Seconds: z.int().nullable(),
    })
    .describe(`${what} Percentiles are estimates from a histogram; null without subjects.`);

const share = (what: string) => z.number().min(0).max(1).nullable().describe(`${what} Null if there are none.`);

const flow = {
  opened: count('Subjects that came onto the worklist.'),
  closed: count('Subjects whose last open action ended.'),
  confirmed: count('Decisions that confirmed a match.'),
  falsePositive: count('Decisions that a match is a false positive.'),
  screenings: count('Screening runs.'),
  screeningsWithMatches: count('Screening runs that found a match.'),
};
const Flow = z.object(flow);
type Flow = z.infer<typeof Flow>;

const EXAMPLE_FLOW = {
  opened: 5,
  closed: 4,
  confirmed: 1,
  falsePositive: 9,
  screenings: 120,
  screeningsWithMatches: 6,
};

export const WorklistOverview = z
  .object({
    from: Day,
    to: Day,
    open: byDecision('Subjects with open actions, now.'),
    overdue: byDecision('Those whose `dueAt` passed before the current hour began.'),
    people: z
      .array(
        z.object({
          userId: z.string(),
          open: count('Open subjects that are assigned to the person.'),
          overdue: count('Overdue ones among them.'),
        }),
      )
      .optional()
      .describe('Assignees with open subjects, most first. For owners and admins only.'),
    timeToTake: duration(
      'From the first open action of a subject until a person first acts on it: the subject is assigned, or an action ' +
        'acknowledged. Of subjects that were taken in these days. That a person looked at a subject is not recorded.',
    ),
    timeToDecision: duration(
      'From the first open action of a subject until none is open. Of subjects that were closed in these days.',
    ),
    matchHitRate: share('Confirmed matches among those decided in these days.'),
    screeningHitRate: share('Screening runs of these days that found a match.'),
    lists: z
      .array(
        z.object({
          key: z.string(),
          name: z.string(),
          stale: z.boolean(),
          held: count('Versions that wait for approval.'),
          confirmedAt: Timestamp.nullable().describe('When the list was last seen to be up to date.'),
          gaps: count('Days between `from` and `to` on which downloads failed or a version was held.'),
        }),
      )
      .describe('Screening lists that are switched on.'),
    waiting: z.object({
      proposals: count('Open proposals that the caller can decide on.'),
      requests: count('Requests without an answer to the caller or their role; 0 for an API key.'),
    }),
    sinceYesterday: Flow.describe('Since the beginning of yesterday (UTC), whatever days are asked for.'),
    days: z.array(z.object({ day: Day, ...flow })).describe('Every day from `from` to `to`.'),
  })
  .meta({
    id: 'WorklistOverview',
    examples: [
      {
        from: '2026-03-14',
        to: '2026-03-14',
        open: { total: 17, reject: 1, restrict: 8, review: 8, awaiting_evidence: 0, none: 0 },
        overdue: { total: 2, reject: 0, restrict: 1, review: 1, awaiting_evidence: 0, none: 0 },
        people: [{ userId: '019ced2b-aa00-7000-8000-5d3c2b1a0f01', open: 9, overdue: 1 }],
        timeToTake: { count: 5, p50Seconds: 1_260, p90Seconds: 6_900 },
        timeToDecision: { count: 4, p50Seconds: 10_800, p90Seconds: 64_800 },
        matchHitRate: 0.1,
        screeningHitRate: 0.05,
        lists: [
          {
            key: 'uk_sanctions',
            name: 'UK Sanctions List',
            stale: false,
            held: 0,
            confirmedAt: '2026-03-14T06:00:12.000Z',
            gaps: 0,
          },
        ],
        waiting: { proposals: 2, requests: 1 },
        sinceYesterday: EXAMPLE_FLOW,
        days: [{ day: '2026-03-14', ...EXAMPLE_FLOW }],
      },
    ],
  });
export type WorklistOverview = z.infer<typeof WorklistOverview>;

export const dayOf = (at: Date) => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

const addDays = (day: string, days: number) => dayOf(new Date(Date.parse(day) + days * DAY_MS));

export const yesterdayOf = (now: Date) => addDays(dayOf(now), -1);

export interface OverviewDays {
  from: string;
  to: string;
}

/** The days that a query asks for; `names` are those of its parameters. */
export function daysAsked(
  query: z.infer<typeof OverviewQuery>,
  now: Date,
  names = { from: 'from', to: 'to' },
): OverviewDays {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalidDays(names.from, `\`${names.from}\` must not be after \`${names.to}\`.`);
  if (days > OVERVIEW_DAYS) throw invalidDays(names.from, `Ask for at most ${OVERVIEW_DAYS} days.`);
  return { from, to };
}

const invalidDays = (path: string, message: string) =>
  invalid('invalid_query', 'The query is invalid. See `errors`.', [{ path, message }]);

/** Every day from one to another, both included. */
const daysBetween = ({ from, to }: OverviewDays): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) => addDays(from, index));

const valueIn = (counters: Increments, row: string, counter: string) => counters.get(row)?.[counter] ?? 0;

/** Counters never fall below zero, but the shards of one moment are read one after the other. */
const shown = (value: number) => Math.max(0, value);

type ByDecision = WorklistOverview['open'];

const decisionsOf = (numberOf: (decision: WorkDecision) => number): ByDecision => {
  const [reject = 0, restrict = 0, review = 0, awaitingEvidence = 0, none = 0] = WORK_DECISIONS.map((decision) =>
    shown(numberOf(decision)),
  );
  const total = reject + restrict + review + awaitingEvidence + none;
  return { total, reject, restrict, review, awaiting_evidence: awaitingEvidence, none };
};

/** Deadlines from the current hour on, of one counter of each hour: `h09_review`, or `h09` in the row of a person. */
function aheadIn(counters: Increments, now: Date, isWanted: (row: string, counter: string) => boolean): number {
  const [day, hour] = [dayOf(now), now.toISOString().slice(11, 13)];
  let sum = 0;
  for (const [row, ofRow] of counters) {
    const rowDay = row.slice(DUE_ROWS.length, DUE_ROWS.length + day.length);
    if (!row.startsWith(DUE_ROWS) || rowDay < day) continue;
    for (const [counter, value] of Object.entries(ofRow))
      if (isWanted(row, counter) && (rowDay > day || counter.slice(1, 3) >= hour)) sum += value;
  }
  return sum;
}

interface CurrentFigures extends Pick<WorklistOverview, 'open' | 'overdue'> {
  people: NonNullable<WorklistOverview['people']>;
}

/** What the counters say of now. */
export function presentNow(counters: Increments, now: Date): CurrentFigures {
  const ahead = (decision: WorkDecision) => aheadIn(counters, now, (_row, counter) => counter.endsWith(`_${decision}`));
  const people = [...counters].flatMap(([row, { open = 0, due = 0 }]) => {
    if (!row.startsWith(PERSON_ROWS) || open <= 0) return [];
    const userId = row.slice(PERSON_ROWS.length);
    const dueAhead = aheadIn(counters, now, (dueRow) => dueRow.endsWith(`#${userId}`));
    return [{ userId, open, overdue: shown(due - dueAhead) }];
  });
  return {
    open: decisionsOf((decision) => valueIn(counters, NOW_ROW, `open_${decision}`)),
    overdue: decisionsOf((decision) => valueIn(counters, NOW_ROW, `due_${decision}`) - ahead(decision)),
    people: people.toSorted((a, b) => b.open - a.open || (a.userId < b.userId ? -1 : 1)),
  };
}

type ByDecisions = Pick<WorklistOverview, 'open' | 'overdue'>;

/**
 * Counters know the decisions of assessments. Overrides end without a write, by time or by newer evidence, so no counter
 * can know which are in force: those subjects are read, and counted where the worklist shows them.
 */
export function withOverridden(
  { open, overdue }: ByDecisions,
  overridden: readonly OverriddenWork[],
  { deadlines, now }: { deadlines: Deadlines; now: Date },
): ByDecisions {
  const hour = now.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
  const shown = { open: { ...open }, overdue: { ...overdue } };
  for (const { work, own, effective } of overridden) {
    const dueAt = dueAtOf(work.work, deadlines);
    move(shown.open, own, effective);
    if (dueAt !== null && dueAt < hour) move(shown.overdue, own, effective);
  }
  return shown;
}

/** A subject that is not counted yet stays uncounted. */
function move(counts: ByDecision, from: WorkDecision, to: WorkDecision): void {
  if (counts[from] === 0) return;
  counts[from] -= 1;
  counts[to] += 1;
}

/** What the counters say of one day, or of several together. */
function flowOf(counters: Increments, days: readonly string[]): Flow {
  const sum = (counter: string) => days.reduce((total, day) => total + valueIn(counters, dayRow(day), counter), 0);
  return {
    opened: sum('opened'),
    closed: sum('closed'),
    confirmed: sum('confirmed'),
    falsePositive: sum('false_positive'),
    screenings: sum('screenings'),
    screeningsWithMatches: sum('screeningsWithMatches'),
  };
}

const shareOf = (part: number, rest: number) => (part + rest === 0 ? null : part / (part + rest));

/** What the counters say of the days. */
export function presentDays(counters: Increments, asked: OverviewDays, now: Date) {
  const days = daysBetween(asked);
  const total = flowOf(counters, days);
  const durationOf = (name: 'taken' | 'decided') => {
    const buckets = Array.from({ length: DURATION.bounds.length + 1 }, (_, bucket) =>
      days.reduce((sum, day) => sum + valueIn(counters, dayRow(day), `${name}${bucket}`), 0),
    );
    return {
      count: buckets.reduce((sum, one) => sum + one, 0),
      p50Seconds: quantileOf(buckets, 0.5, DURATION),
      p90Seconds: quantileOf(buckets, 0.9, DURATION),
    };
  };
  return {
    ...asked,
    timeToTake: durationOf('taken'),
    timeToDecision: durationOf('decided'),
    matchHitRate: shareOf(total.confirmed, total.falsePositive),
    screeningHitRate: shareOf(total.screeningsWithMatches, total.screenings - total.screeningsWithMatches),
    sinceYesterday: flowOf(counters, [yesterdayOf(now), dayOf(now)]),
    days: days.map((day) => ({ day, ...flowOf(counters, [day]) })),
  };
}
