import * as z from 'zod';
import { EvidenceRecord, StepType } from '#shared/risk/contract.ts';
import { CheckRecord } from './check.ts';
import { WorkflowRunRecord } from './run.ts';
import { SessionRecord } from './session.ts';

/** What a workflow currently states about a subject. */
const SubjectAttempt = z.object({
  workflow: z.object({
    id: z.uuid(),
    key: z.string(),
    revision: z.int(),
    steps: z.array(z.object({ key: z.string(), type: StepType })).describe('In order.'),
  }),
  session: SessionRecord,
  run: WorkflowRunRecord,
  checks: z.array(CheckRecord).describe('Checks of the session.'),
  evidence: z
    .array(EvidenceRecord)
    .describe('Current evidence of the subject from the sources of this attempt, including its screenings.'),
  earlier: z
    .array(z.object({ session: SessionRecord, run: WorkflowRunRecord }))
    .optional()
    .describe(
      'Earlier sessions of the workflow with their latest attempt, newest first: at most five. They are no evidence any ' +
        'more. Absent if there is none.',
    ),
  known: z
    .array(EvidenceRecord)
    .optional()
    .describe(
      'Available evidence of the subject from other sources about the facts that the workflow reports, for comparison. ' +
        'Absent if there is none.',
    ),
});
export type SubjectAttempt = z.infer<typeof SubjectAttempt>;

export const SubjectAttempts = z.object({ items: z.array(SubjectAttempt) }).meta({ id: 'SubjectAttempts' });
