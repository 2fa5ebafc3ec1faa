import { deliveryHeaders, signNotification, signStandard } from '@assay/foundation/webhook-signature';
import { expect, test } from 'vitest';

test('webhook signature: matches the test vector of the Standard Webhooks specification', () => {
  const signature = signStandard('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });

  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

// Computed with: printf '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac <secret>
test('webhook signature: our form uses the text of the secret', () => {
  const signature = signNotification('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });

  expect(signature).toBe('v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964');
});

test('webhook signature: a delivery has both forms, and a signature for each secret', () => {
  const [current, previous] = ['whsec_Y3VycmVudA==', 'whsec_cHJldmlvdXM='] as const;
  const parts = { eventId: 'e-1', timestamp: 1_773_480_413, body: '{}' };

  const headers = deliveryHeaders({
    ...parts,
    event: 'webhook.ping',
    secrets: [current, previous],
  });

  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Assay-Webhooks',
    'x-webhook-event': 'webhook.ping',
    'x-timestamp': '1773480413',
    'x-signature': `${signNotification(current, parts)},${signNotification(previous, parts)}`,
    'webhook-id': 'e-1',
    'webhook-timestamp': '1773480413',
    'webhook-signature': `${signStandard(current, parts)} ${signStandard(previous, parts)}`,
  });
});
