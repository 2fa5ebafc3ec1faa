import { wilson } from '@assay/foundation/wilson';
import * as z from 'zod';
import { LEAST_CASES } from './limits.ts';

/** Shares with their uncertainty. Pure rules. */
export const Estimate = z
  .object({
    share: z.number().nullable().describe('Null if `absentBecause` is not.'),
    low: z.number().nullable().describe('Lower end of the 95 % Wilson interval.'),
    high: z.number().nullable().describe('Upper end.'),
    count: z.int(),
    of: z.int().describe('The cases that the share is of.'),
    absentBecause: z
      .enum(['too_few', 'not_sampled', 'no_positives'])
      .nullable()
      .describe(
        `\`too_few\`: of fewer than ${LEAST_CASES} cases. Of recall only: \`not_sampled\`, fewer than ${LEAST_CASES} outcomes with ` +
          '`sampled` label assessments that were not flagged; `no_positives`, no positive is known.',
      ),
  })
  .meta({ id: 'QualityEstimate' });
export type Estimate = z.infer<typeof Estimate>;

type Absence = NonNullable<Estimate['absentBecause']>;

export interface Cases {
  positives: number;
  negatives: number;
}

const DECIMALS = 10_000;
const rounded = (share: number) => Math.round(share * DECIMALS) / DECIMALS;

const absent = (absentBecause: Absence, count: number, of: number): Estimate => ({
  share: null,
  low: null,
  high: null,
  count,
  of,
  absentBecause,
});

export function estimateOf(count: number, of: number): Estimate {
  if (of < LEAST_CASES) return absent('too_few', count, of);
  const { low, high } = wilson(count, of);
  return { share: rounded(count / of), low: rounded(low), high: rounded(high), count, of, absentBecause: null };
}

/** Assessments, and those of them that were labelled (of flagged ones) or drawn at random (of the others). */
interface Stratum {
  assessed: number;
  cases: Cases;
}

/**
 * The share of all positives that was flagged, estimated in each stratum for itself: what was not flagged is rarely looked
 * into, so labelled cases alone would always show a high recall. `count` and `of` are the labelled positives behind it.
 */
export function recallOf(flagged: Stratum, others: Stratum): Estimate {
  const count = flagged.cases.positives;
  const of = count + others.cases.positives;
  const [labelled, sampled] = [flagged, others].map(({ cases }) => cases.positives + cases.negatives) as [
    number,
    number,
  ];
  if (sampled < LEAST_CASES) return absent('not_sampled', count, of);
  if (labelled < LEAST_CASES) return absent('too_few', count, of);
  if (of === 0) return absent('no_positives', count, of);
  const found = wilson(count, labelled);
  const missed = wilson(others.cases.positives, sampled);
  const share = (ofFlagged: number, ofOthers: number) => {
    const [hits, misses] = [flagged.assessed * ofFlagged, others.assessed * ofOthers];
    return rounded(hits / (hits + misses));
  };
  return {
    share: share(count / labelled, others.cases.positives / sampled),
    low: share(found.low, missed.high),
    high: share(found.high, missed.low),
    count,
    of,
    absentBecause: null,
  };
}
