import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';

export const DELIVERY_REASONS = [
  'no_such_mailbox',
  'suppressed',
  'mailbox_full',
  'message_too_large',
  'content_rejected',
  'undeliverable',
  'reported_as_spam',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** What is known of the emails to a signer. */
export const EmailDelivery = z
  .object({
    status: z
      .enum(['sent', 'delivered', 'bounced', 'complained'])
      .describe(
        '`sent`: handed to the mail service. `delivered`: accepted by the server of the recipient. `bounced`: ' +
          'refused by it. `complained`: reported as spam by the recipient.',
      ),
    at: Timestamp,
    reason: z.enum(DELIVERY_REASONS).nullable().describe('Why it bounced. Null otherwise.'),
  })
  .meta({ id: 'EmailDelivery' });

export const StoredDelivery = EmailDelivery.extend({
  /** When the email was sent that this is about, by the clock of the service. */
  mailedAt: Timestamp,
  /** Whether no email can reach the address, or its owner wants none. */
  isBlocking: z.boolean(),
});
export type StoredDelivery = z.infer<typeof StoredDelivery>;

const RANKS = { sent: 0, delivered: 1, bounced: 2, complained: 3 };

/**
 * The later of two reports, in an order of their own: mail servers report late, twice and out of order, and
 * the maximum of a set does not depend on the order in which its members came. A report that blocks the
 * address stands above all others; else the newest email counts, and of one email what happened last. Of
 * reports that say the same, the one that is known stays.
 */
export function latestDelivery(
  known: StoredDelivery | null,
  reported: StoredDelivery,
): StoredDelivery {
  return known === null || orderOf(known) < orderOf(reported) ? reported : known;
}

const orderOf = ({ isBlocking, status, mailedAt }: StoredDelivery): string =>
  isBlocking ? `blocked ${RANKS[status]}` : `${mailedAt} ${RANKS[status]}`;

/** Emails to the address are pointless, or unwanted, until it is corrected. */
export const isBlocked = ({ delivery }: { delivery: StoredDelivery | null }) =>
  delivery?.isBlocking ?? false;
