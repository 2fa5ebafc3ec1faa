import { invalid } from '@assay/foundation';
import type * as z from 'zod';
import { isAdmin } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { monthOf, type Results, type ResultsQuery, resultsOf } from '../figures.ts';
import { RESULT_MONTHS } from '../limits.ts';
import { readFigures } from '../repository/figures.ts';

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** From counters: the cost depends on months and analysts, not on samples. */
export async function readResults(
  { store, caller, now }: Context,
  query: z.infer<typeof ResultsQuery>,
): Promise<Results> {
  const to = query.to ?? monthOf(now);
  const from = query.from ?? to;
  const months = monthNumber(to) - monthNumber(from) + 1;
  if (months < 1 || months > RESULT_MONTHS)
    throw invalid('invalid_query', 'The query is invalid. See `errors`.', [
      { path: 'from', message: `\`from\` must be 0 to ${RESULT_MONTHS - 1} months before \`to\`.` },
    ]);
  return resultsOf(await readFigures(store, caller, { from, to }), { from, to, withAnalysts: isAdmin(caller) });
}
