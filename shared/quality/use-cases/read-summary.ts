import { invalid } from '@assay/foundation';
import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { countOverrides, readWorklistOverview } from '#shared/risk/index.ts';
import { agesOfPendingRuns, latestAssurance, listHealth } from '#shared/screening/index.ts';
import { monthOf, resultsOf } from '../figures.ts';
import { readFigures } from '../repository/figures.ts';
import { byAge, daysOf, type Summary, type SummaryQuery } from '../summary.ts';

/** Pending runs whose ages are counted. */
const PENDING_RUNS = 2_000;

/** From counters and bounded reads: it costs about the same whatever the month had. */
export async function readSummary(context: Context, query: z.infer<typeof SummaryQuery>): Promise<Summary> {
  const { store, caller, now } = context;
  const month = query.month ?? monthOf(now);
  const days = daysOf(month, now);
  if (!days)
    throw invalid('invalid_query', 'The query is invalid. See `errors`.', [
      { path: 'month', message: '`month` must not be in the future.' },
    ]);
  const [overview, overrides, pending, assurance, figures] = await Promise.all([
    readWorklistOverview(context, days, {
      proposalsWaiting: async () => 0,
      lists: (asked) => listHealth(context, asked),
    }),
    countOverrides(store, caller, days),
    agesOfPendingRuns(store, caller, { now, limit: PENDING_RUNS }),
    latestAssurance(store, caller),
    readFigures(store, caller, { from: month, to: month }),
  ]);
  const sum = (name: Exclude<keyof (typeof overview.days)[number], 'day'>) =>
    overview.days.reduce((total, day) => total + day[name], 0);
  return {
    month,
    ...days,
    screenings: sum('screenings'),
    alerts: sum('screeningsWithMatches'),
    trueHits: sum('confirmed'),
    falsePositives: sum('falsePositive'),
    matchHitRate: overview.matchHitRate,
    opened: sum('opened'),
    closed: sum('closed'),
    overrides,
    timeToTake: overview.timeToTake,
    timeToDecision: overview.timeToDecision,
    now: { open: overview.open, overdue: overview.overdue, pendingRuns: byAge(pending.agesMs, pending.more) },
    lists: overview.lists,
    assurance,
    quality: resultsOf(figures, { from: month, to: month, withAnalysts: false }).streams,
  };
}
