import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp, text } from '#shared/platform/http/shapes.ts';
import { ListVersionUsed } from './batch.ts';
import { REFERENCE_CHARACTERS } from './limits.ts';
import { RequestedPolicy, withPolicyRules } from './policy-request.ts';
import { RunProfile, ScreeningStatus } from './run.ts';
import { ScreenedSubject } from './run-request.ts';

/** A customer who is screened again whenever a list changes. */
const EXAMPLE_SUBJECT = { name: 'Viktor Example Petrov', entityType: 'person', datesOfBirth: ['1970-05-17'] };

const members = {
  subject: ScreenedSubject,
  ...RequestedPolicy,
  riskSubjectId: RecordId.nullish().describe('The risk subject to record outcomes on.'),
  reference: text(REFERENCE_CHARACTERS).nullish().describe('Your own reference. Not a name: it is stored as it is.'),
};

export const NewWatch = withPolicyRules(z.strictObject(members)).meta({
  id: 'NewScreeningWatch',
  examples: [{ subject: EXAMPLE_SUBJECT, sources: ['eu_fsf', 'ofac_sdn', 'service_pep'] }],
});
export type NewWatch = z.infer<typeof NewWatch>;

export const ChangedWatch = withPolicyRules(
  z.strictObject({
    ...members,
    expectedVersion: z.int().min(1).optional().describe('The current version, if the change depends on it.'),
  }),
).meta({
  id: 'ChangedScreeningWatch',
  examples: [{ subject: EXAMPLE_SUBJECT, sources: ['eu_fsf', 'ofac_sdn'], expectedVersion: 1 }],
});

const WatchResult = z.object({
  status: ScreeningStatus,
  matchCount: z.int(),
  runId: z.uuid().describe('The run that recorded it.'),
  screenedAt: Timestamp,
});

const WatchProblem = z.object({ code: z.string(), detail: z.string() });

/** What every release can read of a watch without its key. */
export const StoredWatch = z.object({
  id: z.uuid(),
  version: z.int(),
  sources: z.array(z.string()).nullable(),
  reviewScore: z.int().nullable(),
  matchScore: z.int().nullable(),
  pepLookbackMonths: z.int().nullable(),
  profileKey: z.string().nullable(),
  riskSubjectId: z.uuid().nullable(),
  reference: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  isPending: z.boolean(),
  result: WatchResult.nullable(),
  profile: RunProfile.nullable(),
  /** The lists that it was last screened against. */
  lists: z.array(z.string()),
  problem: WatchProblem.nullable(),
});
export type StoredWatch = z.infer<typeof StoredWatch>;

export const ScreeningWatch = StoredWatch.omit({ isPending: true, lists: true })
  .extend({
    version: z.int().describe('From 1; higher after each change of the customer data or the lists and scores.'),
    sources: StoredWatch.shape.sources.describe('As requested; null if a profile states them.'),
    reviewScore: StoredWatch.shape.reviewScore.describe('As requested; null if a profile states it.'),
    matchScore: StoredWatch.shape.matchScore.describe('As requested; null if a profile states it.'),
    status: z
      .enum(['pending', 'active', 'failed'])
      .describe(
        '`pending`: it waits to be screened. `active`: its result is that of `verified`. `failed`: it cannot be screened, ' +
          'for the reason in `problem`, and is tried again every day.',
      ),
    result: WatchResult.nullable().describe('The outcome of the last change; null before the first screening.'),
    profile: RunProfile.nullable().describe('The profile in the version with which it was last screened.'),
    problem: WatchProblem.nullable(),
    verified: z
      .object({ at: Timestamp, listVersions: z.array(ListVersionUsed) })
      .nullable()
      .describe(
        'The list versions that `result` holds for, and when that was last confirmed. Null while it waits or has failed.',
      ),
  })
  .meta({ id: 'ScreeningWatch' });
export type ScreeningWatch = z.infer<typeof ScreeningWatch>;
