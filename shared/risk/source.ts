import { ifThenElse, refineRequiredIff, requiredIff } from '@assay/foundation';
import { DefinitionKey, FactType, ScalarType } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct, distinctBy } from '#shared/platform/http/list-rules.ts';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { FACT_VALUES, KEYS_PER_SOURCE, SOURCE_FACTS } from './limits.ts';

/** External system that submits evidence through the API keys bound to it. */
const Fact = z.strictObject({ key: DefinitionKey, type: FactType, itemType: ScalarType.optional() });

const ITEM_TYPE = {
  member: 'itemType',
  where: ['type', 'list'],
  message: '`itemType` is required for `list` facts and not allowed for others',
} as const;

export const FactDeclaration = refineRequiredIff(Fact, ITEM_TYPE);
export type FactDeclaration = z.infer<typeof FactDeclaration>;

const FactValues = distinct(z.array(z.string()).min(1).max(FACT_VALUES)).describe(
  'For strings and lists of strings: evidence with another value is refused.',
);

const OF_TEXT = ifThenElse(
  { properties: { type: { const: 'list' } } },
  { properties: { itemType: { const: 'string' } } },
  { properties: { type: { const: 'string' } } },
);

const SourceFact = refineRequiredIff(Fact.extend({ values: FactValues.optional() }), ITEM_TYPE)
  .refine(({ type, itemType, values }) => values === undefined || (type === 'list' ? itemType : type) === 'string', {
    path: ['values'],
    message: '`values` are for strings and lists of strings only',
  })
  .meta({
    allOf: [requiredIff('itemType', 'type', 'list'), ifThenElse({ required: ['values'] }, OF_TEXT)],
  });
export type SourceFact = z.infer<typeof SourceFact>;

/**
 * An API key has an `id` and an identifier, which are easily confused, so the message names the
 * right one.
 */
const ApiKeyId = z
  .guid({
    error: ({ input }) =>
      typeof input === 'string' && input.startsWith('ak_')
        ? 'must be the `id` of the API key, a UUID, not its identifier `ak_…`'
        : 'must be a UUID',
  })
  .toLowerCase();

const ApiKeyIds = distinct(z.array(ApiKeyId).max(KEYS_PER_SOURCE)).describe(
  'Record ids of API keys (`id`), not the `ak_…` identifiers that requests carry.',
);

const FACTS_EXAMPLE = [{ key: 'email.age_days', type: 'number' as const }];

export const NewSource = z
  .strictObject({
    key: DefinitionKey,
    facts: distinctBy(z.array(SourceFact).min(1).max(SOURCE_FACTS), ({ key }) => key, 'must not repeat a key').describe(
      'Facts that the source can submit. Keys are unique.',
    ),
    apiKeyIds: ApiKeyIds,
  })
  .meta({
    id: 'NewSource',
    examples: [
      {
        key: 'email_intelligence',
        facts: FACTS_EXAMPLE,
        apiKeyIds: ['019ced2b-aa00-7000-8000-5d3c2b1a0f00'],
      },
    ],
  });

export const SourceBindings = z
  .strictObject({ expectedRevision: z.int().min(1), apiKeyIds: ApiKeyIds, enabled: z.boolean() })
  .meta({
    id: 'SourceBindings',
    examples: [{ expectedRevision: 1, apiKeyIds: [], enabled: false }],
  });

const Source = z.object({
  key: z.string(),
  facts: z.array(
    z.object({
      key: z.string(),
      type: FactType,
      itemType: ScalarType.optional(),
      values: z.array(z.string()).optional(),
    }),
  ),
  apiKeyIds: z.array(z.string()),
  enabled: z.boolean(),
  revision: z.int().describe('Read it before changing the bindings.'),
  createdAt: Timestamp,
});

export const SourceRecord = recordOf('sources', Source).meta({
  id: 'Source',
  examples: [
    {
      id: '019ced2c-2000-7000-8000-5d3c2b1a0f00',
      resource: 'sources',
      data: {
        key: 'email_intelligence',
        facts: FACTS_EXAMPLE,
        apiKeyIds: ['019ced2b-aa00-7000-8000-5d3c2b1a0f00'],
        enabled: true,
        revision: 1,
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type SourceRecord = z.infer<typeof SourceRecord>;

const REGISTERED = 'registered:';

/** Identity of a registered source in policies and receipts. */
export const sourceIdentity = (registrationId: string) => `${REGISTERED}${registrationId}`;

/** The source id of an identity, or nothing for other kinds of identity. */
export const registrationIdIn = (identity: string) =>
  identity.startsWith(REGISTERED) ? [identity.slice(REGISTERED.length)] : [];
