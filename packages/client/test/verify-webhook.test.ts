import { deliveryHeaders, signNotification } from '@assay/foundation/webhook-signature';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidWebhook, type ReceivedWebhook, verifyWebhook } from '../index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_c2VjcmV0LW9mLWFub3RoZXItc3Vic2NyaWJlcg==';
const SENT_AT = new Date('2026-03-14T09:26:53.000Z');

const anEvent = {
  eventId: '019ced2c-0e66-7a4c-8c2e-7a0d3c8b5f00',
  event: 'risk.subject.created',
  timestamp: '2026-03-14T09:26:53.000Z',
  data: {
    organizationId: '019ced2b-0000-7000-8000-000000000000',
    subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
    resourceId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
    sandbox: true,
  },
};

function received({
  body = JSON.stringify(anEvent),
  signedWith = [SECRET],
  ...changes
}: Partial<ReceivedWebhook> & { body?: string; signedWith?: string[] } = {}): ReceivedWebhook {
  const { eventId, event } = anEvent;
  const timestamp = SENT_AT.getTime() / 1000;
  return {
    secret: SECRET,
    headers: deliveryHeaders({ eventId, event, timestamp, body, secrets: signedWith }),
    body,
    now: SENT_AT,
    ...changes,
  };
}

const later = (seconds: number) => new Date(SENT_AT.getTime() + seconds * 1000);

test('verifyWebhook: returns the event of a notification', async () => {
  expect(await verifyWebhook(received())).toEqual(anEvent);
});

test('verifyWebhook: the event type discriminates the data', async () => {
  const data = { ...anEvent.data, matchCount: 2 };
  const body = JSON.stringify({ ...anEvent, event: 'screening.run.completed', data });

  const event = await verifyWebhook(received({ body }));

  expect(event.event === 'screening.run.completed' && event.data.matchCount).toBe(2);
});

test('verifyWebhook: accepts the body as text or as bytes', async () => {
  const body = Buffer.from(JSON.stringify(anEvent));

  expect(await verifyWebhook({ ...received(), body })).toEqual(anEvent);
});

test.each<[string, (headers: Record<string, string>) => ReceivedWebhook['headers']]>([
  ['an instance of Headers', (headers) => new Headers(headers)],
  [
    'names in any case',
    (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ],
])('verifyWebhook: accepts headers as %s', async (_case, arrange) => {
  const webhook = received();

  const headers = arrange(webhook.headers as Record<string, string>);

  expect(await verifyWebhook({ ...webhook, headers })).toEqual(anEvent);
});

test.each([
  [-301, false],
  [-300, true],
  [-299, true],
  [299, true],
  [300, true],
  [301, false],
])('verifyWebhook: accepts a notification %i seconds after it was signed: %s', async (seconds, isAccepted) => {
  const event = verifyWebhook(received({ now: later(seconds) }));

  if (isAccepted) expect(await event).toEqual(anEvent);
  else await expect(event).rejects.toThrow('more than 300 seconds off');
});

test('verifyWebhook: the receiver can choose its time window', async () => {
  const webhook = received({ now: later(11), toleranceSeconds: 10 });

  await expect(verifyWebhook(webhook)).rejects.toThrow('more than 10 seconds off');
});

test.each([
  ['the old secret with the old', [SECRET], [SECRET, OTHER]],
  ['the new secret with both', [OTHER], [SECRET, OTHER]],
  ['both secrets with the new', [SECRET, OTHER], [OTHER]],
])('verifyWebhook: during a rotation a receiver verifies %s', async (_case, secret, signedWith) => {
  expect(await verifyWebhook(received({ secret, signedWith }))).toEqual(anEvent);
});

test.each<[string, Partial<ReceivedWebhook>]>([
  ['another secret', { secret: OTHER }],
  ['a body that was tampered with', { body: JSON.stringify({ ...anEvent, event: 'risk.*' }) }],
  ['a body with a space more', { body: `${JSON.stringify(anEvent)} ` }],
  ['no headers', { headers: {} }],
  ['a header given twice', { headers: { 'x-timestamp': ['1', '2'], 'x-signature': 'v1=' } }],
])('verifyWebhook: refuses %s', async (_case, changes) => {
  const event = verifyWebhook({ ...received(), ...changes });

  await expect(event).rejects.toThrow(InvalidWebhook);
});

test.each([
  ['none', ''],
  ['another version', 'v2='],
  ['capitals', 'V1='],
  ['half of it', 'half'],
])('verifyWebhook: refuses a signature of %s', async (_case, kind) => {
  const webhook = received();
  const headers = webhook.headers as Record<string, string>;
  const [, hex = ''] = headers['x-signature']?.split('=') ?? [];
  const signature = kind === 'half' ? `v1=${hex.slice(0, 32)}` : kind && `${kind}${hex}`;

  const event = verifyWebhook({ ...webhook, headers: { ...headers, 'x-signature': signature } });

  await expect(event).rejects.toThrow('The signature was not made with this secret');
});

test('verifyWebhook: refuses a fresh timestamp with an old signature', async () => {
  const webhook = received({ now: later(3_600) });
  const headers = {
    ...(webhook.headers as Record<string, string>),
    'x-timestamp': String(later(3_600).getTime() / 1000),
  };

  await expect(verifyWebhook({ ...webhook, headers })).rejects.toThrow('The signature was not made');
});

test.each(['not JSON', '{}', JSON.stringify({ ...anEvent, eventId: 7 })])(
  'verifyWebhook: refuses %s even with a valid signature',
  async (body) => {
    await expect(verifyWebhook(received({ body }))).rejects.toThrow('is not an event');
  },
);

const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const timestamps = fc.integer({ min: 0, max: 2_000_000_000 });
const bodies = fc.string().map((note) => JSON.stringify({ ...anEvent, note }));

test('verifyWebhook: accepts signed parts, and nothing that differs in any part', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(secrets, timestamps, bodies),
      fc.tuple(secrets, timestamps, bodies),
      fc.constantFrom(0, 1, 2),
      async (signed, other, part) => {
        const [secret, timestamp, body] = signed.with(part, other[part]) as typeof signed;
        const headers = {
          'x-timestamp': String(timestamp),
          'x-signature': signNotification(signed[0], { timestamp: signed[1], body: signed[2] }),
        };
        const now = new Date(timestamp * 1000);
        const isAccepted = await verifyWebhook({ secret, headers, body, now }).then(
          () => true,
          () => false,
        );
        return isAccepted === (signed[part] === other[part]);
      },
    ),
  );
});

test('verifyWebhook: moving a byte from the timestamp to the body is detected', async () => {
  const body = `3.${JSON.stringify(anEvent)}`;
  const signature = signNotification(SECRET, { timestamp: 12, body });
  const headers = { 'x-timestamp': '123', 'x-signature': signature };

  const event = verifyWebhook({
    secret: SECRET,
    headers,
    body: body.slice(2),
    now: new Date(123_000),
  });

  await expect(event).rejects.toThrow('The signature was not made');
});

test.each<[string, Record<string, unknown>, string]>([
  ['an empty secret', { secret: '' }, 'secret is empty.'],
  ['no secret', { secret: undefined }, 'secret is missing.'],
  ['no secrets', { secret: [] }, 'secret is empty.'],
  ['an empty secret beside another', { secret: [SECRET, ''] }, 'secret is empty.'],
  ['a secret with the line break of its file', { secret: `${SECRET}\n` }, 'secret begins or ends with white space.'],
  ['a parsed body', { body: anEvent }, 'body must be the raw bytes: pass the text or the bytes as received'],
  ['no body', { body: undefined }, 'body must be the raw bytes'],
  ['no headers', { headers: undefined }, 'headers are missing.'],
])('verifyWebhook: %s is an error of the receiver, not of the delivery', async (_case, changes, message) => {
  const error = await verifyWebhook({ ...received(), ...changes } as ReceivedWebhook).catch((one: unknown) => one);

  expect(error).toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(InvalidWebhook);
  expect(String(error)).toContain(message);
});
