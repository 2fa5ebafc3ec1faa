import { refineRequiredIff } from '@assay/foundation';
import {
  DefinitionKey,
  documentedValues,
  EvidenceStatus,
  FactValue,
  isDeclared,
  isDocumentedValue,
  isScreeningFact,
} from '@assay/policy-engine';
import * as z from 'zod';
import { distinctBy } from '#shared/platform/http/list-rules.ts';
import { type Problems, RecordId } from '#shared/platform/http/route.ts';
import { Instant, notBlank, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  EVIDENCE_BATCH_BYTES,
  EVIDENCE_BATCH_ITEMS,
  EVIDENCE_REQUEST_BYTES,
  PROVIDER_REF_CHARACTERS,
  SOURCES_PER_SUBJECT,
} from './limits.ts';
import type { SourceFact } from './source.ts';

/**
 * What a source states about a subject. Receipts are immutable; a newer one supersedes an older
 * one.
 */
const submitted = {
  fact: DefinitionKey,
  status: EvidenceStatus,
  value: FactValue.nullish().describe(
    'Required for `available` evidence and not allowed otherwise. A screening fact accepts its documented ' +
      'values only.',
  ),
  observedAt: Instant.describe(
    'When the source observed it; not in the future. A time up to 5 seconds ahead of the service is stored as the ' +
      'receipt time.',
  ),
  expiresAt: Instant.nullish().describe('Must be after `observedAt`.'),
  providerRef: notBlank(text(PROVIDER_REF_CHARACTERS)).nullish(),
};

const withValueWhereAvailable = {
  member: 'value',
  where: ['status', 'available'],
  message: 'is required for available evidence and must be null otherwise',
} as const;

type Lifetime = { observedAt: string; expiresAt?: string | null | undefined };
const isNotExpiredAtOnce = ({ observedAt, expiresAt }: Lifetime) =>
  !expiresAt || Date.parse(expiresAt) > Date.parse(observedAt);
const EXPIRED_AT_ONCE = { path: ['expiresAt'], message: 'must be after `observedAt`' };

const EXAMPLE = {
  fact: 'email.age_days',
  status: 'available' as const,
  value: 412,
  observedAt: '2026-03-14T09:00:00Z',
};
const SOURCE_EXAMPLE = '019ced2c-2000-7000-8000-5d3c2b1a0f00';

export const NewEvidence = refineRequiredIff(
  z.strictObject({ sourceRegistrationId: RecordId, ...submitted }),
  withValueWhereAvailable,
)
  .refine(isNotExpiredAtOnce, EXPIRED_AT_ONCE)
  .meta({ id: 'NewEvidence', examples: [{ sourceRegistrationId: SOURCE_EXAMPLE, ...EXAMPLE }] });

const BatchItem = refineRequiredIff(z.strictObject(submitted), withValueWhereAvailable).refine(
  isNotExpiredAtOnce,
  EXPIRED_AT_ONCE,
);
export type SubmittedItem = z.infer<typeof BatchItem>;

export const NewEvidenceBatch = z
  .strictObject({
    sourceRegistrationId: RecordId,
    items: distinctBy(
      z.array(BatchItem).min(1).max(EVIDENCE_BATCH_ITEMS),
      ({ fact }) => fact,
      'must not repeat a fact',
    ).describe('One item per fact.'),
  })
  .meta({
    id: 'NewEvidenceBatch',
    examples: [{ sourceRegistrationId: SOURCE_EXAMPLE, items: [EXAMPLE] }],
  });

export const Evidence = z.object({
  subjectId: z.uuid(),
  source: z.string().describe('Source identity, as policies name it.'),
  sourceRegistrationId: z.uuid().nullable(),
  fact: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  observedAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  providerRef: z.string().nullable(),
  receivedAt: Timestamp,
  evidenceRevision: z.int().describe('Number of receipts of the subject, including this one.'),
  supersedesId: z.uuid().nullable().describe('The previous receipt of the same fact and source.'),
  bindingRevision: z.int().nullable(),
  submittedBy: z.string(),
  adapterVersion: z.string(),
  evidenceClass: z.string(),
  batchId: z.uuid().nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const EvidenceRecord = recordOf('evidence', Evidence).meta({
  id: 'Evidence',
  examples: [
    {
      id: '019ced2c-3000-7000-8000-5d3c2b1a0f00',
      resource: 'evidence',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        source: `registered:${SOURCE_EXAMPLE}`,
        sourceRegistrationId: SOURCE_EXAMPLE,
        ...EXAMPLE,
        observedAt: '2026-03-14T09:00:00.000Z',
        expiresAt: null,
        providerRef: null,
        receivedAt: '2026-03-14T09:26:53.589Z',
        evidenceRevision: 1,
        supersedesId: null,
        bindingRevision: 1,
        submittedBy: 'api_key:019ced2b-aa00-7000-8000-5d3c2b1a0f00',
        adapterVersion: 'evidence-api-v1',
        evidenceClass: 'assertion',
        batchId: null,
      },
    },
  ],
});
export type EvidenceRecord = z.infer<typeof EvidenceRecord>;

export const EvidenceBatch = z
  .object({ id: z.uuid(), subjectId: z.uuid(), items: z.array(EvidenceRecord) })
  .meta({ id: 'EvidenceBatch' });

/** The problem of every route that can record evidence of a source that the subject does not have yet. */
export const tooManySources: Problems = {
  too_many_sources: [422, `The subject has evidence of ${SOURCES_PER_SUBJECT} sources already.`],
};

/** Problem `detail` for each code. */
export const FAULT_DETAILS: Record<ItemFault['code'], string> = {
  undeclared_fact: 'The source does not declare a fact of the evidence. See `errors`.',
  wrong_type: 'A value does not have the type that the source declares. See `errors`.',
  undocumented_value:
    'A value is none of those that the source declares, or that the screening fact has. See `errors`.',
  observed_in_future: '`observedAt` is in the future. Send the time of observation, and check your clock.',
};

export interface ItemFault {
  code: 'undeclared_fact' | 'wrong_type' | 'undocumented_value' | 'observed_in_future';
  path: string;
  message: string;
}

/** Returns why the source cannot submit this item now, or null if it can. */
export function itemFault(item: SubmittedItem, facts: readonly SourceFact[], now: Date): ItemFault | null {
  const declared = facts.find(({ key }) => key === item.fact);
  if (!declared)
    return {
      code: 'undeclared_fact',
      path: 'fact',
      message: `The source does not declare ${item.fact}.`,
    };
  if (item.status === 'available' && !hasType(item.value, declared))
    return {
      code: 'wrong_type',
      path: 'value',
      message: `The source declares ${item.fact} as ${wordFor(declared)}.`,
    };
  if (isUndocumented(item))
    return {
      code: 'undocumented_value',
      path: 'value',
      message: `${item.fact} must be one of ${documentedValues(item.fact).join(', ')}.`,
    };
  if (isUndeclared(item, declared))
    return {
      code: 'undocumented_value',
      path: 'value',
      message: `The source declares only the values ${declared.values?.join(', ')} of ${item.fact}.`,
    };
  if (Date.parse(item.observedAt) > now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000)
    return {
      code: 'observed_in_future',
      path: 'observedAt',
      message: `${item.observedAt} is more than ${CLOCK_TOLERANCE_SECONDS} seconds after the time of the service, ${now.toISOString()}.`,
    };
  return null;
}

/** Conditions accept documented values only, so another value would never match. */
const isUndocumented = ({ fact, status, value }: SubmittedItem) =>
  status === 'available' && isScreeningFact(fact) && !isDocumentedValue(fact, value);

const isUndeclared = ({ status, value }: SubmittedItem, { values }: SourceFact) =>
  status === 'available' && value !== null && value !== undefined && !isDeclared(value, values && new Set(values));

const hasType = (value: unknown, { type, itemType }: SourceFact) =>
  type === 'list'
    ? Array.isArray(value) && value.every((element) => typeof element === itemType)
    : typeof value === type;

const wordFor = ({ type, itemType }: SourceFact) => (type === 'list' ? `list of ${itemType}s` : type);

/** Size as JSON in bytes. A number can be longer in storage than in the request. */
export const isItemTooLarge = (item: unknown) => bytesOf(item) > EVIDENCE_REQUEST_BYTES;
export const isBatchTooLarge = (batch: unknown) => bytesOf(batch) > EVIDENCE_BATCH_BYTES;

export const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
