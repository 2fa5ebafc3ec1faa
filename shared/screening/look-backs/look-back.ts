import { ifThenElse, required } from '@assay/foundation';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { offsetOf } from '#shared/platform/http/offset.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { jobShape, presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { COUNT_OFFSETS } from '#shared/platform/offsets.ts';
import { LOOK_BACK_RUNS, LOOK_BACK_VERSIONS } from '../limits.ts';
import { DecisionEntry, IncompleteReason, ScreeningRun, ScreeningStatus } from '../run.ts';

/** Since which version of a list the rows of a batch would have been found: a job that records nothing on a subject. */

export const NewLookBack = z
  .strictObject({
    batchId: RecordId.optional().describe('A batch of an upload that has ended, and whose rows are still stored.'),
    watches: z.literal(true).optional().describe('All watches of the mode, in place of a batch.'),
    source: z.string().min(1).max(100).describe('The key of a list of the service. Own lists have no archive.'),
    versionIds: distinct(z.array(RecordId).min(1).max(LOOK_BACK_VERSIONS))
      .optional()
      .describe('Versions of the list that have been searched, in place of a time.'),
    from: Instant.optional().describe('Versions that were searched at this time or later.'),
    to: Instant.optional().describe('Versions that were searched before this time. Now, if it is left out.'),
  })
  .refine(({ batchId, watches }) => !batchId !== !watches, {
    message: 'either `batchId` or `watches`, not both',
    path: ['batchId'],
  })
  .refine(({ versionIds, from }) => !versionIds !== !from, {
    message: 'either `versionIds` or `from`, not both',
    path: ['from'],
  })
  .refine(({ versionIds, to }) => !versionIds || !to, { message: 'is allowed only with `from`', path: ['to'] })
  .meta({
    id: 'NewScreeningLookBack',
    allOf: [
      ifThenElse(required('batchId'), { properties: { watches: false } }, required('watches')),
      ifThenElse(
        { required: ['from'] },
        { properties: { versionIds: false } },
        { required: ['versionIds'], properties: { to: false } },
      ),
    ],
    description: 'Either `batchId` or `watches`; and either `versionIds`, or `from` with or without `to`.',
    examples: [
      {
        batchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        source: 'eu_fsf',
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-15T00:00:00Z',
      },
    ],
  });
export type NewLookBack = z.output<typeof NewLookBack>;

/** A version in the order in which it was searched first. */
export const SearchedVersion = z.object({
  versionId: z.uuid(),
  publishedAt: z.string().nullable().describe('Publication date stated in the file.'),
  activatedAt: Timestamp.describe('Since when it was searched: the first time, or the last before `from`.'),
});
export type SearchedVersion = z.infer<typeof SearchedVersion>;

/** What every member of the organization can read about the job, and the history. */
export const LookBackInput = z.object({
  batchId: z.uuid().nullable().describe('Null for watches.'),
  /** How many there were, for a look-back over watches. */
  watches: z.int().optional().describe('Watches when it was started; missing for a batch.'),
  source: z.string(),
  reviewScore: z.int().nullable().describe('That of the batch; null for watches, each of which has its own.'),
  versions: z.array(SearchedVersion).describe('In the order in which they were searched.'),
});
export type LookBackInput = z.infer<typeof LookBackInput>;

const Unavailable = z.object({
  versionId: z.uuid(),
  reason: z
    .enum(['not_archived', 'other_release'])
    .describe(
      '`not_archived`: its time in the archive is over, or it is older than the archive. `other_release`: it was indexed by the rules of ' +
        'another release, and is too large to be indexed again here.',
    ),
});
export type UnavailableReason = z.infer<typeof Unavailable>['reason'];

/** How far a look-back is. The rows are compared with one version after another, the oldest first. */
export const LookBackState = z.object({
  /** Which version. */
  at: z.int(),
  /** Chunks of rows that were compared with it. */
  chunk: z.int(),
  /** Whether all chunks have been compared with a version: each has a file then. */
  isWritten: z.boolean(),
  unavailable: z.array(Unavailable),
  found: z.int(),
  incomplete: z.int(),
  /** Of a look-back over watches: where the next page begins, and how often a watch was compared. */
  offset: z.int().optional(),
  compared: z.int().optional(),
});
export type LookBackState = z.infer<typeof LookBackState>;

const FIRST_STATE: LookBackState = { at: 0, chunk: 0, isWritten: false, unavailable: [], found: 0, incomplete: 0 };

export const stateOfLookBack = (job: Pick<StoredJob, 'state'>): LookBackState =>
  job.state === null ? FIRST_STATE : LookBackState.parse(job.state);

const DoneRun = z.object({
  runId: z.uuid(),
  createdAt: Timestamp,
  trigger: ScreeningRun.shape.trigger,
  status: ScreeningStatus,
  listVersionId: z.uuid().nullable().describe('The version of the list that it searched; null if it did not.'),
  decisions: z
    .array(DecisionEntry.pick({ matchId: true, decision: true, decidedBy: true, decidedAt: true }))
    .describe('The latest decisions on matches of the list.'),
});
export type DoneRun = z.infer<typeof DoneRun>;

const FINDING_EXAMPLE = {
  row: 1,
  line: 2,
  watchId: null,
  reference: 'row 1',
  riskSubjectId: null,
  outcome: 'reached' as const,
  isCertain: true,
  version: {
    versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
    publishedAt: '2026-03-13',
    activatedAt: '2026-03-13T14:30:09.000Z',
  },
  match: { entryId: 'EU.27.28', listedName: 'Viktor Example Petrov', score: 82, status: 'possible_match' as const },
  incompleteReasons: [],
  done: 'nothing' as const,
  runs: [],
  watchedSince: null,
};

export const LookBackFinding = z
  .object({
    row: z.int().nullable().describe('Number of the row in the file, from 1; null for a watch.'),
    line: z.int().nullable().describe('Line of the file on which the row begins; null for a watch.'),
    watchId: z.uuid().nullable().default(null).describe('The watch; null for a row.'),
    reference: z.string().nullable(),
    riskSubjectId: z.uuid().nullable(),
    outcome: z
      .enum(['reached', 'incomplete'])
      .describe(
        '`reached`: a review would have been reached with `version`. `incomplete`: with no version, but one could not be compared ' +
          'completely.',
      ),
    isCertain: z
      .boolean()
      .describe(
        'Whether every earlier version of the look-back was compared completely with the row. If not, it may have been one of those.',
      ),
    version: SearchedVersion.nullable().describe('The first version with which a review would have been reached.'),
    match: z
      .object({
        entryId: z.string(),
        listedName: z.string().nullable().describe('Null for a watch: read the entry by `entryId`.'),
        score: z.int(),
        status: z.enum(['match', 'possible_match']),
      })
      .nullable()
      .describe('The match with the highest score, among the entries of that version.'),
    incompleteReasons: z
      .array(z.union([IncompleteReason, z.literal('screening_failed')]))
      .describe('Why the row was compared incompletely with the first version of which that is true.'),
    done: z
      .enum(['runs', 'watched', 'nothing'])
      .nullable()
      .describe(
        'What was done since `activatedAt`: `runs` if there is a run of the risk subject or the row, else `watched` if there is a ' +
          'watch of them now, else `nothing`.',
      ),
    runs: z
      .array(DoneRun)
      .describe(
        `Runs of the risk subject, or of the row, since \`activatedAt\`: the first ${LOOK_BACK_RUNS}, the oldest first.`,
      ),
    watchedSince: Timestamp.nullable().describe('When the oldest watch of the risk subject or the row was created.'),
  })
  .meta({ id: 'ScreeningLookBackFinding', examples: [FINDING_EXAMPLE] });
export type LookBackFinding = z.infer<typeof LookBackFinding>;

/** In the order of the file, or in which the watches were created. A page can be empty although more follow. */
export const LookBackFindings = pageOf(LookBackFinding);
export const LookBackFindingsQuery = z.strictObject({ offset: offsetOf(COUNT_OFFSETS) });

export const LookBack = z
  .object({
    ...jobShape,
    ...LookBackInput.shape,
    unavailable: z.array(Unavailable).describe('Versions that could not be compared, as far as they are known.'),
    found: z.int().describe('Rows or watches with which a review would have been reached.'),
    incomplete: z.int().describe('Rows that were compared incompletely with a version.'),
  })
  .meta({
    id: 'ScreeningLookBack',
    examples: [
      {
        id: '019ced2c-a000-7000-8000-5d3c2b1a0f00',
        status: 'completed',
        total: 2_000,
        done: 2_000,
        failed: 0,
        createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        createdAt: '2026-03-14T09:26:53.589Z',
        startedAt: '2026-03-14T09:26:54.000Z',
        estimatedEndAt: null,
        endedAt: '2026-03-14T09:27:55.000Z',
        batchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        source: 'eu_fsf',
        reviewScore: 70,
        versions: [FINDING_EXAMPLE.version],
        unavailable: [],
        found: 1,
        incomplete: 0,
      },
    ],
  });
export type LookBack = z.infer<typeof LookBack>;

export function presentLookBack(job: StoredJob, now: Date): LookBack {
  const { unavailable, found, incomplete } = stateOfLookBack(job);
  return { ...presentProgress(job, now), ...LookBackInput.parse(job.input), unavailable, found, incomplete };
}
