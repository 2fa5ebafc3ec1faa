import type { RateLimit } from './gcra.ts';
import { limitsText, parseLimits } from './named-limits.ts';

/**
 * How many emails may be sent within an hour: by an organization in live mode, by an organization in test
 * mode, and to one recipient by one organization and mode.
 */
export const EMAIL_LIMITED = ['organization', 'test', 'recipient'] as const;
export type EmailLimited = (typeof EMAIL_LIMITED)[number];
export type EmailLimits = Record<EmailLimited, number>;

export const DEFAULT_EMAIL_LIMITS: EmailLimits = { organization: 500, test: 50, recipient: 5 };

const EMAILS = /^[1-9]\d{0,5}$/;
const MESSAGE =
  'must be `off` or emails an hour as `name=number` separated by commas, such as `organization=500,test=50,recipient=5`';

/** Undefined when limits are off, null when the text is invalid. */
export const parseEmailLimits = (text: string): EmailLimits | undefined | null =>
  parseLimits(text, {
    defaults: DEFAULT_EMAIL_LIMITS,
    read: (value) => (EMAILS.test(value) ? Number(value) : undefined),
  });

/** `organization=500,recipient=5`; a limit that is left out has its default. `off` limits nothing. */
export const EmailLimitsText = limitsText(parseEmailLimits, MESSAGE);

export const writeEmailLimits = (limits: EmailLimits) =>
  EMAIL_LIMITED.map((name) => `${name}=${limits[name]}`).join(',');

/** A full bucket holds the emails of one hour, and is refilled within one. */
export const hourly = (emails: number): RateLimit => ({ perSecond: emails / 3_600, burst: emails });
