import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { notBlank, pageOf, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { EXTERNAL_ID_CHARACTERS, LABEL_CHARACTERS, PINNED_POLICIES } from './limits.ts';
import { SubjectKind, SummarizedAssessment } from './subject.ts';

/**
 * Group of subjects of one journey, such as an application. It assigns no policy and does not limit
 * which evidence is used.
 */
export const NewContext = z
  .strictObject({
    kind: DefinitionKey,
    externalId: notBlank(text(EXTERNAL_ID_CHARACTERS)),
    label: text(LABEL_CHARACTERS).nullish(),
  })
  .meta({ id: 'NewContext', examples: [{ kind: 'application', externalId: 'app-2026-0815' }] });

export const ContextRecord = recordOf(
  'contexts',
  z.object({
    kind: z.string(),
    externalId: z.string(),
    label: z.string().nullable(),
    createdAt: Timestamp,
  }),
).meta({ id: 'Context' });

export const NewMembership = z.strictObject({ subjectId: RecordId, role: DefinitionKey.nullish() }).meta({
  id: 'NewMembership',
  examples: [{ subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00', role: 'applicant' }],
});

export const MembershipRecord = recordOf(
  'context-memberships',
  z.object({
    contextId: z.uuid(),
    subjectId: z.uuid(),
    role: z.string().nullable(),
    createdAt: Timestamp,
  }),
).meta({ id: 'Membership' });
export type MembershipRecord = z.infer<typeof MembershipRecord>;

export const MembershipPage = pageOf(MembershipRecord).meta({ id: 'MembershipPage' });

export const MemberDecisionsQuery = z.strictObject({
  offset: Offset,
  policies: z
    .enum(['all', 'pinned'])
    .default('all')
    .meta({ default: 'all', description: '`pinned`: only policies with a version that is pinned to the context.' }),
});

/** A subject of a context with what policies decide about it now. */
const MemberDecisions = z
  .object({
    subjectId: z.uuid(),
    kind: SubjectKind,
    externalId: z.string(),
    role: z.string().nullable(),
    decisions: z
      .array(
        SummarizedAssessment.omit({ id: true }).extend({
          assessmentId: z.uuid(),
          policyVersionId: z.uuid().nullable().describe('Null for assessments of earlier releases.'),
        }),
      )
      .describe('The latest assessment by each policy: the worst effective decision first, then the highest score.'),
    unassessed: z.array(z.string()).describe('Keys of pinned policies that have not assessed the subject.'),
  })
  .meta({
    id: 'MemberDecisions',
    examples: [
      {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        kind: 'person',
        externalId: 'customer-4711',
        role: 'ubo',
        decisions: [
          {
            policyKey: 'onboarding',
            score: 40,
            band: 'high',
            decision: 'review',
            effectiveDecision: 'review',
            evaluatedAt: '2026-03-14T09:26:53.589Z',
            assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
            policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
          },
        ],
        unassessed: ['sanctions'],
      },
    ],
  });
export type MemberDecisions = z.infer<typeof MemberDecisions>;

export const MemberDecisionsPage = pageOf(MemberDecisions);

const PolicyVersionIds = distinct(z.array(RecordId).max(PINNED_POLICIES));

export const NewPins = z.strictObject({ expectedRevision: z.int().min(0), policyVersionIds: PolicyVersionIds }).meta({
  id: 'NewPins',
  examples: [{ expectedRevision: 0, policyVersionIds: ['019ced2c-4000-7000-8000-5d3c2b1a0f00'] }],
});

export const Pins = z
  .object({
    contextId: z.uuid(),
    revision: z.int().describe('0 before anything was pinned.'),
    policyVersionIds: z.array(z.uuid()),
  })
  .meta({
    id: 'Pins',
    examples: [
      {
        contextId: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
        revision: 1,
        policyVersionIds: ['019ced2c-4000-7000-8000-5d3c2b1a0f00'],
      },
    ],
  });
export type Pins = z.infer<typeof Pins>;

export const NewSelection = z
  .strictObject({
    contextId: RecordId.optional().describe('The context whose pinned versions are the candidates.'),
    policyVersionIds: PolicyVersionIds.min(1)
      .optional()
      .describe('The candidates. With `contextId`, a selection of its pinned versions.'),
  })
  .refine(({ contextId, policyVersionIds }) => contextId !== undefined || policyVersionIds, {
    message: 'a contextId or policyVersionIds',
    path: ['contextId'],
  })
  .meta({
    minProperties: 1,
    description: 'Provide `contextId`, `policyVersionIds` or both.',
    id: 'NewPolicySelection',
    examples: [{ contextId: '019ced2c-6000-7000-8000-5d3c2b1a0f00' }],
  });

export const SelectionRecord = recordOf(
  'policy-selections',
  z.object({
    subjectId: z.uuid(),
    contextId: z.uuid().nullable(),
    evidenceRevision: z.int(),
    candidates: z.array(
      z.object({
        policyVersionId: z.uuid(),
        policyKey: z.string(),
        result: z.enum(['applicable', 'not_matched', 'unknown']),
        reasons: z.array(z.object({ code: z.string(), key: z.string().nullable(), message: z.string() })),
      }),
    ),
    createdAt: Timestamp,
  }),
).meta({ id: 'PolicySelection' });
