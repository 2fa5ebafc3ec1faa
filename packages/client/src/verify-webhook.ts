import * as z from 'zod';
import type { Notification } from '../../../shared/notifications.ts';
import { isInWindow, isNotificationSigned } from '../../../shared/webhooks/contract.ts';

/**
 * A webhook event. It is a reason to read the current state, not the state itself. `event` discriminates
 * `data`; a service newer than this client may send further events.
 */
export type WebhookEvent = Notification;

const Envelope = z.looseObject({
  eventId: z.guid(),
  event: z.string(),
  timestamp: z.iso.datetime(),
  data: z.looseObject({
    organizationId: z.guid(),
    sandbox: z.boolean(),
    subjectId: z.guid().nullish(),
    resourceId: z.guid().optional(),
  }),
});

export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

export interface ReceivedWebhook {
  /** Both secrets during a rotation. */
  secret: string | readonly string[];
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before any parsing. */
  body: string | Uint8Array;
  toleranceSeconds?: number;
  now?: Date;
}

const TOLERANCE_SECONDS = 300;

/**
 * Returns the event if it was signed with one of the secrets within the time window, and throws otherwise.
 * Check `data.organizationId` and `data.sandbox` against the expected values, and store `eventId`: the same
 * event may be delivered twice.
 */
export function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
  now = new Date(),
}: ReceivedWebhook): WebhookEvent {
  const timestamp = headerOf(headers, 'x-timestamp');
  const signature = headerOf(headers, 'x-signature');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const secrets = typeof secret === 'string' ? [secret] : secret;

  if (!isInWindow(timestamp, now, toleranceSeconds))
    throw new InvalidWebhook(`The timestamp is more than ${toleranceSeconds} seconds off.`);
  if (!secrets.some((one) => isNotificationSigned(one, signature, { timestamp, body: bytes })))
    throw new InvalidWebhook('The signature was not made with this secret over this body.');
  return eventIn(bytes);
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string')
    throw new InvalidWebhook(`The header ${name} is missing or repeated.`);
  return value;
}

function eventIn(bytes: Uint8Array): WebhookEvent {
  try {
    // The rest is as documented: the service has signed these bytes.
    return Envelope.parse(JSON.parse(new TextDecoder().decode(bytes))) as WebhookEvent;
  } catch (cause) {
    throw new InvalidWebhook('The signed body is not an event.', { cause });
  }
}
