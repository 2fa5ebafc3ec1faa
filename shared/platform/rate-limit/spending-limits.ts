import { limitsText, parseLimits } from './named-limits.ts';

/** What an organization may use in a day, in both modes together: each costs money outside the service's own tables. */
const SPENDING_LIMITED = ['investigations', 'pings', 'prints', 'tokens'] as const;
export type Spending = (typeof SPENDING_LIMITED)[number];
export type SpendingLimits = Record<Spending, number>;

/** An investigation takes up to about 200,000 tokens, so 200 of them take up to 40 million. */
export const DEFAULT_SPENDING_LIMITS: SpendingLimits = {
  investigations: 200,
  pings: 1_000,
  prints: 20_000,
  tokens: 40_000_000,
};

const NUMBER = /^[1-9]\d{0,9}$/;
const MESSAGE =
  'must be `off` or numbers a day as `name=number` separated by commas, such as `investigations=200,pings=1000,prints=20000,tokens=40000000`';

/** Undefined if limits are off, null if the text is invalid. */
export const parseSpendingLimits = (text: string): SpendingLimits | undefined | null =>
  parseLimits(text, {
    defaults: DEFAULT_SPENDING_LIMITS,
    read: (value) => (NUMBER.test(value) ? Number(value) : undefined),
  });

export const SpendingLimitsText = limitsText(parseSpendingLimits, MESSAGE);

export const writeSpendingLimits = (limits: SpendingLimits) =>
  SPENDING_LIMITED.map((name) => `${name}=${limits[name]}`).join(',');
