import * as z from 'zod';

/** What the cases of an organization's own file came to. Rows are named by line and reference alone. */

export const OwnDeviation = z.object({
  line: z.int().describe('Line of the file.'),
  reference: z.string().nullable(),
  expected: z.enum(['found', 'not_found']),
  outcome: z
    .enum(['found', 'other_entry', 'not_found', 'incomplete'])
    .describe(
      '`other_entry`: another entry than the one of the file reached the review score. `incomplete`: the row could not be compared ' +
        'completely, and nothing reached the score.',
    ),
  topScore: z.int().nullable().describe('The highest score of an entry that reached the review score.'),
  source: z.string().nullable().describe('The list of that entry.'),
  entryId: z.string().nullable(),
});
export type OwnDeviation = z.infer<typeof OwnDeviation>;

const Cases = z.object({ cases: z.int(), asExpected: z.int() });

export const OwnResult = z.object({
  found: Cases.describe('Cases that have to be found.'),
  notFound: Cases.describe('Cases that must not cause an alert.'),
  deviations: z.array(OwnDeviation).describe('The first of them, in the order of the file.'),
});
export type OwnResult = z.infer<typeof OwnResult>;

export const newOwnResult = (): OwnResult => ({
  found: { cases: 0, asExpected: 0 },
  notFound: { cases: 0, asExpected: 0 },
  deviations: [],
});

/** The entry that a case has to find, as far as the file names it. */
export interface ListedIn {
  list?: string | undefined;
  entryId?: string | undefined;
}

interface Found {
  source: string;
  entryId: string;
  score: number;
}

/** What became of a case: matches are those that reached the review score, the highest first. */
export function judgeCase(
  expected: OwnDeviation['expected'],
  wanted: ListedIn,
  { matches, isIncomplete }: { matches: readonly Found[]; isIncomplete: boolean },
): Pick<OwnDeviation, 'outcome' | 'topScore' | 'source' | 'entryId'> & { isAsExpected: boolean } {
  const fits = ({ source, entryId }: Found) =>
    (wanted.list === undefined || wanted.list === source) &&
    (wanted.entryId === undefined || wanted.entryId === entryId);
  const hit = matches.find(fits);
  const top = hit ?? matches[0];
  const outcome = hit ? 'found' : top ? 'other_entry' : isIncomplete ? 'incomplete' : 'not_found';
  const isAsExpected = expected === 'found' ? outcome === 'found' : outcome === 'not_found';
  return {
    outcome,
    isAsExpected,
    topScore: top?.score ?? null,
    source: top?.source ?? null,
    entryId: top?.entryId ?? null,
  };
}

const ORDER = ['passed', 'limited', 'failed'] as const;
type Outcome = (typeof ORDER)[number];

/** A known hit that is missed fails the test; an alert that must not be limits it. */
export function outcomeOfOwn({ found, notFound }: Pick<OwnResult, 'found' | 'notFound'>): Outcome {
  if (found.asExpected < found.cases) return 'failed';
  return notFound.asExpected < notFound.cases ? 'limited' : 'passed';
}

export const worseOf = (one: Outcome, other: Outcome): Outcome =>
  ORDER[Math.max(ORDER.indexOf(one), ORDER.indexOf(other))] ?? one;
