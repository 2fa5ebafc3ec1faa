import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { jobShape, presentProgress, type StoredJob } from '#shared/platform/jobs/job.ts';
import { ROLLOUT_PROBLEMS, ROLLOUT_SUBJECTS } from './limits.ts';

/** Replaces the version that monitors subjects by another one of the same policy, as a job. */
export const NewRollout = z
  .strictObject({
    from: RecordId.describe('The monitored version that is replaced.'),
    limit: z.int().min(1).max(ROLLOUT_SUBJECTS).optional().describe('At most this many subjects.'),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ default: false, description: 'Evaluate the version for every subject, and store nothing.' }),
  })
  .meta({ id: 'NewRollout', examples: [{ from: '019ced2c-4000-7000-8000-5d3c2b1a0f00', dryRun: true }] });

const decisions = [...DECISIONS, 'awaiting_evidence'] as const;
const DecisionBefore = z.enum([...decisions, 'not_assessed']);
const DecisionAfter = z.enum([...decisions, 'applicability_not_matched', 'applicability_unknown']);

const Change = z.object({
  before: DecisionBefore.describe('Decision of the latest assessment by this policy, without overrides.'),
  after: DecisionAfter.describe('Decision of the version, or why it does not cover the subject.'),
  subjects: z.int(),
});
export type Change = z.infer<typeof Change>;

const SubjectProblem = z.object({ subjectId: z.uuid(), code: z.string(), detail: z.string() });
export type SubjectProblem = z.infer<typeof SubjectProblem>;

/** What every member of the organization can read about the job, and the history. */
export const RolloutInput = z.object({
  policyKey: z.string(),
  policyVersionId: z.uuid(),
  version: z.int(),
  from: z.uuid(),
  fromVersion: z.int(),
  limit: z.int().nullable(),
  dryRun: z.boolean(),
});
export type RolloutInput = z.infer<typeof RolloutInput>;

/** How far a roll-out is. The subjects of a step are stored before it begins, so that one that runs again has the same. */
export const RolloutState = z.object({
  /** Behind which position of the list of subjects the next step begins. */
  offset: z.number(),
  /** The subjects of the step, and where the step after it begins; null between steps. */
  chunk: z.object({ subjectIds: z.array(z.uuid()), nextOffset: z.number().nullable() }).nullable(),
  replaced: z.int(),
  skipped: z.int(),
  problems: z.array(SubjectProblem),
  changes: z.array(Change),
});
export type RolloutState = z.infer<typeof RolloutState>;

export const Rollout = z
  .object({
    ...jobShape,
    ...RolloutInput.shape,
    policyVersionId: z.uuid().describe('The version that monitors the subjects afterwards.'),
    version: z.int().describe('The number of this version.'),
    fromVersion: z.int().describe('The number of the replaced version.'),
    replaced: z.int().describe('Subjects that the version monitors now. In a dry run, those it would monitor.'),
    skipped: z.int().describe('Subjects whose monitoring is paused, or was changed meanwhile.'),
    problems: z.array(SubjectProblem).describe(`The first ${ROLLOUT_PROBLEMS} subjects that could not be processed.`),
    changes: z
      .array(Change)
      .nullable()
      .describe('Of a dry run: how many subjects have which decision before and after. Null otherwise.'),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.infer<typeof Rollout>;

export function presentRollout(job: StoredJob, now: Date): Rollout {
  const input = RolloutInput.parse(job.input);
  const state = job.state === null ? undefined : RolloutState.parse(job.state);
  return {
    ...presentProgress(job, now),
    ...input,
    replaced: state?.replaced ?? 0,
    skipped: state?.skipped ?? 0,
    problems: state?.problems ?? [],
    changes: input.dryRun ? (state?.changes ?? []) : null,
  };
}

/** The matrix with one more subject. */
export function counted(changes: readonly Change[], one: Omit<Change, 'subjects'>): Change[] {
  const isSame = ({ before, after }: Change) => before === one.before && after === one.after;
  return changes.some(isSame)
    ? changes.map((change) => (isSame(change) ? { ...change, subjects: change.subjects + 1 } : change))
    : [...changes, { ...one, subjects: 1 }];
}
