import type { RateLimit } from './gcra.ts';
import { limitsText, parseLimits } from './named-limits.ts';

/**
 * Emails per hour: of an organization in live mode, of an organization in test mode, and to one recipient
 * by one organization and mode.
 */
const EMAIL_LIMITED = ['organization', 'test', 'recipient'] as const;
type EmailLimited = (typeof EMAIL_LIMITED)[number];
export type EmailLimits = Record<EmailLimited, number>;

export const DEFAULT_EMAIL_LIMITS: EmailLimits = { organization: 500, test: 50, recipient: 5 };

const EMAILS = /^[1-9]\d{0,5}$/;
const MESSAGE =
  'must be `off` or emails an hour as `name=number` separated by commas, such as `organization=500,test=50,recipient=5`';

/** Undefined if limits are off, null if the text is invalid. */
export const parseEmailLimits = (text: string): EmailLimits | undefined | null =>
  parseLimits(text, {
    defaults: DEFAULT_EMAIL_LIMITS,
    read: (value) => (EMAILS.test(value) ? Number(value) : undefined),
  });

/** `organization=500,recipient=5`; an omitted limit has its default. `off` disables all limits. */
export const EmailLimitsText = limitsText(parseEmailLimits, MESSAGE);

export const writeEmailLimits = (limits: EmailLimits) =>
  EMAIL_LIMITED.map((name) => `${name}=${limits[name]}`).join(',');

/** A full bucket holds the emails of one hour and refills within one. */
export const hourly = (emails: number): RateLimit => ({ perSecond: emails / 3_600, burst: emails });
