import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { deriveCurrent } from '#shared/identity/index.ts';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { claimTokens, reserveTokens, type Wanted } from '#shared/platform/rate-limit/claim-tokens.ts';
import { type EmailLimits, hourly, parseEmailLimits } from '#shared/platform/rate-limit/email-limits.ts';
import { deliverableAddress } from './email-address.ts';

/**
 * Hourly limits on emails, per organization and per recipient of an organization. Emails requested
 * by a caller are rejected beyond them; emails that the service sends by itself are delayed.
 * Without `EMAIL_LIMITS` there is no limit.
 */
interface EmailBucket extends Wanted {
  of: 'organization' | 'recipient';
}

/** A commit that lost a race runs its use case again for the same emails, which count once. */
const claimed = new WeakSet<Context>();

/** Counts emails to these addresses, or rejects the request with 429. */
export async function claimEmails(context: Context, addresses: readonly string[]): Promise<void> {
  const limits = emailLimits();
  if (!limits || addresses.length === 0 || claimed.has(context)) return;
  const { caller, now } = context;
  const lacking = await claimTokens(await bucketsOf(caller, addresses, limits), now.getTime());
  if (lacking) throw tooManyEmails(lacking);
  claimed.add(context);
}

/**
 * Counts an email sent by the service itself, and returns the delay in milliseconds before it may
 * be sent.
 */
export async function reserveEmail(scope: Scope, address: string, now: Date): Promise<number> {
  const limits = emailLimits();
  if (!limits) return 0;
  return reserveTokens(await bucketsOf(scope, [address], limits), now.getTime());
}

async function bucketsOf(scope: Scope, addresses: readonly string[], limits: EmailLimits): Promise<EmailBucket[]> {
  const perHour = scope.mode === 'test' ? limits.test : limits.organization;
  const hashes = await Promise.all(addresses.map((address) => hashOf(scope, address)));
  const recipients = Map.groupBy(hashes, (hash) => hash);
  return [
    {
      of: 'organization',
      pk: `rate#email#${sha256Hex(scopeKey(scope))}`,
      limit: hourly(perHour),
      tokens: addresses.length,
    },
    ...[...recipients].map(([hash, emails]) => ({
      of: 'recipient' as const,
      pk: `rate#email#${hash}`,
      limit: hourly(limits.recipient),
      tokens: emails.length,
    })),
  ];
}

/**
 * Hashed with a key, so that a leaked table does not reveal recipients. Includes organization and
 * mode.
 */
async function hashOf(scope: Scope, address: string): Promise<string> {
  const id = `${scopeKey(scope)}#${mailboxOf(address)}`;
  return (await deriveCurrent('email-recipient', { id, version: 1 })).toString('hex');
}

/** Normalizes an address: case differs, and most servers deliver `ada+tag@` to `ada@`. */
export const mailboxOf = (address: string) =>
  deliverableAddress(address)
    .toLowerCase()
    .replace(/(?<=.)\+[^@]*@/, '@');

const SENTENCES = {
  organization: 'This organization has reached its limit of emails an hour.',
  recipient: 'The limit of emails an hour to this recipient is reached.',
};

function tooManyEmails({ wanted, waitMs }: { wanted: EmailBucket; waitMs: number }): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const detail = `${SENTENCES[wanted.of]} Nothing was changed. Retry after ${seconds} s.`;
  return new Problem(429, 'rate_limited', detail, { retryAfterSeconds: seconds });
}

let parsed: { text: string; limits: EmailLimits | undefined } | undefined;

function emailLimits(): EmailLimits | undefined {
  const text = optionalSetting('EMAIL_LIMITS');
  if (text === undefined) return undefined;
  if (parsed?.text !== text) parsed = { text, limits: parseEmailLimits(text) ?? undefined };
  return parsed.limits;
}
