import { AssuranceResult, ClassDifference, Miss } from '@assay/watchlist/assurance';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { JobStatus, jobShape } from '#shared/platform/jobs/job.ts';
import { SealedFile } from '#shared/platform/jobs/job-report.ts';
import { ItemProblem, ListVersionUsed } from '../batch.ts';
import {
  ASSURANCE_CUSTOMERS,
  ASSURANCE_ENTRIES,
  ASSURANCE_MISSES,
  FEWEST_ASSURANCE_ENTRIES,
  MOST_ASSURANCE_CUSTOMERS,
  MOST_ASSURANCE_ENTRIES,
  OWN_CASES,
} from '../limits.ts';
import { RequestedPolicy, withPolicyRules } from '../policy-request.ts';
import { RunProfile } from '../run.ts';
import { AssuranceLimit, LapsedLimit, LimitProposal } from './limit.ts';
import { LineDecisions } from './line-decisions.ts';
import { OwnResult } from './own-cases.ts';
import { OwnFile } from './own-file.ts';

/** A test of effectiveness: manipulated records of the lists in use are screened, and customers who are on none. */

const LARGEST_SEED = 2 ** 31 - 1;

export const NewAssurance = withPolicyRules(
  z.strictObject({
    ...RequestedPolicy,
    entries: z.int().min(FEWEST_ASSURANCE_ENTRIES).max(MOST_ASSURANCE_ENTRIES).default(ASSURANCE_ENTRIES).meta({
      default: ASSURANCE_ENTRIES,
      description:
        'Listed entries that are manipulated, in equal shares per list; all of them if the lists have fewer.',
    }),
    customers: z.int().min(1).max(MOST_ASSURANCE_CUSTOMERS).default(ASSURANCE_CUSTOMERS).meta({
      default: ASSURANCE_CUSTOMERS,
      description: 'Composed customers on no list that are screened, to count alerts.',
    }),
    negatives: z
      .union([z.literal('built_in'), RecordId])
      .default('built_in')
      .meta({
        default: 'built_in',
        description:
          `Customers on no list: composed ones, or an uploaded CSV or NDJSON file of up to ${OWN_CASES} of yours, by the id of ` +
          '`createBatchUpload`. With a file `customers` has no meaning. No name of it is stored.',
      }),
    own: RecordId.optional().describe(
      `An uploaded CSV or NDJSON file of up to ${OWN_CASES} cases of yours, by the id of \`createBatchUpload\`: the columns or ` +
        'members of a batch, and `expected` (`found` or `not_found`), `list` and `entryId` of the entry to find. A known hit that is ' +
        'missed makes the outcome `failed`. No name of the file is stored, and it is deleted when the test ends.',
    ),
    seed: z.int().min(0).max(LARGEST_SEED).default(1).meta({
      default: 1,
      description:
        'The same seed draws the same entries, manipulations and customers. Use one seed to compare two tests.',
    }),
  }),
).meta({ id: 'NewScreeningAssurance', examples: [{ profileKey: 'onboarding', entries: 1_000, seed: 7 }] });
export type NewAssurance = z.output<typeof NewAssurance>;

/** What is tested, and with what. */
const AboutAssurance = {
  profile: RunProfile.nullable().describe('The version of the profile; null for lists and scores of the request.'),
  sources: z.array(z.string()).describe('Keys of the lists.'),
  reviewScore: z.int(),
  matchScore: z.int(),
  entries: z.int(),
  customers: z.int(),
  seed: z.int(),
  scorerVersion: z.string(),
};

const TestResult = AssuranceResult.extend({
  own: OwnResult.optional().describe('Your own cases, if the test has any.'),
});

const OfResult = {
  listVersions: z.array(ListVersionUsed).describe('The versions that were tested. Empty until the job has ended.'),
  result: TestResult.nullable().describe('Null until the job has completed.'),
  missed: z.int().describe('Cases below the review score.'),
  misses: z
    .array(Miss)
    .describe(
      `Up to ${ASSURANCE_MISSES} missed cases of each class, without and with other facts, with the factors of their scores. ` +
        'Those that the search left out come first.',
    ),
  differences: z.array(ClassDifference).describe('Classes whose recall differs from that of `comparedWith`.'),
};

/** A test as it is stored, for as long as the organization exists. */
export const StoredAssurance = z.object({
  id: z.uuid(),
  createdBy: z.string(),
  createdAt: z.string(),
  ...AboutAssurance,
  comparedWith: z.uuid().nullable(),
  /** Files that it reads, since tests can have any. */
  own: OwnFile.optional(),
  negatives: OwnFile.optional(),
  /** Once the job has ended. */
  ended: z
    .object({
      status: JobStatus,
      total: z.int().nullable(),
      done: z.int(),
      startedAt: z.string().nullable(),
      endedAt: z.string(),
      problem: ItemProblem.optional(),
      ...OfResult,
      /** Absent for a test without result, and for a report that cannot be printed. */
      report: SealedFile.optional(),
      /** Since decisions of people are counted, and limits accepted. */
      decisions: LineDecisions.optional(),
      lapsedLimits: z.array(LapsedLimit).optional(),
    })
    .optional(),
});
export type StoredAssurance = z.infer<typeof StoredAssurance>;

const members = {
  ...jobShape,
  ...AboutAssurance,
  comparedWith: z
    .uuid()
    .nullable()
    .describe('The test before, of the same lists and scores, or of the same profile; null for the first.'),
  nextDueAt: Timestamp.nullable().describe('Twelve months after the test has completed.'),
  report: z
    .object({ sha256: z.string(), sizeBytes: z.int() })
    .nullable()
    .describe('The sealed report. Null until the test has completed, and for a report that cannot be printed.'),
};

const EXAMPLE = {
  id: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
  status: 'queued' as const,
  total: null,
  done: 0,
  failed: 0,
  createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
  createdAt: '2026-03-14T09:26:53.589Z',
  startedAt: null,
  estimatedEndAt: null,
  endedAt: null,
  profile: { key: 'onboarding', version: 2 },
  sources: ['eu_fsf', 'uk_sanctions'],
  reviewScore: 65,
  matchScore: 90,
  entries: 1_000,
  customers: ASSURANCE_CUSTOMERS,
  seed: 7,
  scorerVersion: 'screening-score-v8',
  comparedWith: null,
  nextDueAt: null,
  report: null,
};

export const ScreeningAssurance = z
  .object({
    ...members,
    ...OfResult,
    files: z
      .array(z.object({ use: z.enum(['own', 'negatives']), sha256: z.string(), rows: z.int() }))
      .describe('Uploaded files that the test reads.'),
    decisions: LineDecisions.nullable().describe(
      'Decisions of people on matches with a score close to the review score, of runs of the year before the test.',
    ),
    limits: z
      .array(AssuranceLimit)
      .describe('Classes that may find less than expected, as two people have accepted for a time. Those in force.'),
    limitProposals: z.array(LimitProposal).describe('Open proposals of limits.'),
    lapsedLimits: z.array(LapsedLimit).describe('Limits of `comparedWith` that did not carry over to this test.'),
    outcomeBeyondLimits: AssuranceResult.shape.outcome
      .nullable()
      .describe('The outcome if classes with an accepted limit did not count. `result.outcome` counts all.'),
  })
  .meta({
    id: 'ScreeningAssurance',
    examples: [
      {
        ...EXAMPLE,
        listVersions: [],
        result: null,
        missed: 0,
        misses: [],
        differences: [],
        files: [],
        decisions: null,
        limits: [],
        limitProposals: [],
        lapsedLimits: [],
        outcomeBeyondLimits: null,
      },
    ],
  });
export type ScreeningAssurance = z.infer<typeof ScreeningAssurance>;

const Summary = z
  .object({
    ...members,
    outcome: AssuranceResult.shape.outcome.nullable().describe('Null until the job has completed.'),
  })
  .meta({ id: 'ScreeningAssuranceSummary', examples: [{ ...EXAMPLE, outcome: null }] });

export const ScreeningAssurances = pageOf(Summary);
