import { CLASS_WORDS, LEAST_RECALL, percent, recallAt } from '@assay/watchlist/assurance-reading';
import type { AssuranceResult } from '../api/assurance.ts';

type ClassResult = AssuranceResult['classes'][number];
type AlertResult = AssuranceResult['alerts'][number];
export type Known = ClassResult['known'];

interface RecallBar {
  key: string;
  label: string;
  group: ClassResult['group'];
  expected: ClassResult['expected'];
  /** The share that is expected; null where none is. */
  least: number | null;
  status: ClassResult['status'];
  /** Null without cases. */
  recall: number | null;
  low: number;
  high: number;
  /** 98.7 %, or that it was not tested. */
  value: string;
  /** The interval and the cases. */
  detail: string;
}

/** What every class finds at a review score, in the order of the report. */
export const layOutRecall = (
  classes: readonly ClassResult[],
  { known, reviewScore }: { known: Known; reviewScore: number },
): RecallBar[] =>
  classes
    .filter((one) => one.known === known)
    .map((one) => {
      const { status, found, recall, low, high } = recallAt(one, reviewScore);
      const { class: key, group, expected, cases } = one;
      return {
        key,
        label: CLASS_WORDS[key],
        group,
        expected,
        least: LEAST_RECALL[expected] || null,
        status,
        recall,
        low,
        high,
        value: recall === null ? 'not tested' : percent(recall),
        detail:
          recall === null ? 'no case was possible' : `${intervalWords(low, high)}, ${count(found)} of ${count(cases)}`,
      };
    });

const intervalWords = (low: number, high: number) => `${(100 * low).toFixed(1)} to ${percent(high)}`;

export const GROUP_WORDS: Record<ClassResult['group'], string> = {
  benign: 'Other spellings',
  degraded: 'Damaged names',
  adversarial: 'Disguised names',
  facts: 'Wrong facts',
};

/** Alerts on customers on no list, at a review score that results have. */
export const alertsAt = ({ alertsPerThousandAt, flaggedPerThousandAt }: AlertResult, index: number) => ({
  alerts: alertsPerThousandAt[index] ?? 0,
  flagged: flaggedPerThousandAt[index] ?? 0,
});

/** The chosen score in a sentence, for those who do not see the bars move. */
export function recallInWords(bars: readonly RecallBar[], alerts: number): string {
  const short = bars.filter(({ status }) => status === 'short');
  const classes =
    short.length === 0
      ? 'every class is found as expected'
      : `less than expected: ${short.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  return `${perThousand(alerts)} alerts per 1,000 customers; ${classes}`;
}

export const perThousand = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
export const count = (value: number) => value.toLocaleString('en-GB');
