import { ifThenElse } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { offsetOf } from '#shared/platform/http/offset.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { jobShape, presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { COUNT_OFFSETS } from '#shared/platform/offsets.ts';
import { BacktestCounts, NOTHING_COUNTED, OutcomeAfter, OutcomeBefore } from './backtest-counts.ts';
import { BACKTEST_CASES, BACKTEST_PROBLEMS, BACKTEST_SUBJECTS } from './limits.ts';
import { AnyDefinition, DEFINITION_EXAMPLE } from './policy.ts';

/** What a policy would have decided: a job that evaluates it for past assessments, and stores no assessment. */

const SinceUntil = z
  .strictObject({
    policyKey: DefinitionKey.describe('All assessments by versions of this policy.'),
    since: Instant.describe('Made at this time or later.'),
    until: Instant.optional().describe('Made before this time. Now, if it is left out.'),
  })
  .meta({ title: 'Assessments of a time' });
const comparedWith = DefinitionKey.optional().describe(
  'The policy whose latest assessment of each subject is compared. The one of `policyVersionId`, if it is left out.',
);
const OfContext = z
  .strictObject({ contextId: RecordId.describe('The subjects of this context.'), policyKey: comparedWith })
  .meta({ title: 'Subjects of a context' });
const OfSubjects = z
  .strictObject({
    subjectIds: distinct(z.array(RecordId).min(1).max(BACKTEST_SUBJECTS)),
    policyKey: comparedWith,
  })
  .meta({ title: 'Named subjects' });

const Evidence = z.enum(['as_known', 'as_now']);

export const NewBacktest = z
  .strictObject({
    policyVersionId: RecordId.optional().describe('A version, also a draft.'),
    definition: AnyDefinition.optional().describe('Instead of a version.'),
    against: z.union([SinceUntil, OfContext, OfSubjects]),
    evidence: Evidence.default('as_known').meta({
      default: 'as_known',
      description:
        '`as_known`: the receipts and revocations that the service had when the assessment was made, at its time. `as_now`: those ' +
        'that it has now, at the time of the request.',
    }),
    limit: z
      .int()
      .min(1)
      .max(BACKTEST_CASES)
      .default(BACKTEST_CASES)
      .meta({ default: BACKTEST_CASES, description: 'At most this many cases, the newest of a version first.' }),
  })
  .refine(({ definition, policyVersionId }) => !definition !== !policyVersionId, {
    message: 'either a definition or a policyVersionId, not both',
    path: ['definition'],
  })
  .refine(({ definition, against }) => !definition || against.policyKey !== undefined, {
    message: 'is required with a definition',
    path: ['against', 'policyKey'],
  })
  .meta({
    ...ifThenElse(
      { required: ['definition'] },
      { properties: { policyVersionId: false, against: { required: ['policyKey'] } } },
      { required: ['policyVersionId'] },
    ),
    description:
      'Provide either `definition` or `policyVersionId`. With a definition, `against.policyKey` is required.',
    id: 'NewBacktest',
    examples: [
      {
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
        against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00Z' },
      },
      { definition: DEFINITION_EXAMPLE, against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00Z' } },
    ],
  });

export type NewBacktest = z.output<typeof NewBacktest>;

const Against = z.object({
  policyKey: z.string(),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  contextId: z.uuid().optional(),
  subjectIds: z.array(z.uuid()).optional(),
});

/** What every member of the organization can read about the job, and the history. */
export const BacktestInput = z.object({
  policyVersionId: z.uuid().nullable(),
  version: z.int().nullable().describe('The number of the version; null for a definition.'),
  definitionHash: z.string().describe('SHA-256 of the definition, as of a version.'),
  against: Against,
  evidence: Evidence,
  limit: z.int(),
});
export type BacktestInput = z.infer<typeof BacktestInput>;

const Problem = z.object({
  subjectId: z.uuid(),
  assessmentId: z.uuid().nullable(),
  code: z.string(),
  detail: z.string(),
});
export type BacktestProblem = z.infer<typeof Problem>;

/** How far a backtest is. A step that runs again reads the same cases: assessments never change. */
export const BacktestState = z.object({
  /** Versions whose assessments are read, newest first; null before they are known. */
  versions: z.array(z.uuid()).nullable(),
  /** Which of them, and behind which position of its list the next step begins. */
  at: z.int(),
  offset: z.number(),
  /** Cases so far. */
  taken: z.int(),
  /** Steps that are done: each has a file with its changed cases. */
  steps: z.int(),
  skipped: z.int(),
  problems: z.array(Problem),
  counts: BacktestCounts,
  isCut: z.boolean(),
});
export type BacktestState = z.infer<typeof BacktestState>;

const FIRST_STATE: BacktestState = {
  versions: null,
  at: 0,
  offset: 0,
  taken: 0,
  steps: 0,
  skipped: 0,
  problems: [],
  counts: NOTHING_COUNTED,
  isCut: false,
};

export const stateOfBacktest = (job: StoredJob) => (job.state === null ? FIRST_STATE : BacktestState.parse(job.state));

const EXAMPLE = {
  id: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
  changed: {
    subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
    assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
    before: { decision: 'review' as const, band: 'high', score: 40 },
    after: { decision: 'reject' as const, band: 'high', score: 40 },
  },
};

/** A case whose decision or band is another one. */
export const ChangedCase = z.object({
  subjectId: z.uuid(),
  assessmentId: z.uuid().nullable().describe('Null for a subject that the policy has not assessed.'),
  before: OutcomeBefore,
  after: OutcomeAfter,
});
export type ChangedCase = z.infer<typeof ChangedCase>;

/** A page can be empty although more follow. */
export const ChangedCases = pageOf(ChangedCase.meta({ examples: [EXAMPLE.changed] }));
export type ChangedCases = z.infer<typeof ChangedCases>;

export const ChangedCasesQuery = z.strictObject({
  offset: offsetOf(COUNT_OFFSETS),
  before: OutcomeBefore.shape.decision.optional().describe('Changed cases that had this decision.'),
  after: OutcomeAfter.shape.decision.optional().describe('Changed cases that would have this one.'),
});
export type ChangedCasesQuery = z.infer<typeof ChangedCasesQuery>;

const { changed: _counted, perFactor, ...counts } = BacktestCounts.shape;

export const Backtest = z
  .object({
    ...jobShape,
    ...BacktestInput.shape,
    ...counts,
    perFactor: z
      .array(z.object({ key: z.string(), cases: z.int(), meanPoints: z.number() }))
      .describe('Factors of the tested version that had points, and the mean of their contributions.'),
    skipped: z.int().describe('Subjects that were never assessed by the policy, with `as_known`.'),
    isCut: z.boolean().describe('Whether there were more cases than `limit`.'),
    problems: z.array(Problem).describe(`The first ${BACKTEST_PROBLEMS} cases that could not be evaluated.`),
    changedCases: z.int().describe('Cases with another decision or another band.'),
    changed: ChangedCases.describe(
      'The first changed cases; `GET /risk/backtests/{id}/changed` has all. Kept for 7 days.',
    ),
  })
  .meta({
    id: 'Backtest',
    examples: [
      {
        id: EXAMPLE.id,
        status: 'completed',
        total: 2,
        done: 2,
        failed: 0,
        createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        createdAt: '2026-03-14T09:26:53.589Z',
        startedAt: '2026-03-14T09:26:54.000Z',
        estimatedEndAt: null,
        endedAt: '2026-03-14T09:26:55.000Z',
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
        version: 2,
        definitionHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00.000Z', until: '2026-03-14T09:26:53.589Z' },
        evidence: 'as_known',
        limit: BACKTEST_CASES,
        matrix: [
          { before: 'review', after: 'reject', cases: 1 },
          { before: 'none', after: 'none', cases: 1 },
        ],
        bands: [
          { before: 'high', after: 'high', cases: 1 },
          { before: 'low', after: 'low', cases: 1 },
        ],
        otherBands: 0,
        scoreHistogram: {
          width: 10,
          bins: [
            { from: 0, before: 1, after: 1 },
            { from: 40, before: 1, after: 1 },
          ],
        },
        perRule: [],
        perFactor: [{ key: 'email_age', cases: 2, meanPoints: 20 }],
        incomplete: 0,
        skipped: 0,
        isCut: false,
        problems: [],
        changedCases: 1,
        changed: { items: [EXAMPLE.changed], nextOffset: null },
      },
    ],
  });
export type Backtest = z.infer<typeof Backtest>;

/** With the first page of its changed cases, as the list of them has it. */
export function presentBacktest(job: StoredJob, now: Date, { items, nextOffset }: ChangedCases): Backtest {
  const { counts: counted, skipped, problems, isCut } = stateOfBacktest(job);
  const { changed: changedCases, ...rest } = counted;
  return {
    ...presentProgress(job, now),
    ...BacktestInput.parse(job.input),
    ...rest,
    perFactor: counted.perFactor.map(({ key, cases, points }) => ({ key, cases, meanPoints: points / cases })),
    skipped,
    isCut,
    problems,
    changedCases,
    changed: { items, nextOffset: nextOffset === null ? null : COUNT_OFFSETS.encode(nextOffset) },
  };
}
