import { ifThenElse } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { Applicability, DefinitionKey, PolicyDefinition, PolicyEvaluation, Unreached } from '@assay/policy-engine';
import * as z from 'zod';
import { describedBy } from '#shared/platform/http/described-by.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS } from './limits.ts';
import { SCENARIO_EXAMPLE, SimulatedScenarios, StoredScenarios, scenarioVerdict } from './scenario.ts';

/** A version of a policy. Its definition is immutable; publishing only allows its use, and retiring ends it. */
export const DEFINITION_EXAMPLE = {
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
export const AnyDefinition = describedBy(PolicyDefinition, z.record(z.string(), z.unknown()));

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
  .strictObject({
    key: DefinitionKey,
    definition: AnyDefinition,
    note: prose(REASON_CHARACTERS).optional().describe('What the version changes.'),
    scenarios: StoredScenarios.optional().describe(
      'Stored beside the version; `definition` and its evaluation do not have them.',
    ),
  })
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

/** A version with what only its record says: assessments store it as it was evaluated, without these. */
export const PolicyVersion = Policy.extend({
  createdBy: z.string().optional().describe('Absent for versions that are older than this member.'),
  publishedBy: z.string().optional().describe('Absent for drafts, and for versions that are older than this member.'),
  note: z.string().optional().describe('What the version changes, in the words of its author.'),
  hash: z.string().describe('SHA-256 of `definition` as canonical JSON: the same for equal definitions.'),
  inForce: z
    .literal(true)
    .optional()
    .describe(
      'Present for the version that assessments by `policyKey` use, in answers of `GET /risk/policies`, ' +
        '`GET /risk/policies/{id}` and its publication.',
    ),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

export const hashOf = (definition: PolicyDefinition): string => sha256Hex(canonicalJson(definition));

const EXAMPLE_DEFINITION = PolicyDefinition.parse(DEFINITION_EXAMPLE);

export const PolicyRecord = recordOf('policies', PolicyVersion).meta({
  id: 'Policy',
  examples: [
    {
      id: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
      resource: 'policies',
      data: {
        key: 'onboarding',
        version: 1,
        status: 'draft',
        definition: EXAMPLE_DEFINITION,
        createdAt: '2026-03-14T09:26:53.589Z',
        publishedAt: null,
        createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        hash: hashOf(EXAMPLE_DEFINITION),
      },
    },
  ],
});
export type PolicyRecord = z.infer<typeof PolicyRecord>;

export const PolicyValidation = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    warnings: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .describe(
        'Of a valid definition: parts that do nothing, such as a case that an earlier one always hides, or that probably do ' +
          'something else than was meant. They prevent nothing.',
      ),
    normalized: PolicyDefinition.nullable(),
  })
  .meta({
    id: 'PolicyValidation',
    examples: [
      {
        valid: false,
        errors: [{ path: 'rules.0.forceBand', code: 'unknown_band', message: 'The policy has no band `top`.' }],
        warnings: [],
        normalized: null,
      },
    ],
  });

export const Simulation = z
  .strictObject({
    definition: AnyDefinition.optional(),
    policyVersionId: RecordId.optional(),
    scenarios: SimulatedScenarios,
    coverage: z.boolean().optional().describe('Whether the answer has `unreached`.'),
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
        scenarios: [SCENARIO_EXAMPLE],
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
        ...scenarioVerdict,
      }),
    ),
    unreached: Unreached.optional().describe(
      'With `coverage` only: the parts of the policy that no scenario of the request reaches.',
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
