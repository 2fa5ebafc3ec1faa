import { ifThenElse } from '@assay/foundation';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { MOST_PER_WEEK, REASON_CHARACTERS } from './limits.ts';

/** Which decisions are drawn for a second decision, and how many. */
export const STREAMS = ['matches.false_positive', 'overrides', 'actions.completed'] as const;
export const Stream = z.enum(STREAMS).meta({
  id: 'QualityStream',
  description:
    '`matches.false_positive`: decisions that a screening match is a false positive. `overrides`: overrides that people created. ' +
    '`actions.completed`: actions that were completed.',
});
export type Stream = z.infer<typeof Stream>;

const settings = {
  streams: distinct(z.array(Stream).max(STREAMS.length)).describe('Empty: nothing is drawn.'),
  percent: z
    .number()
    .min(0.1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Each decision is drawn with this probability. Null with `perAnalystPerWeek`.'),
  perAnalystPerWeek: z
    .int()
    .min(1)
    .max(MOST_PER_WEEK)
    .nullable()
    .default(null)
    .describe(
      'Decisions drawn of each principal, stream and week (Monday to Sunday, UTC), once the week has been sealed. Null with `percent`.',
    ),
  blind: z
    .boolean()
    .describe(
      'Whether reviewers decide without knowing the first decision. A blind plan also draws decisions of the other kind (confirmed ' +
        'matches, cancelled actions) by the same rule, so that a sample does not tell what was decided.',
    ),
};

export const PlanContent = z.object(settings);
export type PlanContent = z.infer<typeof PlanContent>;

type Amount = Pick<PlanContent, 'streams' | 'percent' | 'perAnalystPerWeek'>;

const hasOneAmount = ({ streams, percent, perAnalystPerWeek }: Amount) =>
  percent === null ? perAnalystPerWeek !== null || streams.length === 0 : perAnalystPerWeek === null;

const ONE_AMOUNT = { message: 'Provide either `percent` or `perAnalystPerWeek`.', path: ['percent'] };
/** The same rule in JSON Schema. */
const isNumber = (name: 'percent' | 'perAnalystPerWeek') => ({
  required: [name],
  properties: { [name]: { type: 'number' } },
});
const inSchema = ifThenElse(
  isNumber('percent'),
  { properties: { perAnalystPerWeek: { type: 'null' } } },
  ifThenElse(isNumber('perAnalystPerWeek'), {}, { properties: { streams: { maxItems: 0 } } }),
);

const EXAMPLE = { streams: [...STREAMS], percent: 5, perAnalystPerWeek: null, blind: true };

export const NewPlan = z
  .strictObject({
    ...settings,
    expectedVersion: z.int().min(0).describe('The current `version`; 0 before the first plan.'),
    reason: prose(REASON_CHARACTERS),
    proposalId: RecordId.nullish().describe('The open proposal of another person that the change accepts.'),
  })
  .refine(hasOneAmount, ONE_AMOUNT)
  .meta({
    ...inSchema,
    id: 'NewQualityPlan',
    examples: [{ ...EXAMPLE, expectedVersion: 0, reason: 'Adopted by the board.' }],
  });
export type NewPlan = z.infer<typeof NewPlan>;

export const NewPlanProposal = z
  .strictObject({ ...settings, reason: prose(REASON_CHARACTERS) })
  .refine(hasOneAmount, ONE_AMOUNT)
  .meta({ ...inSchema, id: 'NewQualityPlanProposal', examples: [{ ...EXAMPLE, reason: 'Fewer people in August.' }] });

export const Plan = z
  .object({
    ...settings,
    version: z.int().describe('Increases with every change; 0 before the first plan.'),
    changedAt: Timestamp.nullable(),
    changedBy: z.string().nullable(),
    proposedBy: z.string().nullable(),
  })
  .meta({
    id: 'QualityPlan',
    examples: [
      {
        ...EXAMPLE,
        version: 1,
        changedAt: '2026-03-14T09:26:53.589Z',
        changedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
        proposedBy: null,
      },
    ],
  });
export type Plan = z.infer<typeof Plan>;

export const NO_PLAN: Plan = {
  streams: [],
  percent: null,
  perAnalystPerWeek: null,
  blind: true,
  version: 0,
  changedAt: null,
  changedBy: null,
  proposedBy: null,
};

export const PlanProposal = z
  .object({ ...proposalShape, plan: PlanContent, version: z.int().describe('Of the plan that it would become.') })
  .meta({
    id: 'QualityPlanProposal',
    examples: [{ ...PROPOSAL_EXAMPLE, plan: EXAMPLE, version: 2, reason: 'Fewer people in August.' }],
  });
export type PlanProposal = z.infer<typeof PlanProposal>;
export const PlanProposals = pageOf(PlanProposal).meta({ id: 'QualityPlanProposals' });

export const contentOf = ({ streams, percent, perAnalystPerWeek, blind }: PlanContent): PlanContent => ({
  streams: STREAMS.filter((stream) => streams.includes(stream)),
  percent: streams.length === 0 ? null : percent,
  perAnalystPerWeek: streams.length === 0 ? null : perAnalystPerWeek,
  blind,
});

export const isSamePlan = (one: PlanContent, other: PlanContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/**
 * Whether fewer decisions may be reviewed than before, or a review says less. A share and a number cannot be compared, so a change
 * from one to the other is a weakening.
 */
export function isWeaker(before: PlanContent, after: PlanContent): boolean {
  if (before.streams.length === 0) return false;
  const isAmountLess = (was: number | null, is: number | null) => was !== null && (is === null || is < was);
  return (
    before.streams.some((stream) => !after.streams.includes(stream)) ||
    isAmountLess(before.percent, after.percent) ||
    isAmountLess(before.perAnalystPerWeek, after.perAnalystPerWeek) ||
    (before.blind && !after.blind)
  );
}
