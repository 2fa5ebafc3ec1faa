import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { VerificationDecision } from '#shared/risk/contract.ts';
import { type CheckRecord, CheckStatus } from './check.ts';
import { Outcome, type WorkflowRunRecord, WorkflowRunStatus } from './run.ts';

/**
 * A verification of a person by a workflow, in one or several attempts. Its links are immutable.
 */
export const NewSession = z
  .strictObject({
    workflowId: RecordId,
    riskSubjectId: RecordId.nullish().describe('Subject that receives the results as evidence.'),
    participantKey: DefinitionKey.nullish().describe(
      'Identifies one of several participants. The results then do not become evidence, even if a subject is named.',
    ),
    expiresAt: Instant.optional().describe(
      'From this time on no attempt can be started and no step reported. Must be in the future. By default never.',
    ),
  })
  .meta({
    id: 'NewSession',
    examples: [
      {
        workflowId: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        riskSubjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      },
    ],
  });

export const Session = z.object({
  workflowId: z.uuid(),
  workflowRevision: z.int().describe('The latest revision when the session was created.'),
  sessionWorkflowId: z.uuid().describe('Reference for verification decisions on this session.'),
  riskSubjectId: z.uuid().nullable(),
  participantKey: z.string().nullable(),
  status: z.enum(['created', ...WorkflowRunStatus.options]).describe('Status of the latest attempt.'),
  latestRunId: z.uuid().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.optional().describe('Absent if the session does not expire.'),
  runs: z.array(
    z.object({
      id: z.uuid(),
      number: z.int(),
      status: WorkflowRunStatus,
      outcome: Outcome,
      decision: VerificationDecision.nullable(),
    }),
  ),
  checks: z.array(z.object({ id: z.uuid(), kind: z.string(), status: CheckStatus })),
});
export type Session = z.infer<typeof Session>;

export const SessionRecord = recordOf('sessions', Session).meta({
  id: 'Session',
  examples: [
    {
      id: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
      resource: 'sessions',
      data: {
        workflowId: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        workflowRevision: 1,
        sessionWorkflowId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
        riskSubjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        participantKey: null,
        status: 'created',
        latestRunId: null,
        createdAt: '2026-03-14T09:26:53.589Z',
        runs: [],
        checks: [],
      },
    },
  ],
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const SessionPage = pageOf(SessionRecord).meta({ id: 'SessionPage' });

/** A session with the revision of the workflow that is the latest now. */
export const newSession = (
  workflow: { id: string; data: { revision: number } },
  about: Pick<Session, 'riskSubjectId' | 'participantKey' | 'createdAt' | 'expiresAt'> & { id: string },
): SessionRecord => {
  const { id, ...data } = about;
  return {
    id,
    resource: 'sessions',
    data: {
      workflowId: workflow.id,
      workflowRevision: workflow.data.revision,
      sessionWorkflowId: id,
      ...data,
      status: 'created',
      latestRunId: null,
      runs: [],
      checks: [],
    },
  };
};

/**
 * The subject that receives the results as evidence. Results of a participant are not evidence,
 * because they are about one of several people.
 */
export const evidenceSubjectOf = ({
  riskSubjectId,
  participantKey,
}: Pick<Session, 'riskSubjectId' | 'participantKey'>) => (participantKey === null ? riskSubjectId : null);

/** The session with the new status of a check. */
export function withCheckStatus(session: SessionRecord, { id, data }: CheckRecord): SessionRecord {
  const { kind, status } = data;
  const checks = session.data.checks.map((check) => (check.id === id ? { id, kind, status } : check));
  return { ...session, data: { ...session.data, checks } };
}

/** The session with the new status of an attempt. */
export function withRunStatus(session: SessionRecord, { id, data }: WorkflowRunRecord): SessionRecord {
  const { number, status, outcome, decision } = data;
  const shown = { id, number, status, ...(outcome && { outcome }), decision };
  const runs = session.data.runs.map((run) => (run.id === id ? shown : run));
  const latest = session.data.latestRunId === id ? { status } : {};
  return { ...session, data: { ...session.data, ...latest, runs } };
}
