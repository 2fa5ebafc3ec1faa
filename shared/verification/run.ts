import { ifThenElse } from '@assay/foundation';
import { DefinitionKey, FactValue, isOfType } from '@assay/policy-engine';
import * as z from 'zod';
import { Instant, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { VerificationDecision } from '#shared/risk/contract.ts';
import type { Step } from './workflow.ts';

/** One attempt of a workflow: the result of each step, and the decisions on it. */
export const WorkflowRunStatus = z
  .enum(['in_progress', 'completed', 'superseded'])
  .describe('`superseded` if a newer attempt of the session began before every step had a result.');

/** Whether every step of a completed attempt succeeded. */
export const RunOutcome = z.enum(['passed', 'failed']);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const Outcome = RunOutcome.optional().describe(
  'Of a completed attempt: `failed` if one of its steps failed, otherwise `passed`. Absent for attempts that are in ' +
    'progress, and for those that were completed before this property existed.',
);

export const Outputs = z.record(DefinitionKey, FactValue);
export type Outputs = z.infer<typeof Outputs>;

const StepStatus = z.enum(['completed', 'failed']);

export const StepReport = z
  .strictObject({
    status: StepStatus,
    outputs: Outputs.default({}).describe('Outputs with the declared types. Not allowed for a failed step.'),
    observedAt: Instant.describe('Time of the step. Must not be in the future.'),
  })
  .refine(({ status, outputs }) => status === 'completed' || Object.keys(outputs).length === 0, {
    message: 'must be empty where the step failed',
    path: ['outputs'],
  })
  .meta({
    ...ifThenElse({ properties: { status: { const: 'failed' } } }, { properties: { outputs: { maxProperties: 0 } } }),
    id: 'StepReport',
    examples: [
      {
        status: 'completed',
        outputs: { birth_date: '1990-05-17' },
        observedAt: '2026-03-14T09:20:00Z',
      },
    ],
  });
export type StepReport = z.infer<typeof StepReport>;

const StepResult = z.object({
  status: StepStatus,
  observedAt: Timestamp,
  reportedAt: Timestamp,
  outputs: Outputs.optional().describe(
    'Present only when a single attempt is read, by an owner, an admin or an API key.',
  ),
});

export const WorkflowRun = z.object({
  sessionId: z.uuid(),
  workflowRunId: z.uuid().describe('Reference for verification decisions on this attempt.'),
  number: z.int().describe('Attempt number within the session, starting at 1.'),
  status: WorkflowRunStatus,
  outcome: Outcome,
  steps: z.record(z.string(), StepResult).describe('By step key.'),
  createdAt: Timestamp,
  completedAt: Timestamp.nullable(),
  decision: VerificationDecision.nullable().describe('The latest decision.'),
  decisions: z.array(
    z.object({
      id: z.uuid(),
      decision: VerificationDecision,
      decidedBy: z.string(),
      decidedAt: Timestamp,
      acceptedFailedSteps: z.array(z.string()).default([]).describe('Failed steps that the approval accepted.'),
    }),
  ),
});
export type WorkflowRun = z.infer<typeof WorkflowRun>;

export const WorkflowRunRecord = recordOf('runs', WorkflowRun).meta({
  id: 'Run',
  examples: [
    {
      id: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
      resource: 'runs',
      data: {
        sessionId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
        workflowRunId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
        number: 1,
        status: 'in_progress',
        steps: {
          document: {
            status: 'completed',
            observedAt: '2026-03-14T09:20:00.000Z',
            reportedAt: '2026-03-14T09:26:53.589Z',
          },
        },
        createdAt: '2026-03-14T09:26:53.589Z',
        completedAt: null,
        decision: null,
        decisions: [],
      },
    },
  ],
});
export type WorkflowRunRecord = z.infer<typeof WorkflowRunRecord>;

/** All reasons why a report is invalid for the step. */
export function reportFaults(
  { outputs, observedAt }: StepReport,
  { outputs: declared }: Pick<Step, 'outputs'>,
  now: Date,
): { code: string; path: string; message: string }[] {
  const faults = Object.entries(outputs).flatMap(([key, value]) => {
    const path = `outputs.${key}`;
    const output = declared.find((one) => one.key === key);
    if (!output) return [{ code: 'undeclared_output', path, message: 'is not an output of this step' }];
    const type = { type: output.type, itemType: output.itemType ?? null };
    if (isOfType(value, type)) return [];
    return [{ code: 'wrong_type', path, message: `must be a ${output.type}` }];
  });
  if (Date.parse(observedAt) <= now.getTime()) return faults;
  return [...faults, { code: 'observed_in_future', path: 'observedAt', message: 'must not be in the future' }];
}

/** An attempt that ends because a newer one has begun. Undefined if it has ended already. */
export const supersededRun = (run: WorkflowRunRecord): WorkflowRunRecord | undefined =>
  run.data.status === 'in_progress' ? { ...run, data: { ...run.data, status: 'superseded' } } : undefined;

/** Of an attempt whose steps all have results. */
export const outcomeOf = ({ steps }: Pick<WorkflowRun, 'steps'>): RunOutcome =>
  Object.values(steps).some(({ status }) => status === 'failed') ? 'failed' : 'passed';

/** Own properties only, because a step can be called `constructor`. */
export const resultOf = ({ steps }: Pick<WorkflowRun, 'steps'>, stepKey: string) =>
  Object.hasOwn(steps, stepKey) ? steps[stepKey] : undefined;
