import { ifThenElse } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { OverrideReason } from './override.ts';

/** A person's decision on one attempt. Other attempts do not inherit it. */
export const VerificationDecision = z.enum(['approved', 'rejected', 'revoked']);
export type VerificationDecision = z.infer<typeof VerificationDecision>;

/** Allowed transitions. Nothing follows a revocation: it restores no earlier approval. */
const NEXT: Record<VerificationDecision | 'none', readonly VerificationDecision[]> = {
  none: ['approved', 'rejected'],
  approved: ['revoked'],
  rejected: [],
  revoked: [],
};

export interface DecidedAttempt {
  isCompleted: boolean;
  isLatest: boolean;
  decision: VerificationDecision | null;
}

/** Returns why this decision is not possible, or undefined if it is. */
export function decisionFault(
  { isCompleted, isLatest, decision }: DecidedAttempt,
  next: VerificationDecision,
): { code: string; message: string } | undefined {
  const isPossible = NEXT[decision ?? 'none'].includes(next);
  if (next === 'revoked')
    return isPossible ? undefined : { code: 'run_not_approved', message: 'Only an approved attempt can be revoked.' };
  if (!isCompleted) return { code: 'run_not_completed', message: 'Some steps of the attempt have no result yet.' };
  if (!isPossible) return { code: 'already_decided', message: `The attempt is already ${decision}.` };
  if (!isLatest) return { code: 'newer_attempt', message: 'The workflow has a newer attempt.' };
  return undefined;
}

/** As many as a workflow can have. */
const ACCEPTED_STEPS = 20;

export const NewVerificationDecision = z
  .strictObject({
    sessionWorkflowId: RecordId,
    workflowRunId: RecordId,
    decision: VerificationDecision,
    reason: OverrideReason,
    acceptFailedSteps: distinct(z.array(DefinitionKey).max(ACCEPTED_STEPS))
      .optional()
      .describe(
        'For an approval of an attempt with failed steps: exactly these steps. The `reason` says why they are accepted.',
      ),
  })
  .refine(({ decision, acceptFailedSteps = [] }) => decision === 'approved' || acceptFailedSteps.length === 0, {
    message: 'must be empty unless the attempt is approved',
    path: ['acceptFailedSteps'],
  })
  .meta({
    ...ifThenElse(
      { properties: { decision: { const: 'approved' } } },
      {},
      { properties: { acceptFailedSteps: { maxItems: 0 } } },
    ),
    id: 'NewVerificationDecision',
    examples: [
      {
        sessionWorkflowId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
        workflowRunId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
        decision: 'approved',
        reason: 'The portrait is that of the document.',
      },
    ],
  });

export const VerificationDecisionRecord = recordOf(
  'verification-decisions',
  z.object({
    subjectId: z.uuid(),
    sessionWorkflowId: z.uuid(),
    workflowRunId: z.uuid(),
    workflowId: z.uuid(),
    workflowRevision: z.int(),
    decision: VerificationDecision,
    reason: z.string(),
    acceptedFailedSteps: z.array(z.string()).default([]).describe('Failed steps that the approval accepted.'),
    decidedBy: z.string(),
    decidedAt: Timestamp,
  }),
).meta({ id: 'VerificationDecision' });
export type VerificationDecisionRecord = z.infer<typeof VerificationDecisionRecord>;
