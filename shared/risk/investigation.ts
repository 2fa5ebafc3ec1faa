import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { Finding } from './analyst/finding.ts';
import type { Snapshot } from './analyst/snapshot.ts';
import { ASSESSMENTS_PER_INVESTIGATION, QUESTION_CHARACTERS } from './limits.ts';

/** A question about a subject, processed in the background on a snapshot of its records. */
const Assistance = z.enum(['none', 'ai']);

export const NewInvestigation = z
  .strictObject({
    question: prose(QUESTION_CHARACTERS),
    assessmentIds: distinct(z.array(RecordId).max(ASSESSMENTS_PER_INVESTIGATION))
      .default([])
      .describe('Further assessments of this subject to include, beside the latest of each policy key.'),
    assistance: Assistance.default('none').describe(
      '`none`: documented rules only. `ai`: a language model; requires the owner’s consent.',
    ),
  })
  .meta({
    id: 'NewInvestigation',
    examples: [{ question: 'Why did the score rise last week?', assistance: 'none' }],
  });

const InvestigationStatus = z.enum(['queued', 'running', 'completed', 'failed']);

const INVESTIGATION_ERRORS = [
  'consent_withdrawn',
  'ai_unavailable',
  'ai_refused',
  'invalid_answer',
  'uncited_finding',
  'attempts_exhausted',
  'spending_limit',
] as const;
export type InvestigationError = (typeof INVESTIGATION_ERRORS)[number];

export const SnapshotSummary = z.object({
  takenAt: Timestamp,
  evidenceRevision: z.int(),
  evidence: z.int().describe('Number of receipts.'),
  assessments: z.int(),
  overrides: z.int(),
  actions: z.int().describe('Number of open actions, the latest 200 at most.'),
  events: z.int().describe('Number of events, the latest 200 at most.'),
  truncated: z.boolean().describe('Whether records were left out for lack of space.'),
  leftOut: z.object({ evidence: z.int(), assessments: z.int(), events: z.int() }),
});
export type SnapshotSummary = z.infer<typeof SnapshotSummary>;

export const Investigation = z.object({
  subjectId: z.uuid(),
  question: z.string(),
  assistance: Assistance,
  assessmentIds: z.array(z.uuid()),
  status: InvestigationStatus,
  requestedBy: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  snapshot: SnapshotSummary.describe('The records that were examined. Later changes do not alter it.'),
  findings: z.array(Finding),
  summary: z.string().nullable(),
  errorCode: z.enum(INVESTIGATION_ERRORS).nullable().describe('Why the investigation failed.'),
});
export type Investigation = z.infer<typeof Investigation>;

const EXAMPLE_SUBJECT = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00';

export const InvestigationRecord = recordOf('investigations', Investigation).meta({
  id: 'Investigation',
  examples: [
    {
      id: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
      resource: 'investigations',
      data: {
        subjectId: EXAMPLE_SUBJECT,
        question: 'Why did the score rise last week?',
        assistance: 'none',
        assessmentIds: [],
        status: 'completed',
        requestedBy: 'user:4b7e2f0c-9d1a-4c3e-8f5b-2a6d7c8e9f00',
        createdAt: '2026-03-14T09:26:53.589Z',
        startedAt: '2026-03-14T09:26:54.012Z',
        finishedAt: '2026-03-14T09:26:54.230Z',
        snapshot: {
          takenAt: '2026-03-14T09:26:53.589Z',
          evidenceRevision: 2,
          evidence: 2,
          assessments: 0,
          overrides: 0,
          actions: 0,
          events: 3,
          truncated: false,
          leftOut: { evidence: 0, assessments: 0, events: 0 },
        },
        findings: [
          {
            key: 'contradiction:email.age_days',
            statement: '2 sources state 2 different values of email.age_days.',
            evidenceIds: ['019ced2c-3000-7000-8000-5d3c2b1a0f00', '019ced2c-3001-7000-8000-5d3c2b1a0f00'],
            eventIds: [],
            confidence: 'high',
          },
        ],
        summary: 'Findings: 1.',
        errorCode: null,
      },
    },
  ],
});
export type InvestigationRecord = z.infer<typeof InvestigationRecord>;

export const OUT_OF_DATE = ['newer_evidence', 'newer_assessment', 'newer_events'] as const;

export const InvestigationState = z
  .object({
    investigationId: z.uuid(),
    status: InvestigationStatus,
    outOfDate: z.boolean(),
    reasons: z.array(z.enum(OUT_OF_DATE)).describe('Changes since the snapshot.'),
    snapshotTakenAt: Timestamp,
    evidenceRevision: z.int(),
  })
  .meta({
    id: 'InvestigationState',
    examples: [
      {
        investigationId: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        status: 'completed',
        outOfDate: true,
        reasons: ['newer_events'],
        snapshotTakenAt: '2026-03-14T09:26:53.589Z',
        evidenceRevision: 2,
      },
    ],
  });

/**
 * Events about investigations are not part of snapshots and do not make an investigation outdated.
 */
export const isAboutInvestigations = (type: string) => type.startsWith('risk.investigation');

export function snapshotSummary(snapshot: Snapshot): SnapshotSummary {
  const { takenAt, evidenceRevision, leftOut } = snapshot;
  const { receipts, assessments, events } = leftOut;
  return {
    takenAt,
    evidenceRevision,
    evidence: snapshot.receipts.length,
    assessments: snapshot.assessments.length,
    overrides: snapshot.overrides.length,
    actions: snapshot.actions.length,
    events: snapshot.events.length,
    truncated: receipts + assessments + events > 0,
    leftOut: { evidence: receipts, assessments, events },
  };
}
