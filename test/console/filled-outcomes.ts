import { ago, COLLEAGUE, DAY_MS, ME, uuid } from './filled-base.ts';

const outcome = (index: number, changes: object) => ({
  id: uuid(31, index),
  resource: 'outcomes',
  data: {
    subjectId: uuid(4, 1),
    label: 'confirmed_fraud',
    occurredAt: ago(index * 5 * DAY_MS),
    amount: null,
    reference: null,
    sampled: false,
    recordedBy: `user:${ME}`,
    recordedAt: ago(DAY_MS),
    withdrawal: null,
    ...changes,
  },
});

export const outcomes = () => [
  outcome(1, { amount: { value: '1250.00', currency: 'EUR' }, reference: 'CASE-17' }),
  outcome(2, { label: 'legitimate', sampled: true }),
  outcome(3, {
    label: 'loss',
    withdrawal: {
      id: uuid(32, 1),
      reason: 'The chargeback was reversed.',
      withdrawnBy: `user:${COLLEAGUE}`,
      withdrawnAt: ago(DAY_MS),
    },
  }),
];

const known = (share: number, low: number, high: number, count: number, of: number) => ({
  share,
  low,
  high,
  count,
  of,
  absentBecause: null,
});
const absent = (absentBecause: string, count: number, of: number) => ({
  share: null,
  low: null,
  high: null,
  count,
  of,
  absentBecause,
});
const tooFew = absent('too_few', 0, 4);

const set = {
  assessed: 412,
  flagged: 61,
  awaiting: 3,
  positives: 24,
  negatives: 88,
  labelled: known(0.2718, 0.2312, 0.3167, 112, 412),
  precision: known(0.4681, 0.3328, 0.6077, 22, 47),
  recall: known(0.8123, 0.5102, 0.9514, 22, 24),
  overridden: known(0.0291, 0.0167, 0.0502, 12, 412),
  timeToDecision: { count: 58, p50Seconds: 5_400, p90Seconds: 64_800 },
};

const few = {
  ...set,
  assessed: 4,
  flagged: 0,
  positives: 0,
  negatives: 1,
  labelled: tooFew,
  precision: absent('too_few', 0, 0),
  recall: absent('not_sampled', 0, 0),
  overridden: tooFew,
  timeToDecision: { count: 0, p50Seconds: null, p90Seconds: null },
};

/** Version 3 has enough outcomes, version 2 has not. */
export const policyQuality = () => ({
  policyKey: 'onboarding',
  since: '2026-02-14',
  until: '2026-03-15',
  leastCases: 20,
  versions: [
    {
      version: 3,
      ...set,
      bands: [
        { key: 'high', ...set, assessed: 61, labelled: known(0.7705, 0.6509, 0.858, 47, 61) },
        { key: 'low', ...few, assessed: 351, recall: absent('not_sampled', 0, 2) },
      ],
      rules: [
        {
          key: 'listed_person',
          matched: 31,
          positives: 18,
          negatives: 6,
          labelled: known(0.7742, 0.6019, 0.8861, 24, 31),
          precision: known(0.75, 0.5515, 0.88, 18, 24),
          recall: absent('not_sampled', 18, 24),
        },
      ],
      factors: [
        {
          key: 'email_age',
          assessed: 409,
          positives: { count: 24, meanPoints: 31.25 },
          negatives: { count: 88, meanPoints: 6.818 },
        },
        {
          key: 'country',
          assessed: 120,
          positives: { count: 3, meanPoints: null },
          negatives: { count: 21, meanPoints: 2 },
        },
      ],
    },
    { version: 2, ...few, bands: [], rules: [], factors: [] },
  ],
});
