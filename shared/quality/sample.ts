import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { Offset } from '#shared/platform/http/offset.ts';
import { pageOf, prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { Assessment } from '#shared/risk/contract.ts';
import { BlindMatch } from '#shared/screening/contract.ts';
import { REASON_CHARACTERS } from './limits.ts';
import { Stream } from './plan.ts';

/** A decision that was drawn for a second one. */
const SampleStatus = z.enum(['open', 'claimed', 'reviewed']);
type SampleStatus = z.infer<typeof SampleStatus>;

/** What can be decided in each stream; the first decision was one of these. */
export const DECISIONS_OF = {
  'matches.false_positive': ['false_positive', 'confirmed'],
  overrides: DECISIONS,
  'actions.completed': ['completed', 'cancelled'],
} as const satisfies Record<Stream, readonly string[]>;

const SampleDecision = z
  .enum(['false_positive', 'confirmed', ...DECISIONS, 'completed', 'cancelled'])
  .describe(
    'Of a match `false_positive` or `confirmed`; of an override the decision that should apply; of an action `completed` or `cancelled`.',
  );

const About = z.union([
  z.object({ matchId: z.uuid(), runId: z.uuid() }),
  z.object({ overrideId: z.uuid(), assessmentId: z.uuid() }),
  z.object({ actionId: z.uuid() }),
]);

const First = z.object({
  eventId: z.uuid().describe('The event of the decision in the history.'),
  decision: z.string(),
  reason: z.string().nullable(),
  decidedBy: z.string(),
  proposedBy: z.string().nullable(),
  decidedAt: Timestamp,
  subjectId: z.uuid().nullable(),
  about: About,
  control: z
    .boolean()
    .describe('Whether it was decided otherwise than the stream says. Controls do not count in the error rate.'),
});

const FollowUp = z
  .object({
    kind: z.enum(['none', 'new_decision', 'request']),
    requestId: z.uuid().nullable(),
  })
  .describe(
    'What a disagreement led to. `new_decision`: the match waits for a new decision. `request`: owners and admins have an open ' +
      'request about the subject. `none`: both agree, the match was decided otherwise since, or the subject has too many open requests.',
  );

const Review = z.object({
  decision: z.string(),
  reason: z.string(),
  reviewedBy: z.string(),
  reviewedAt: Timestamp,
  agrees: z.boolean(),
  followUp: FollowUp,
});

const Claim = z.object({ by: z.string(), at: Timestamp, until: Timestamp });

export const StoredSample = z.object({
  id: z.uuid(),
  revision: z.number(),
  stream: Stream,
  blind: z.boolean(),
  planVersion: z.number(),
  treeSize: z.number(),
  drawnAt: z.string(),
  first: First,
  claim: Claim.nullable(),
  /** Who has claimed it before and can have read the decision since. */
  former: z.array(z.string()),
  review: Review.nullable(),
});
export type StoredSample = z.infer<typeof StoredSample>;

const AssessmentEvidence = z
  .object({
    assessment: Assessment.pick({
      policyKey: true,
      trigger: true,
      evaluatedAt: true,
      evidence: true,
      outcome: true,
      score: true,
      band: true,
      decision: true,
      factors: true,
      rules: true,
      reasons: true,
    }).extend({ id: z.uuid() }),
    action: z.object({ name: z.string(), createdAt: Timestamp }).nullable().describe('Of a sample about an action.'),
    subject: z.object({ id: z.uuid(), kind: z.string(), externalId: z.string() }),
  })
  .meta({ id: 'BlindAssessment' });

export const Evidence = z.union([BlindMatch, AssessmentEvidence]);
export type Evidence = z.infer<typeof Evidence>;

const Sample = z.object({
  stream: Stream,
  status: SampleStatus,
  blind: z.boolean(),
  planVersion: z.int(),
  drawnAt: Timestamp,
  treeSize: z.int().describe('Of the root of the audit log whose seed drew it.'),
  claim: Claim.nullable().describe('Who reviews it. A claim that has ended is null.'),
  first: First.nullable().describe('The first decision. Null while the sample is blind and not reviewed.'),
  review: Review.nullable(),
});

export const SampleRecord = recordOf('quality-samples', Sample).meta({ id: 'QualitySample' });
export type SampleRecord = z.infer<typeof SampleRecord>;

export const SampleDetail = SampleRecord.extend({
  decisions: z.array(z.string()).describe('What a review can decide.'),
  evidence: Evidence.nullable().describe(
    'What the decision was made from, without decisions, notes and proposals. For the person who has claimed the sample, and for ' +
      'everyone once it is reviewed or if it is not blind. Null as well if the records were erased.',
  ),
}).meta({ id: 'QualitySampleDetail' });
export type SampleDetail = z.infer<typeof SampleDetail>;

export const SamplePage = pageOf(SampleRecord).meta({ id: 'QualitySamples' });

export const SampleQuery = z.strictObject({
  status: SampleStatus.default('open').describe('A claim that has ended makes a sample claimable, not open.'),
  stream: Stream.optional(),
  offset: Offset,
});

export const NewReview = z
  .strictObject({ decision: SampleDecision, reason: prose(REASON_CHARACTERS) })
  .meta({ id: 'NewQualityReview', examples: [{ decision: 'confirmed', reason: 'Same passport number.' }] });
export type NewReview = z.infer<typeof NewReview>;

export const claimOf = ({ claim }: StoredSample, now: Date) =>
  claim && Date.parse(claim.until) > now.getTime() ? claim : null;

const statusOf = (sample: StoredSample, now: Date): SampleStatus => {
  if (sample.review) return 'reviewed';
  return claimOf(sample, now) ? 'claimed' : 'open';
};

/** Whether everyone may know the first decision from the sample. */
export const isTold = ({ blind, review }: StoredSample) => !blind || review !== null;

export function presentSample(sample: StoredSample, now: Date): SampleRecord {
  const { id, stream, blind, planVersion, drawnAt, treeSize, first, review } = sample;
  return {
    id,
    resource: 'quality-samples',
    data: {
      stream,
      status: statusOf(sample, now),
      blind,
      planVersion,
      drawnAt,
      treeSize,
      claim: review ? null : claimOf(sample, now),
      first: isTold(sample) ? first : null,
      review,
    },
  };
}
