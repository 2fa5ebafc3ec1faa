import { ifThenElse } from '@assay/foundation';
import {
  Applicability,
  DefinitionKey,
  EvidenceStatus,
  FactValue,
  PolicyDefinition,
  PolicyEvaluation,
} from '@assay/policy-engine';
import * as z from 'zod';
import { describedBy } from '#shared/platform/http/described-by.ts';
import { distinctBy } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { SCENARIOS } from './limits.ts';
import { canonicalSource } from './listed-sources.ts';

/** A version of a policy. Its definition is immutable; publishing only allows its use, and retiring ends it. */
const DEFINITION_EXAMPLE = {
  inputs: [
    {
      key: 'email.age_days',
      type: 'number' as const,
      acceptedSources: ['registered:019ced2c-2000-7000-8000-5d3c2b1a0f00'],
      maxAgeSeconds: 86_400,
    },
  ],
  factors: [
    {
      key: 'email_age',
      label: 'Age of the e-mail address',
      match: 'first' as const,
      weight: 1,
      defaultPoints: 0,
      cases: [{ all: [{ input: 'email.age_days', operator: 'lt' as const, value: 30 }], points: 40 }],
    },
  ],
  aggregation: 'sum' as const,
  floor: 0,
  ceiling: 100,
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none' as const, actions: [] } },
    { id: 'high', from: 40, effect: { decision: 'review' as const, actions: ['manual_review'] } },
  ],
  missingEvidence: 'review' as const,
  reviewAfterSeconds: 2_592_000,
};

/**
 * The policy engine validates the definition and reports every error, so this schema accepts any
 * object.
 */
const AnyDefinition = describedBy(PolicyDefinition, z.record(z.string(), z.unknown()));

/** Accepts any object, because the endpoint reports what is wrong with it. */
export const PolicyToValidate = z
  .strictObject({
    key: DefinitionKey,
    definition: z
      .record(z.string(), z.unknown())
      .describe('A `PolicyDefinition`. All errors are reported in `errors`.'),
  })
  .meta({
    id: 'PolicyToValidate',
    examples: [{ key: 'onboarding', definition: DEFINITION_EXAMPLE }],
  });

export const NewPolicy = z
  .strictObject({ key: DefinitionKey, definition: AnyDefinition })
  .meta({ id: 'NewPolicy', examples: [{ key: 'onboarding', definition: DEFINITION_EXAMPLE }] });

export const PolicyStatus = z.enum(['draft', 'published']);
export type PolicyStatus = z.infer<typeof PolicyStatus>;

export const Policy = z.object({
  key: z.string(),
  version: z.int(),
  status: PolicyStatus,
  definition: PolicyDefinition,
  createdAt: Timestamp,
  publishedAt: Timestamp.nullable(),
  retiredAt: Timestamp.optional().describe('Present if no new assessment or monitoring can use the version.'),
  retiredBy: z.string().optional(),
  retirementReason: z.string().optional(),
});
export type Policy = z.infer<typeof Policy>;

export const PolicyRecord = recordOf('policies', Policy).meta({
  id: 'Policy',
  examples: [
    {
      id: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
      resource: 'policies',
      data: {
        key: 'onboarding',
        version: 1,
        status: 'draft',
        definition: PolicyDefinition.parse(DEFINITION_EXAMPLE),
        createdAt: '2026-03-14T09:26:53.589Z',
        publishedAt: null,
      },
    },
  ],
});
export type PolicyRecord = z.infer<typeof PolicyRecord>;

export const PolicyValidation = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    normalized: PolicyDefinition.nullable(),
  })
  .meta({ id: 'PolicyValidation', examples: [{ valid: true, errors: [], normalized: null }] });

const Statement = z.strictObject({
  fact: DefinitionKey,
  source: z.string().min(1).max(300),
  status: EvidenceStatus,
  value: FactValue.nullish(),
  observedAt: Instant,
  expiresAt: Instant.nullish(),
});

const Scenario = z.strictObject({
  name: z.string().min(1).max(200),
  evaluatedAt: Instant.optional(),
  evidence: distinctBy(
    z.array(Statement).max(1_000),
    ({ fact, source }) => `${fact} ${canonicalSource(source)}`,
    'must not repeat a fact of a source',
  ).describe('One receipt per fact and source.'),
});

export const Simulation = z
  .strictObject({
    definition: AnyDefinition.optional(),
    policyVersionId: RecordId.optional(),
    scenarios: z.array(Scenario).min(1).max(SCENARIOS),
  })
  .refine(({ definition, policyVersionId }) => !definition !== !policyVersionId, {
    message: 'either a definition or a policyVersionId, not both',
    path: ['definition'],
  })
  .meta({
    ...ifThenElse(
      { required: ['definition'] },
      { properties: { policyVersionId: false } },
      { required: ['policyVersionId'] },
    ),
    description: 'Provide either `definition` or `policyVersionId`.',
    id: 'Simulation',
    examples: [
      {
        definition: DEFINITION_EXAMPLE,
        scenarios: [
          {
            name: 'a new address',
            evidence: [
              {
                fact: 'email.age_days',
                source: 'registered:019ced2c-2000-7000-8000-5d3c2b1a0f00',
                status: 'available',
                value: 3,
                observedAt: '2026-03-14T09:00:00Z',
              },
            ],
          },
        ],
      },
    ],
  });

export const SimulationResult = z
  .object({
    results: z.array(
      z.object({
        name: z.string(),
        applicability: Applicability.describe('Whether the policy covers the subject of the scenario.'),
        evaluation: PolicyEvaluation.nullable().describe(
          'Null unless `applicability.status` is `applicable`: an assessment would be refused.',
        ),
      }),
    ),
  })
  .meta({ id: 'SimulationResult' });

export const PolicyFormat = z
  .object({
    formatVersion: z.int(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'PolicyFormat' });
