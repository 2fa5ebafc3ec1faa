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

/** Delivery state of the emails to a signer. */
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
  /** When the reported email was sent, by the clock of the service. */
  mailedAt: Timestamp,
  /** Whether the address is undeliverable or its owner complained. */
  isBlocking: z.boolean(),
});
export type StoredDelivery = z.infer<typeof StoredDelivery>;

const RANKS = { sent: 0, delivered: 1, bounced: 2, complained: 3 };

/**
 * The maximum of two reports in a total order, because mail servers report late, twice and out of
 * order, and a maximum does not depend on arrival order. A report that blocks the address ranks
 * highest; otherwise the newest email counts, and for one email its latest event. Equal reports
 * keep the stored one.
 */
export function latestDelivery(known: StoredDelivery | null, reported: StoredDelivery): StoredDelivery {
  return known === null || orderOf(known) < orderOf(reported) ? reported : known;
}

const orderOf = ({ isBlocking, status, mailedAt }: StoredDelivery): string =>
  isBlocking ? `blocked ${RANKS[status]}` : `${mailedAt} ${RANKS[status]}`;

/** No emails are sent to the address until it is corrected. */
export const isBlocked = ({ delivery }: { delivery: StoredDelivery | null }) => delivery?.isBlocking ?? false;
