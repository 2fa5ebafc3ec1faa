import { expect, test } from 'vitest';
import { deliveryHeaders } from '../../../shared/webhooks/signature.ts';
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

test('verifyWebhook: returns the event of a notification', () => {
  expect(verifyWebhook(received())).toEqual(anEvent);
});

test('verifyWebhook: the event type discriminates the data', () => {
  const data = { ...anEvent.data, matchCount: 2 };
  const body = JSON.stringify({ ...anEvent, event: 'screening.run.completed', data });

  const event = verifyWebhook(received({ body }));

  expect(event.event === 'screening.run.completed' && event.data.matchCount).toBe(2);
});

test('verifyWebhook: accepts the body as text or as bytes', () => {
  const body = Buffer.from(JSON.stringify(anEvent));

  expect(verifyWebhook({ ...received(), body })).toEqual(anEvent);
});

test.each<[string, (headers: Record<string, string>) => ReceivedWebhook['headers']]>([
  ['an instance of Headers', (headers) => new Headers(headers)],
  [
    'names in any case',
    (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
  ],
])('verifyWebhook: accepts headers as %s', (_case, arrange) => {
  const webhook = received();

  const headers = arrange(webhook.headers as Record<string, string>);

  expect(verifyWebhook({ ...webhook, headers })).toEqual(anEvent);
});

test.each([
  [-301, false],
  [-300, true],
  [-299, true],
  [299, true],
  [300, true],
  [301, false],
])(
  'verifyWebhook: accepts a notification %i seconds after it was signed: %s',
  (seconds, isAccepted) => {
    const verify = () => verifyWebhook(received({ now: later(seconds) }));

    if (isAccepted) expect(verify()).toEqual(anEvent);
    else expect(verify).toThrow('more than 300 seconds off');
  },
);

test('verifyWebhook: the receiver can choose its time window', () => {
  const webhook = received({ now: later(11), toleranceSeconds: 10 });

  expect(() => verifyWebhook(webhook)).toThrow('more than 10 seconds off');
});

test.each([
  ['the old secret with the old', [SECRET], [SECRET, OTHER]],
  ['the new secret with both', [OTHER], [SECRET, OTHER]],
  ['both secrets with the new', [SECRET, OTHER], [OTHER]],
])('verifyWebhook: during a rotation a receiver verifies %s', (_case, secret, signedWith) => {
  expect(verifyWebhook(received({ secret, signedWith }))).toEqual(anEvent);
});

test.each<[string, Partial<ReceivedWebhook>]>([
  ['another secret', { secret: OTHER }],
  ['no secret', { secret: [] }],
  ['a body that was tampered with', { body: JSON.stringify({ ...anEvent, event: 'risk.*' }) }],
  ['a body with a space more', { body: `${JSON.stringify(anEvent)} ` }],
  ['no headers', { headers: {} }],
  ['a header given twice', { headers: { 'x-timestamp': ['1', '2'], 'x-signature': 'v1=' } }],
])('verifyWebhook: refuses %s', (_case, changes) => {
  const verify = () => verifyWebhook({ ...received(), ...changes });

  expect(verify).toThrow(InvalidWebhook);
});

test.each([
  ['none', ''],
  ['another version', 'v2='],
  ['capitals', 'V1='],
  ['half of it', 'half'],
])('verifyWebhook: refuses a signature of %s', (_case, kind) => {
  const webhook = received();
  const headers = webhook.headers as Record<string, string>;
  const [, hex = ''] = headers['x-signature']?.split('=') ?? [];
  const signature = kind === 'half' ? `v1=${hex.slice(0, 32)}` : kind && `${kind}${hex}`;

  const verify = () =>
    verifyWebhook({ ...webhook, headers: { ...headers, 'x-signature': signature } });

  expect(verify).toThrow('The signature was not made with this secret');
});

test('verifyWebhook: refuses a fresh timestamp with an old signature', () => {
  const webhook = received({ now: later(3_600) });
  const headers = {
    ...(webhook.headers as Record<string, string>),
    'x-timestamp': String(later(3_600).getTime() / 1000),
  };

  expect(() => verifyWebhook({ ...webhook, headers })).toThrow('The signature was not made');
});

test.each(['not JSON', '{}', JSON.stringify({ ...anEvent, eventId: 7 })])(
  'verifyWebhook: refuses %s even with a valid signature',
  (body) => {
    expect(() => verifyWebhook(received({ body }))).toThrow('is not an event');
  },
);
