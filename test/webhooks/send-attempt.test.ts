import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type DeliveryDependencies, deliveryDependencies } from '#shared/webhooks/delivery-dependencies.ts';
import { RESPONSE_BYTES } from '#shared/webhooks/limits.ts';
import { sendAttempt } from '#shared/webhooks/send-attempt.ts';
import { answering, type Endpoint, RECEIVER_KINDS, startEndpoint } from './test-receivers.ts';

const opened: Endpoint[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ stop }) => stop()));
});

async function open(...args: Parameters<typeof startEndpoint>): Promise<Endpoint> {
  const endpoint = await startEndpoint(...args);
  opened.push(endpoint);
  return endpoint;
}

const body = '{"event":"é"}';
const send = (url: string, around: Partial<DeliveryDependencies> = {}) =>
  sendAttempt(
    { url, headers: { 'content-type': 'application/json', 'x-signature': 'v1=00' }, body },
    { ...deliveryDependencies(), isLocal: true, ...around },
  );

test('attempt: posts the body unchanged, with its length in bytes and the given headers', async () => {
  const endpoint = await open(answering(200));

  await send(endpoint.url);

  const [head = '', sent] = endpoint.visits[0]?.request.split('\r\n\r\n') ?? [];
  expect(sent).toBe(body);
  expect(head.split('\r\n').map((line) => line.toLowerCase())).toEqual([
    'post /hook http/1.1',
    'content-type: application/json',
    'x-signature: v1=00',
    `content-length: ${Buffer.byteLength(body)}`,
    `host: 127.0.0.1:${endpoint.port}`,
    'connection: close',
  ]);
});

test('attempt: reads at most 4 KiB of an endless response, and one block of the socket', async () => {
  const read: number[] = [];
  const onStart = (message: unknown) => {
    const { response } = message as { response: IncomingMessage };
    response.on('close', () => read.push(response.socket.bytesRead));
  };
  diagnostics.subscribe('http.client.response.finish', onStart);
  onTestFinished(() => void diagnostics.unsubscribe('http.client.response.finish', onStart));
  const endpoint = await open(RECEIVER_KINDS['endless body']?.behaves ?? answering(500));

  const outcome = await send(endpoint.url);

  await endpoint.visits[0]?.closed;
  expect(outcome).toMatchObject({ status: 200, error: null });
  expect(outcome.preview).toHaveLength(1_000);
  expect(read).toHaveLength(1);
  expect(read[0]).toBeLessThan(RESPONSE_BYTES + 2 * 64 * 1024);
});

test.each(['slow headers', 'silence', 'slow body', 'endless chunks'])(
  'attempt: "%s" is closed by the deadline',
  async (name) => {
    const endpoint = await open(RECEIVER_KINDS[name]?.behaves ?? answering(500));

    const outcome = await send(endpoint.url, { deadlineMs: 300 });

    expect(outcome.error).toBe('timeout');
    expect(outcome.latencyMs).toBeGreaterThanOrEqual(290);
    await endpoint.visits[0]?.closed; // or the test does not end
    expect(endpoint.visits[0]?.isClosed).toBe(true);
  },
);

test('attempt: the default deadline is ten seconds', () => {
  expect(deliveryDependencies().deadlineMs).toBe(10_000);
});

test('attempt: the connection is closed when the response is complete, even with keep-alive', async () => {
  const endpoint = await open(answering(200, { connection: 'keep-alive' }, 'ok'));

  const outcome = await send(endpoint.url);

  expect(outcome).toMatchObject({ status: 200, preview: 'ok' });
  await endpoint.visits[0]?.closed;
});
