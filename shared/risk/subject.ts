import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { notBlank, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { EXTERNAL_ID_CHARACTERS } from './limits.ts';

/**
 * What risk is assessed for. It exists independently of verification sessions and stores no name.
 */
export const SubjectKind = z.enum(['person', 'business', 'account', 'transaction']);

export const NewSubject = z
  .strictObject({
    kind: SubjectKind,
    externalId: notBlank(text(EXTERNAL_ID_CHARACTERS)).describe(
      'Your own id, unique per kind. Must not contain a name or identity document number.',
    ),
  })
  .meta({ id: 'NewSubject', examples: [{ kind: 'person', externalId: 'customer-4711' }] });
export type NewSubject = z.infer<typeof NewSubject>;

export const Subject = z.object({
  kind: SubjectKind,
  externalId: z.string(),
  createdAt: Timestamp,
});

export const SubjectRecord = recordOf('subjects', Subject).meta({
  id: 'Subject',
  examples: [
    {
      id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      resource: 'subjects',
      data: {
        kind: 'person',
        externalId: 'customer-4711',
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type SubjectRecord = z.infer<typeof SubjectRecord>;

export const SummarizedAssessment = z.object({
  id: z.uuid(),
  policyKey: z.string(),
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: z.enum([...DECISIONS, 'awaiting_evidence']).describe('Decision of the assessment.'),
  effectiveDecision: z
    .enum([...DECISIONS, 'awaiting_evidence', 'reassessment_required'])
    .describe('As in the state of the assessment: after an override, or `reassessment_required`.'),
  evaluatedAt: Timestamp,
});

/** What a list shows of a subject. */
export const SubjectSummary = z.object({
  assessment: SummarizedAssessment.nullable().describe(
    'Of the latest assessments of all policies the one of the worst effective decision, then of the highest score. One that is ' +
      'not current counts by what it decided.',
  ),
  openActions: z.int().describe('Number of open actions.'),
  assignee: z.uuid().nullable().describe('User id of the assignee.'),
});
export type SubjectSummary = z.infer<typeof SubjectSummary>;

/** A subject in a list with `view=summary`. */
export const SubjectSummaryRecord = SubjectRecord.extend({ summary: SubjectSummary }).meta({
  id: 'SubjectSummary',
  examples: [
    {
      id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      resource: 'subjects',
      data: { kind: 'person', externalId: 'customer-4711', createdAt: '2026-03-14T09:26:53.589Z' },
      summary: {
        assessment: {
          id: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
          policyKey: 'onboarding',
          score: 40,
          band: 'elevated',
          decision: 'review',
          effectiveDecision: 'review',
          evaluatedAt: '2026-03-14T09:26:53.589Z',
        },
        openActions: 1,
        assignee: null,
      },
    },
  ],
});
