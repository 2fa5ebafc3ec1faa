import * as z from 'zod';
import { Mode } from '#shared/platform/caller.ts';
import type { DeliveryReason, StoredDelivery } from './email-delivery.ts';

/** An email event of SES. Its tags identify the signer by ids, never by address or name. */
export const EmailTags = z.object({
  organization: z.uuid(),
  mode: Mode,
  document: z.uuid(),
  signer: z.uuid(),
  /**
   * Version of the link in the email, which tells emails sent before an address correction from
   * those after it.
   */
  link: z.coerce.number().int(),
  /** Send time in milliseconds since 1970, by the clock of the service. */
  mailed: z.coerce.number().int().min(0).max(8.64e15),
});
export type EmailTags = z.infer<typeof EmailTags>;

const At = z.object({ timestamp: z.iso.datetime({ offset: true }) });

/**
 * An SES event as delivered by EventBridge. Other properties, including addresses, are not read.
 */
export const EmailEvent = z.object({
  detail: z.object({
    eventType: z.string(),
    mail: At.extend({ tags: z.record(z.string(), z.array(z.string())).default({}) }),
    bounce: At.extend({ bounceType: z.string(), bounceSubType: z.string() }).optional(),
    complaint: At.optional(),
    delivery: At.optional(),
  }),
});
export type EmailEvent = z.infer<typeof EmailEvent>;

export interface ReportedDelivery {
  tags: EmailTags;
  delivery: StoredDelivery;
}

/** Undefined for events unrelated to delivery, and for emails of other systems. */
export function reportedDelivery({ detail }: EmailEvent): ReportedDelivery | undefined {
  const first = Object.entries(detail.mail.tags).map(([name, [value]]) => [name, value] as const);
  const tags = EmailTags.safeParse(Object.fromEntries(first));
  const outcome = outcomeOf(detail);
  if (!tags.success || !outcome) return undefined;
  const mailedAt = new Date(tags.data.mailed).toISOString();
  return {
    tags: tags.data,
    delivery: { ...outcome, at: new Date(outcome.at).toISOString(), mailedAt },
  };
}

type Outcome = Omit<StoredDelivery, 'mailedAt'>;

function outcomeOf({ eventType, mail, bounce, complaint, delivery }: EmailEvent['detail']) {
  switch (eventType) {
    case 'Delivery':
      return delivery && outcome('delivered', delivery.timestamp);
    case 'Bounce':
      return bounce && bouncedOutcome(bounce);
    case 'Complaint':
      return complaint && outcome('complained', complaint.timestamp, 'reported_as_spam', true);
    case 'Reject':
      return outcome('bounced', mail.timestamp, 'content_rejected');
    default:
      return undefined;
  }
}

const outcome = (
  status: Outcome['status'],
  at: string,
  reason: DeliveryReason | null = null,
  isBlocking = false,
): Outcome => ({ status, at, reason, isBlocking });

/** Subtypes of bounces by SES's names. */
const REASONS: Record<string, DeliveryReason> = {
  NoEmail: 'no_such_mailbox',
  Suppressed: 'suppressed',
  OnAccountSuppressionList: 'suppressed',
  MailboxFull: 'mailbox_full',
  MessageTooLarge: 'message_too_large',
  ContentRejected: 'content_rejected',
  AttachmentRejected: 'content_rejected',
};

/**
 * A general bounce that is not permanent is usually an automatic reply: the email was delivered.
 */
function bouncedOutcome(bounce: NonNullable<EmailEvent['detail']['bounce']>): Outcome | undefined {
  const { bounceType, bounceSubType, timestamp } = bounce;
  const isPermanent = bounceType === 'Permanent';
  if (!isPermanent && bounceSubType === 'General') return undefined;
  const reason = REASONS[bounceSubType] ?? (isPermanent ? 'no_such_mailbox' : 'undeliverable');
  return outcome('bounced', timestamp, reason, isPermanent);
}
