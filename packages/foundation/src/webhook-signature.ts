import { createHmac } from 'node:crypto';

/**
 * Signatures of a webhook delivery, in two forms over the same bytes. Ours:
 *
 *     X-Timestamp: <Unix seconds>
 *     X-Signature: v1=<hex HMAC-SHA256(secret, "<X-Timestamp>.<body>")>[,v1=…]
 *
 * and that of the Standard Webhooks specification, whose key is the base64-decoded secret instead of its text.
 * During a rotation there is one signature per secret.
 */
export interface SignedNotification {
  eventId: string;
  /** Unix seconds. */
  timestamp: number;
  /** Exactly as sent. */
  body: string | Uint8Array;
}

const SECRET_PREFIX = 'whsec_';

/** The headers that are the same in every attempt. */
export const constantHeaders = ({ event, eventId }: { event: string; eventId: string }) => ({
  'content-type': 'application/json',
  'user-agent': 'Assay-Webhooks',
  'x-webhook-event': event,
  'webhook-id': eventId,
});

/** The headers of one attempt; each of the secrets verifies it. */
export function deliveryHeaders({
  event,
  secrets,
  ...parts
}: SignedNotification & { event: string; secrets: readonly string[] }): Record<string, string> {
  const timestamp = String(parts.timestamp);
  return {
    ...constantHeaders({ event, eventId: parts.eventId }),
    'x-timestamp': timestamp,
    'x-signature': secrets.map((secret) => signNotification(secret, parts)).join(','),
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signStandard(secret, parts)).join(' '),
  };
}

export const signNotification = (secret: string, { timestamp, body }: Pick<SignedNotification, 'timestamp' | 'body'>) =>
  `v1=${digest(secret, String(timestamp), body).toString('hex')}`;

/** As in https://www.standardwebhooks.com; its libraries verify this form. */
export function signStandard(secret: string, { eventId, timestamp, body }: SignedNotification): string {
  const signed = createHmac('sha256', bytesOf(secret)).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
  return `v1,${signed}`;
}

function bytesOf(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return Buffer.from(encoded, 'base64');
}

const digest = (secret: string, timestamp: string, body: string | Uint8Array) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
