import * as z from 'zod';
import { OVERVIEW_DAYS } from './limits.ts';
import { type CountedName, summed } from './policy-counts.ts';
import type { OverviewDays } from './worklist-overview.ts';

/** How a policy decides: its subjects now, and its assessments of some days. */
const Day = z.iso.date();

export const StatisticsQuery = z.strictObject({
  from: Day.optional().describe('First day (UTC). Without it, 30 days up to `to`.'),
  to: Day.optional().describe(`Last day (UTC), today without it. At most ${OVERVIEW_DAYS} days with \`from\`.`),
});

const Counted = z.object({ key: z.string(), count: z.int() });
type Counted = z.infer<typeof Counted>;

const spread = {
  bands: z
    .array(z.object({ key: z.string().nullable().describe('Null without a band.'), count: z.int() }))
    .describe('Most first.'),
  decisions: z.array(Counted).describe('Of the policy, without overrides.'),
  outcomes: z.array(Counted),
};

export const PolicyStatistics = z
  .object({
    policyKey: z.string(),
    from: Day,
    to: Day,
    subjects: z
      .object({ total: z.int(), ...spread })
      .describe('Subjects by their latest assessment under any version of the policy, now.'),
    assessments: z.object({ total: z.int(), ...spread }).describe('Of the days.'),
    days: z.array(z.object({ day: Day, assessments: z.int() })).describe('Days with assessments, oldest first.'),
    rules: z.array(Counted).describe('Assessments of the days in which a rule matched, most first.'),
    unresolvedInputs: z
      .array(z.object({ input: z.string(), reason: z.string(), count: z.int() }))
      .describe('Assessments of the days in which an input had no value, by reason, most first.'),
    overrides: z.object({ created: z.int(), carried: z.int(), revoked: z.int() }).describe('Of the days.'),
  })
  .meta({
    id: 'PolicyStatistics',
    examples: [
      {
        policyKey: 'onboarding',
        from: '2026-03-01',
        to: '2026-03-14',
        subjects: {
          total: 2,
          bands: [{ key: 'low', count: 2 }],
          decisions: [{ key: 'none', count: 2 }],
          outcomes: [{ key: 'complete', count: 2 }],
        },
        assessments: {
          total: 3,
          bands: [
            { key: 'low', count: 2 },
            { key: 'high', count: 1 },
          ],
          decisions: [
            { key: 'none', count: 2 },
            { key: 'review', count: 1 },
          ],
          outcomes: [{ key: 'complete', count: 3 }],
        },
        days: [{ day: '2026-03-14', assessments: 3 }],
        rules: [{ key: 'sanctioned', count: 1 }],
        unresolvedInputs: [],
        overrides: { created: 0, carried: 0, revoked: 0 },
      },
    ],
  });
export type PolicyStatistics = z.infer<typeof PolicyStatistics>;

export function presentStatistics(
  policyKey: string,
  { from, to }: OverviewDays,
  now: readonly CountedName[],
  byDay: ReadonlyMap<string, readonly CountedName[]>,
): PolicyStatistics {
  const days = summed([...byDay.values()].flat());
  const override = (kind: string) => countOf(days, 'override', kind);
  return {
    policyKey,
    from,
    to,
    subjects: { total: countOf(now, 'subjects'), ...spreadOf(now) },
    assessments: { total: countOf(days, 'assessments'), ...spreadOf(days) },
    days: [...byDay]
      .map(([day, counted]) => ({ day, assessments: countOf(counted, 'assessments') }))
      .filter(({ assessments }) => assessments > 0)
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    rules: keyed(days, 'rule'),
    unresolvedInputs: mostFirst(
      ofKind(days, 'unresolved').map(({ name: [, input = '', reason = ''], count }) => ({ input, reason, count })),
    ),
    overrides: { created: override('created'), carried: override('carried'), revoked: override('revoked') },
  };
}

const ofKind = (counted: readonly CountedName[], kind: string) => counted.filter(({ name }) => name[0] === kind);

const countOf = (counted: readonly CountedName[], kind: string, key?: string) =>
  ofKind(counted, kind).find(({ name }) => name[1] === key)?.count ?? 0;

const mostFirst = <T extends { count: number }>(items: T[]) => items.toSorted((one, other) => other.count - one.count);

const keyed = (counted: readonly CountedName[], kind: string): Counted[] =>
  mostFirst(ofKind(counted, kind).map(({ name, count }) => ({ key: name[1] ?? '', count })));

const spreadOf = (counted: readonly CountedName[]) => ({
  bands: mostFirst(ofKind(counted, 'band').map(({ name, count }) => ({ key: name[1] ?? null, count }))),
  decisions: keyed(counted, 'decision'),
  outcomes: keyed(counted, 'outcome'),
});
