import * as z from 'zod';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { Finding } from './analyst/finding.ts';
import { OverrideReason } from './override.ts';

/** A person's review of a finding. It is immutable and changes no decision. */
const ReviewVerdict = z.enum(['supported', 'unsupported', 'inconclusive']);

export const NewInvestigationReview = z
  .strictObject({ finding: Finding.shape.key, verdict: ReviewVerdict, reason: OverrideReason })
  .meta({
    id: 'NewInvestigationReview',
    examples: [
      {
        finding: 'contradiction:email.age_days',
        verdict: 'supported',
        reason: 'Both sources confirmed what they stated.',
      },
    ],
  });

const InvestigationReview = z.object({
  investigationId: z.uuid(),
  subjectId: z.uuid(),
  finding: z.string().describe('The key of the finding.'),
  verdict: ReviewVerdict,
  reason: z.string(),
  reviewedBy: z.string(),
  reviewedAt: Timestamp,
});

export const InvestigationReviewRecord = recordOf('investigation-reviews', InvestigationReview).meta({
  id: 'InvestigationReview',
  examples: [
    {
      id: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
      resource: 'investigation-reviews',
      data: {
        investigationId: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        finding: 'contradiction:email.age_days',
        verdict: 'supported',
        reason: 'Both sources confirmed what they stated.',
        reviewedBy: 'user:4b7e2f0c-9d1a-4c3e-8f5b-2a6d7c8e9f00',
        reviewedAt: '2026-03-14T10:02:11.004Z',
      },
    },
  ],
});
export type InvestigationReviewRecord = z.infer<typeof InvestigationReviewRecord>;
