import type { PolicyDefinition } from '@assay/policy-engine';
import type * as z from 'zod';

/** The two policies of the demo, and the lists that its customers are screened against. */
type Definition = z.input<typeof PolicyDefinition>;
type Condition = Definition['factors'][number]['cases'][number]['all'][number];

export const SCREENED_LISTS = ['eu_fsf', 'ofac_sdn', 'uk_sanctions'];
export const REVIEW_SCORE = 70;
export const MATCH_SCORE = 90;

const SCREENING = `service:screening:${SCREENED_LISTS.join('+')}:r${REVIEW_SCORE}:m${MATCH_SCORE}`;
const DAY_SECONDS = 86_400;

export const ONBOARDING = 'customer_onboarding';
export const PAYMENTS = 'payment_monitoring';

interface Sources {
  signUp: string;
  payments: string;
}

export const facts = {
  signUp: [
    { key: 'identity.document_verified', type: 'boolean' },
    { key: 'address.country', type: 'string' },
    { key: 'email.age_days', type: 'number' },
    { key: 'email.disposable', type: 'boolean' },
  ],
  payments: [
    { key: 'payments.active', type: 'boolean' },
    { key: 'payments.volume_30d_eur', type: 'number' },
    { key: 'payments.chargebacks_90d', type: 'number' },
  ],
} as const;

const inputsOf = (source: keyof Sources, ids: Sources, maxAgeDays: number): Definition['inputs'] =>
  facts[source].map(({ key, type }) => ({
    key,
    type,
    maxAgeSeconds: maxAgeDays * DAY_SECONDS,
    acceptedSources: [`registered:${ids[source]}`],
  }));

const when = (input: string, operator: Condition['operator'], value: Condition['value']): { all: Condition[] } => ({
  all: [{ input, operator, value }],
});

const factor = (
  key: string,
  label: string,
  cases: Definition['factors'][number]['cases'],
): Definition['factors'][number] => ({ key, label, match: 'highest', weight: 1, defaultPoints: 0, cases });

const SANCTIONS: Definition['inputs'][number] = {
  key: 'screening.sanctions',
  type: 'string',
  acceptedSources: [SCREENING],
  maxAgeSeconds: 180 * DAY_SECONDS,
};

/**
 * The first version does not look at sanctions lists, the second does. The third, a draft, is
 * stricter with new email addresses.
 */
export const onboardingPolicy = (ids: Sources, version: 1 | 2 | 3): Definition => ({
  inputs: [...inputsOf('signUp', ids, 365), ...(version === 1 ? [] : [SANCTIONS])],
  factors: [
    factor('identity', 'Identity document', [{ ...when('identity.document_verified', 'eq', false), points: 35 }]),
    factor('country', 'Country of residence', [
      { ...when('address.country', 'in', ['IR', 'RU']), points: 40 },
      { ...when('address.country', 'in', ['AE', 'PA']), points: 20 },
    ]),
    factor('email', 'Email address', [
      { ...when('email.age_days', 'lt', 7), points: version === 3 ? 35 : 25 },
      { ...when('email.age_days', 'lt', 30), points: 15 },
      { ...when('email.disposable', 'eq', true), points: 30 },
    ]),
    ...(version === 1
      ? []
      : [
          factor('sanctions', 'Sanctions lists', [
            { ...when('screening.sanctions', 'eq', 'match'), points: 60 },
            { ...when('screening.sanctions', 'eq', 'possible_match'), points: 45 },
          ]),
        ]),
  ],
  aggregation: 'sum',
  ceiling: 100,
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'medium', from: 25, effect: { decision: 'review', actions: ['manual_review'] } },
    { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['enhanced_due_diligence'] } },
  ],
  rules:
    version === 1
      ? []
      : [
          {
            key: 'sanctioned',
            reason: 'The customer is on a sanctions list.',
            ...when('screening.sanctions', 'eq', 'match'),
            forceBand: 'high',
            effect: { decision: 'reject', actions: ['file_report'] },
          },
        ],
  missingEvidence: 'review',
  reviewAfterSeconds: 180 * DAY_SECONDS,
});

/** Covers customers with payments only. */
export const paymentPolicy = (ids: Sources): Definition => ({
  inputs: inputsOf('payments', ids, 90),
  applicability: [when('payments.active', 'eq', true)],
  factors: [
    factor('volume', 'Payments in 30 days', [
      { ...when('payments.volume_30d_eur', 'gte', 40_000), points: 50 },
      { ...when('payments.volume_30d_eur', 'gte', 15_000), points: 20 },
    ]),
    factor('chargebacks', 'Chargebacks in 90 days', [
      { ...when('payments.chargebacks_90d', 'gte', 3), points: 40 },
      { ...when('payments.chargebacks_90d', 'gte', 1), points: 15 },
    ]),
  ],
  aggregation: 'sum',
  ceiling: 100,
  bands: [
    { id: 'normal', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'unusual', from: 40, effect: { decision: 'review', actions: ['review_payments'] } },
  ],
  rules: [
    {
      key: 'many_chargebacks',
      reason: 'Five or more chargebacks in 90 days.',
      ...when('payments.chargebacks_90d', 'gte', 5),
      forceBand: 'unusual',
      effect: { decision: 'restrict', actions: ['hold_payouts'] },
    },
  ],
  missingEvidence: 'awaiting_evidence',
  reviewAfterSeconds: 90 * DAY_SECONDS,
});
