import * as z from 'zod';
import { Instant, pageOf, prose, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { PROVIDER_REF_CHARACTERS, REASON_CHARACTERS } from './limits.ts';

/** What turned out to be true of a subject, recorded after policies have assessed it. */
const POSITIVE_LABELS = [
  'confirmed_fraud',
  'confirmed_money_laundering',
  'suspicion_reported',
  'sanctions_breach',
  'loss',
] as const;
const NEGATIVE_LABELS = ['legitimate'] as const;

const OutcomeLabel = z
  .enum([...POSITIVE_LABELS, ...NEGATIVE_LABELS])
  .describe(
    `Positive: ${POSITIVE_LABELS.map((label) => `\`${label}\``).join(', ')}. Negative: \`legitimate\`, for a subject that was ` +
      'examined and found to be in order.',
  );
type OutcomeLabel = z.infer<typeof OutcomeLabel>;

export const isPositive = (label: OutcomeLabel) => POSITIVE_LABELS.some((one) => one === label);

const Amount = z
  .strictObject({
    value: z
      .string()
      .regex(/^(0|[1-9]\d{0,17})(\.\d{1,6})?$/, 'must be a decimal number such as 1250.00, without sign')
      .describe('Decimal number, stored as it is sent.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must have three capital letters')
      .describe('ISO 4217 code. That the code exists is not checked.'),
  })
  .meta({ id: 'OutcomeAmount', examples: [{ value: '1250.00', currency: 'EUR' }] });

export const NewOutcome = z
  .strictObject({
    label: OutcomeLabel,
    occurredAt: Instant.describe(
      'When it happened, not when it was found out. Not in the future. Of each policy, the outcome labels the latest ' +
        'assessment of the subject up to this time.',
    ),
    amount: Amount.optional(),
    reference: text(PROVIDER_REF_CHARACTERS).optional().describe('Your own reference, such as the number of a case.'),
    sampled: z
      .boolean()
      .default(false)
      .describe(
        'Whether the subject was drawn at random and then examined, rather than examined because of an alert, a complaint or a ' +
          'loss. Recall is calculated from these outcomes only.',
      ),
  })
  .meta({
    id: 'NewOutcome',
    examples: [
      {
        label: 'confirmed_fraud',
        occurredAt: '2026-03-14T09:00:00Z',
        amount: { value: '1250.00', currency: 'EUR' },
        reference: 'CASE-17',
      },
    ],
  });

export const NewWithdrawal = z
  .strictObject({ reason: prose(REASON_CHARACTERS) })
  .meta({ id: 'NewOutcomeWithdrawal', examples: [{ reason: 'The chargeback was reversed.' }] });

const Withdrawal = z.object({ reason: z.string(), withdrawnBy: z.string(), withdrawnAt: Timestamp });

export const OutcomeRecord = recordOf(
  'outcomes',
  z.object({
    subjectId: z.uuid(),
    label: OutcomeLabel,
    occurredAt: Timestamp,
    amount: Amount.nullable(),
    reference: z.string().nullable(),
    sampled: z.boolean(),
    recordedBy: z.string(),
    recordedAt: Timestamp,
    withdrawal: Withdrawal.extend({ id: z.uuid() })
      .nullable()
      .describe('Present once the outcome was withdrawn: it labels no assessment any more.'),
  }),
).meta({
  id: 'Outcome',
  examples: [
    {
      id: '019ced2c-9100-7000-8000-5d3c2b1a0f00',
      resource: 'outcomes',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        label: 'confirmed_fraud',
        occurredAt: '2026-03-14T09:00:00.000Z',
        amount: { value: '1250.00', currency: 'EUR' },
        reference: 'CASE-17',
        sampled: false,
        recordedBy: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
        recordedAt: '2026-04-02T10:12:00.000Z',
        withdrawal: null,
      },
    },
  ],
});
export type OutcomeRecord = z.infer<typeof OutcomeRecord>;

export const OutcomePage = pageOf(OutcomeRecord).meta({ id: 'OutcomePage' });

/** That an outcome does not count. The outcome itself keeps what was recorded. */
export const OutcomeWithdrawalRecord = recordOf(
  'outcome-withdrawals',
  Withdrawal.extend({ outcomeId: z.uuid(), subjectId: z.uuid() }),
).meta({
  id: 'OutcomeWithdrawal',
  examples: [
    {
      id: '019ced2c-9200-7000-8000-5d3c2b1a0f00',
      resource: 'outcome-withdrawals',
      data: {
        reason: 'The chargeback was reversed.',
        withdrawnBy: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
        withdrawnAt: '2026-04-09T08:30:00.000Z',
        outcomeId: '019ced2c-9100-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      },
    },
  ],
});
export type OutcomeWithdrawalRecord = z.infer<typeof OutcomeWithdrawalRecord>;
