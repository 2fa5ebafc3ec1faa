import * as z from 'zod';
import { hasFewDecimals } from './exact.ts';
import * as limits from './limits.ts';
import { CONDITION_RULES, FIRST_BAND_RULE, INPUT_RULES } from './schema-rules.ts';
import { SOURCE_PATTERN } from './source-identity.ts';

/** The shape of policy format version 1. What shapes cannot say is in `validate-definition.ts`. */
export const POLICY_FORMAT_VERSION = 1;

export const Key = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9_.-]{0,${limits.KEY_CHARACTERS - 1}}$`),
    `must start with a lowercase letter and have at most ${limits.KEY_CHARACTERS} lowercase letters, digits, underscores, dots or hyphens`,
  );

const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters');

const Quantity = z
  .number()
  .min(-limits.MAX_QUANTITY)
  .max(limits.MAX_QUANTITY)
  .refine(hasFewDecimals, {
    message: `must have at most ${limits.QUANTITY_DECIMALS} decimals`,
    params: { code: 'too_many_decimals' },
  })
  .describe(`With at most ${limits.QUANTITY_DECIMALS} decimals.`);

const DurationSeconds = z.int().min(1).max(limits.MAX_DURATION_SECONDS);

export const ScalarType = z.enum(['string', 'number', 'boolean']);
export type ScalarType = z.infer<typeof ScalarType>;

export const FactType = z.enum([...ScalarType.options, 'list']);
export type FactType = z.infer<typeof FactType>;

/** Which output of which workflow step an input is read from, as the verification catalog gives it. */
const VerificationBinding = z.looseObject({
  workflowId: z.string().min(1).max(limits.KEY_CHARACTERS),
  revision: z.int().min(1),
  stepKey: z.string().min(1).max(limits.KEY_CHARACTERS),
  output: z.string().min(1).max(limits.KEY_CHARACTERS),
});
export type VerificationBinding = z.infer<typeof VerificationBinding>;

export const PolicyInput = z
  .strictObject({
    key: Key.describe('The fact this input reads.'),
    type: FactType,
    itemType: ScalarType.nullable().default(null).describe('Of a list, and of nothing else.'),
    acceptedSources: z
      .array(
        z
          .string()
          .min(1)
          .max(limits.MAX_SOURCE_CHARACTERS)
          .meta({
            pattern: SOURCE_PATTERN,
            examples: ['registered:019ced2c-2000-7000-8000-5d3c2b1a0f00'],
          }),
      )
      .min(1)
      .max(limits.MAX_SOURCES_PER_INPUT)
      .describe(
        'Screening sources are stored with their lists in the order of the list table: the same lists in another order ' +
          'are the same source.',
      )
      .meta({ uniqueItems: true }),
    maxAgeSeconds: DurationSeconds.describe('Evidence observed longer ago does not count.'),
    verification: VerificationBinding.nullable()
      .default(null)
      .describe('`acceptedSources` then name that very step.'),
  })
  .meta(INPUT_RULES);
export type PolicyInput = z.infer<typeof PolicyInput>;

export const Operator = z.enum([
  ...['eq', 'in', 'contains', 'gt', 'gte', 'lt', 'lte', 'eq_fact', 'neq_fact'],
] as const);
export type Operator = z.infer<typeof Operator>;

const TextValue = z.string().max(limits.MAX_TEXT_VALUE_CHARACTERS);

export const ConditionValue = z.union(
  [
    TextValue,
    z.number(),
    z.boolean(),
    z
      .array(z.union([TextValue, z.number(), z.boolean()]))
      .min(1)
      .max(limits.MAX_LIST_VALUES),
  ],
  'must be text, a number, a boolean, or a list of those',
);

export const Condition = z
  .strictObject({ input: Key, operator: Operator, value: ConditionValue })
  .meta({ id: 'PolicyCondition', ...CONDITION_RULES });
export type Condition = z.infer<typeof Condition>;

const All = z.array(Condition).min(1).max(limits.MAX_CONDITIONS_PER_ALL);

export const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;

export const Effect = z
  .strictObject({
    decision: z.enum(DECISIONS),
    actions: z.array(Key).max(limits.MAX_ACTIONS_PER_EFFECT).default([]),
  })
  .meta({ id: 'PolicyEffect' });
export type Effect = z.infer<typeof Effect>;

export const Factor = z.strictObject({
  key: Key,
  label: text(limits.MAX_LABEL_CHARACTERS).nullable().default(null),
  match: z.enum(['first', 'highest']),
  weight: Quantity.min(0),
  defaultPoints: Quantity.nullable().default(null),
  cases: z
    .array(z.strictObject({ all: All, points: Quantity }))
    .min(1)
    .max(limits.MAX_CASES_PER_FACTOR),
});
export type Factor = z.infer<typeof Factor>;

export const Band = z.strictObject({
  id: Key,
  from: Quantity.meta({ examples: [0] }),
  effect: Effect,
});
export type Band = z.infer<typeof Band>;

export const Rule = z.strictObject({
  key: Key,
  all: All,
  reason: text(limits.MAX_REASON_CHARACTERS),
  forceBand: Key.nullable().default(null).describe('The id of one of the bands.'),
  effect: Effect.default({ decision: 'none', actions: [] }),
});
export type Rule = z.infer<typeof Rule>;

export const PolicyDefinition = z
  .strictObject({
    inputs: z.array(PolicyInput).min(1).max(limits.MAX_INPUTS).meta({ uniqueItems: true }),
    applicability: z
      .array(z.strictObject({ all: All }))
      .max(limits.MAX_APPLICABILITY_GROUPS)
      .default([])
      .describe('A subject is covered when it matches all of one group; without groups, always.'),
    factors: z.array(Factor).max(limits.MAX_FACTORS).meta({ uniqueItems: true }),
    aggregation: z.enum(['sum', 'maximum']),
    floor: Quantity.min(0).default(0),
    ceiling: Quantity.nullable().default(null).describe('Not below the floor.'),
    bands: z
      .array(Band)
      .min(1)
      .max(limits.MAX_BANDS)
      .describe('The first from 0, each other from more than the one before.')
      .meta({ uniqueItems: true, ...FIRST_BAND_RULE }),
    rules: z.array(Rule).max(limits.MAX_RULES).meta({ uniqueItems: true }).default([]),
    missingEvidence: z.enum(['awaiting_evidence', 'review']),
    reviewAfterSeconds: DurationSeconds,
  })
  .meta({
    id: 'PolicyDefinition',
    title: `Policy format version ${POLICY_FORMAT_VERSION}`,
    description:
      'Inputs, factors and rules have keys of their own among themselves, bands have ids, and there are ' +
      `at most ${limits.MAX_DISTINCT_ACTIONS} different actions. What else no schema can say, such as that ` +
      'a condition names an input and a value of its type, `POST /risk/policies/validate` tells.',
  });
export type PolicyDefinition = z.infer<typeof PolicyDefinition>;

/** JSON Schema (draft 2020-12) of what a client may send. */
export const policyJsonSchema = () => z.toJSONSchema(PolicyDefinition, { io: 'input' });
