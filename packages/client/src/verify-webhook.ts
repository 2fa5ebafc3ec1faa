import { assertText } from './assert-text.ts';
import type { WebhookEvent } from './generated/api.ts';
import { isSigned, utf8 } from './hmac.ts';
import { isObject } from './json.ts';

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
 * Resolves to the event if it was signed with one of the secrets within the time window, and rejects with
 * `InvalidWebhook` otherwise; with a `TypeError` if the receiver itself passes a wrong option. Check `data.organizationId` and `data.sandbox` against the expected values, and
 * store `eventId`: the same event may be delivered twice.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
  now = new Date(),
}: ReceivedWebhook): Promise<WebhookEvent> {
  const secrets = secretsIn(secret);
  assertReceived(headers, body);
  const timestamp = headerOf(headers, 'x-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'x-signature'));

  if (!isInWindow(timestamp, now, toleranceSeconds))
    throw new InvalidWebhook(`The timestamp is more than ${toleranceSeconds} seconds off.`);
  const signed = signedBytes(timestamp, body);
  const pairs = secrets.flatMap((one) => signatures.map((signature) => [one, signature] as const));
  const verified = await Promise.all(pairs.map(([one, signature]) => isSigned(one, signature, signed)));
  if (!verified.includes(true)) throw new InvalidWebhook('The signature was not made with this secret over this body.');
  return eventIn(body);
}

function secretsIn(secret: ReceivedWebhook['secret']): readonly string[] {
  const secrets = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) throw new TypeError('secret is empty.');
  for (const one of secrets) assertText('secret', one);
  return secrets;
}

function assertReceived(headers: unknown, body: unknown): void {
  if (typeof headers !== 'object' || headers === null) throw new TypeError('headers are missing.');
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('body must be the raw bytes: pass the text or the bytes as received, not a parsed object.');
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new InvalidWebhook(`The header \`${name}\` is missing or repeated.`);
  return value;
}

/** One signature per secret, in hex. */
const signaturesIn = (header: string) =>
  header.split(',').flatMap((part) => /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1] ?? []);

/** A timestamp outside the window is refused even with a valid signature. */
const isInWindow = (timestamp: string, now: Date, toleranceSeconds: number) =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds;

function signedBytes(timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8(`${timestamp}.`);
  const content = typeof body === 'string' ? utf8(body) : body;
  const bytes = new Uint8Array(prefix.length + content.length);
  bytes.set(prefix);
  bytes.set(content, prefix.length);
  return bytes;
}

/** The rest is as documented: the service has signed these bytes. */
function eventIn(body: string | Uint8Array): WebhookEvent {
  const event = parsed(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (!isEvent(event)) throw new InvalidWebhook('The signed body is not an event.');
  return event;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidWebhook('The signed body is not an event.', { cause });
  }
}

const isEvent = (value: unknown): value is WebhookEvent =>
  isObject(value) &&
  typeof value.eventId === 'string' &&
  typeof value.event === 'string' &&
  typeof value.timestamp === 'string' &&
  isObject(value.data) &&
  typeof value.data.organizationId === 'string' &&
  typeof value.data.sandbox === 'boolean';
