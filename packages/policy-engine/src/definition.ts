import * as z from 'zod';
import * as limits from './limits.ts';
import { CONDITION_RULES, FIRST_BAND_RULE, INPUT_RULES, PUBLISHED_RULES } from './schema-rules.ts';
import { SOURCE_PATTERN } from './source-identity.ts';

/**
 * Schema of policy format version 1. `validate-definition.ts` checks what a schema cannot express.
 */
export const POLICY_FORMAT_VERSION = 1;

export const DefinitionKey = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9_.-]{0,${limits.KEY_CHARACTERS - 1}}$`),
    `Must start with a lowercase letter and have at most ${limits.KEY_CHARACTERS} lowercase letters, digits, underscores, dots or hyphens.`,
  );

const Text = z
  .string()
  .min(1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'Must not contain control characters.');

const Quantity = z
  .number()
  .min(-limits.MAX_QUANTITY)
  .max(limits.MAX_QUANTITY)
  .describe('Decimals are calculated exactly.');

const DurationSeconds = z.int().min(1).max(limits.MAX_DURATION_SECONDS);

export const ScalarType = z.enum(['string', 'number', 'boolean']);
export type ScalarType = z.infer<typeof ScalarType>;

export const FactType = z.enum([...ScalarType.options, 'list']);
export type FactType = z.infer<typeof FactType>;

/** Words of an input, case or rule in explanations of assessments. */
const PolicyLabel = z
  .strictObject({
    text: Text,
    disclose: z
      .boolean()
      .default(false)
      .describe('Whether the explanation for the customer says it. Of an input, its text and nothing of its value.'),
  })
  .meta({ id: 'PolicyLabel' });

/** Output of a workflow step that an input reads, as returned by the verification catalog. */
const VerificationBinding = z.looseObject({
  workflowId: z.string().min(1).max(limits.KEY_CHARACTERS),
  revision: z.int().min(1),
  stepKey: z.string().min(1).max(limits.KEY_CHARACTERS),
  output: z.string().min(1).max(limits.KEY_CHARACTERS),
});

export const Operator = z.enum([
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'intersects',
  'gt',
  'gte',
  'lt',
  'lte',
  'eq_fact',
  'neq_fact',
] as const);
export type Operator = z.infer<typeof Operator>;

export const ConditionValue = z.union(
  [z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)],
  'Must be text, a number, a boolean, or a list of those.',
);

export const PolicyCondition = z
  .strictObject({ input: DefinitionKey, operator: Operator, value: ConditionValue })
  .meta({ id: 'PolicyCondition', ...CONDITION_RULES });
export type PolicyCondition = z.infer<typeof PolicyCondition>;

const All = z.array(PolicyCondition).min(1);

export const PolicyInput = z
  .strictObject({
    key: DefinitionKey.describe('The fact this input reads.'),
    label: PolicyLabel.optional().describe('What it is about, such as `Source of funds`.'),
    type: FactType,
    itemType: ScalarType.nullable().default(null).describe('Required for `list` and not allowed otherwise.'),
    acceptedSources: z
      .array(
        z
          .string()
          .min(1)
          .meta({
            pattern: SOURCE_PATTERN,
            examples: ['registered:019ced2c-2000-7000-8000-5d3c2b1a0f00'],
          }),
      )
      .min(1)
      .describe(
        'In requests `source:<key>` names a registered source by its key; it is stored as `registered:<id>`. ' +
          'Screening sources are stored with their lists in the order of the list table: the same lists in ' +
          'another order ' +
          'are the same source.',
      )
      .meta({ uniqueItems: true }),
    maxAgeSeconds: DurationSeconds.describe('Maximum age of evidence.'),
    values: z
      .array(z.string())
      .min(1)
      .max(limits.MAX_INPUT_VALUES)
      .optional()
      .describe(
        'For strings and lists of strings: the only values that count. Evidence with another value, such as a misspelt one, ' +
          'leaves the input unresolved with `undocumented_value`, and a condition names no other value.',
      )
      .meta({ uniqueItems: true }),
    itemOrder: z
      .literal('ignored')
      .optional()
      .describe(
        'For lists whose order means nothing, such as nationalities: items are sorted, so that two sources with the same ' +
          'items in another order agree.',
      ),
    resolve: z
      .enum(['agree', 'first_available'])
      .optional()
      .describe(
        '`agree`, the default: all accepted sources with fresh evidence must say the same. `first_available`: the first of ' +
          '`acceptedSources` with fresh evidence gives the value. A source that could not tell is passed over; ' +
          'a revocation still withdraws what other sources said before it.',
      ),
    requiredWhen: z
      .array(z.strictObject({ all: All }))
      .min(1)
      .optional()
      .describe(
        'The input is required for subjects that match all conditions of one group, which read inputs without ' +
          '`requiredWhen`. For others it is `not_required`: it needs no evidence, and conditions on it are false. It is ' +
          'required where this is unknown.',
      ),
    verification: VerificationBinding.nullable().default(null).describe('`acceptedSources` must then name that step.'),
  })
  .meta(INPUT_RULES);
export type PolicyInput = z.infer<typeof PolicyInput>;

/** What an assessment does about an action that an earlier one of the same policy key requested and that is still open. */
export const RepeatActions = z.enum(['always', 'unless_open']);

/** What a monitored reassessment does with the override of the assessment before it. */
const Overrides = z.enum(['end', 'carry_unchanged']);

export const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;

export const PolicyEffect = z
  .strictObject({
    decision: z.enum(DECISIONS),
    actions: z.array(DefinitionKey).default([]),
  })
  .meta({ id: 'PolicyEffect' });
export type PolicyEffect = z.infer<typeof PolicyEffect>;

export const PolicyFactor = z.strictObject({
  key: DefinitionKey,
  label: Text.nullable().default(null),
  match: z.enum(['first', 'highest']),
  weight: Quantity.min(0),
  defaultPoints: Quantity.nullable().default(null),
  cases: z
    .array(
      z.strictObject({
        all: All,
        points: Quantity,
        label: PolicyLabel.optional().describe('Why these points count, as a sentence.'),
      }),
    )
    .min(1),
});
export type PolicyFactor = z.infer<typeof PolicyFactor>;

export const PolicyBand = z.strictObject({
  id: DefinitionKey,
  from: Quantity.meta({ examples: [0] }),
  effect: PolicyEffect,
  reviewAfterSeconds: DurationSeconds.optional().describe(
    'Of assessments in this band, if it is shorter than that of the policy.',
  ),
});
export type PolicyBand = z.infer<typeof PolicyBand>;

export const PolicyRule = z.strictObject({
  key: DefinitionKey,
  all: All,
  reason: Text,
  label: PolicyLabel.optional().describe('What applies to the subject if the rule matches, as a sentence.'),
  forceBand: DefinitionKey.nullable().default(null).describe('The id of one of the bands.'),
  effect: PolicyEffect.default({ decision: 'none', actions: [] }),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

const PolicyReview = z.strictObject({
  actions: z.array(DefinitionKey).min(1).describe('What people have to do. Completing them ends the review.'),
  withinSeconds: DurationSeconds.optional().describe('From its date until the review is overdue. 30 days by default.'),
});

export const PolicyDefinition = z
  .strictObject({
    inputs: z.array(PolicyInput).min(1).meta({ uniqueItems: true }),
    applicability: z
      .array(z.strictObject({ all: All }))
      .default([])
      .describe(
        'The policy covers a subject that matches all conditions of one group. Without groups it covers ' +
          'every subject.',
      ),
    factors: z.array(PolicyFactor).meta({ uniqueItems: true }),
    aggregation: z.enum(['sum', 'maximum']),
    floor: Quantity.min(0).default(0),
    ceiling: Quantity.nullable().default(null).describe('Must not be below the floor.'),
    bands: z
      .array(PolicyBand)
      .min(1)
      .describe('Ascending by `from`; the first starts at 0.')
      .meta({ uniqueItems: true, ...FIRST_BAND_RULE }),
    rules: z.array(PolicyRule).meta({ uniqueItems: true }).default([]),
    missingEvidence: z.enum(['awaiting_evidence', 'review']),
    reviewAfterSeconds: DurationSeconds,
    review: PolicyReview.optional().describe(
      'Makes the review of a monitored subject a task of people: at its date these actions are requested, once, and the ' +
        'next period begins when they are completed, however often the score is calculated meanwhile. Without it, ' +
        'monitoring only reassesses.',
    ),
    repeatActions: RepeatActions.optional().describe(
      '`always`, the default: each assessment requests its own actions. `unless_open`: an action of the same policy ' +
        'key and name that is still open is not requested a second time.',
    ),
    overrides: Overrides.optional().describe(
      '`end`, the default: every newer assessment ends an override. `carry_unchanged`: a reassessment by monitoring with ' +
        'the same policy version, input values, band and decision carries it until the same `expiresAt`, and requests no ' +
        'action that is still open.',
    ),
  })
  .meta({
    id: 'PolicyDefinition',
    title: `Policy format version ${POLICY_FORMAT_VERSION}`,
    description:
      'The normalized request may have at most 64 KiB; there is no limit on the number of inputs, factors, ' +
      'bands or ' +
      'rules. Keys of inputs, factors and rules and ids of bands are unique, and a policy names at most ' +
      `${limits.MAX_DISTINCT_ACTIONS} different actions. \`POST /risk/policies/validate\` checks what a schema ` +
      'cannot express, for example that a condition names a declared input and a value of its type. A ' +
      'screening fact ' +
      'is compared with its documented values only; a draft with another value is refused when it is published.',
  });
export type PolicyDefinition = z.infer<typeof PolicyDefinition>;

/**
 * JSON Schema (draft 2020-12) of a definition that can be published. Drafts accept other screening
 * values.
 */
export const policyJsonSchema = () =>
  z.toJSONSchema(PolicyDefinition, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === PolicyCondition)
        Object.assign(jsonSchema, { allOf: [...(jsonSchema.allOf ?? []), ...PUBLISHED_RULES] });
    },
  });
