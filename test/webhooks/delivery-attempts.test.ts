import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { type Delivery, DeliveryRecord } from '#shared/webhooks/delivery.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { type DeliverOptions, deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { some } from '#test/support/soak.ts';
import { everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { plantSubscriptions, storeDelivery } from './stored-rows.ts';
import { anOrganization, deliveriesPage, type Organization } from './subscriber.ts';
import { answering, type Endpoint, isFriendly, RECEIVER_KINDS, selfSigned, startEndpoint } from './test-receivers.ts';

/** Each kind of receiver gets a delivery with all its attempts, while the clock advances. */
const WAITS = [60, 120, 240, 480];
const DEADLINE_MS = 150;
/** For receivers that send something before the deadline. */
const PREVIEW_DEADLINE_MS = 2_000;
/** For attempts that end by themselves, however busy this machine is. */
const LONG_DEADLINE_MS = 8_000;
const opened: Endpoint[] = [];

beforeAll(prepareEngine);
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ stop }) => stop()));
});

async function open(...args: Parameters<typeof startEndpoint>): Promise<Endpoint> {
  const endpoint = await startEndpoint(...args);
  opened.push(endpoint);
  return endpoint;
}

/** Delivers one event until nothing is due, and returns the record as its owner sees it. */
async function deliverToTheEnd(url: string, around: DeliverOptions['around'] = {}) {
  const organization = await anOrganization();
  const [webhook] = await plantSubscriptions(organization, 1, { url });
  const planted = await storeDelivery(organization, webhook?.id ?? '');
  const message = dueMessage(organization, planted);
  const lane = 'slowDeliveries';
  const options: DeliverOptions = { around: { deadlineMs: DEADLINE_MS, ...around }, lane };
  const attemptAt = (at: Date) => deliverWebhook(workerContext(at), message, options);

  let delivery: Delivery = planted;
  while (delivery.nextAttemptAt !== null) {
    const dueAt = new Date(delivery.nextAttemptAt);
    if (delivery.attemptsInRound === 1) await attemptAt(addSeconds(dueAt, -2)); // too early
    await attemptAt(dueAt);
    if (delivery.attemptsInRound === 0) await attemptAt(dueAt); // a message comes twice
    delivery = (await everyDelivery(planted.webhookId))[0] as Delivery;
  }
  await attemptAt(addSeconds(new Date(), 86_400)); // and once more when all is over
  return onlyDelivery(organization, planted.webhookId);
}

async function onlyDelivery(organization: Organization, webhookId: string) {
  const { body } = await deliveriesPage(organization, webhookId);
  expect(body.items).toHaveLength(1);
  return DeliveryRecord.parse(body.items[0]);
}

/** From the end of each attempt to the beginning of the next. */
const waitsBetween = ({ data: { attempts } }: Awaited<ReturnType<typeof onlyDelivery>>) =>
  attempts.slice(1).map(({ at }, index) => {
    const before = attempts[index];
    return (Date.parse(at) - Date.parse(before?.at ?? '') - (before?.latencyMs ?? 0)) / 1000;
  });

/** Each wait is as long as the schedule says, or up to a tenth longer. */
function expectWaits(record: Awaited<ReturnType<typeof onlyDelivery>>, expected: readonly number[]): void {
  const waits = waitsBetween(record);
  expect(waits).toHaveLength(expected.length);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(expected[index] ?? 0);
    expect(wait).toBeLessThanOrEqual((expected[index] ?? 0) * 1.1);
  }
}

describe.each(some(Object.entries(RECEIVER_KINDS), 5))('a receiver that answers with %s', (_name, kind) => {
  const { behaves, status, error, preview } = kind;

  test('gets the expected attempts, and each is recorded', async () => {
    const endpoint = await open(behaves);

    const silentMs = status === null ? DEADLINE_MS : PREVIEW_DEADLINE_MS;
    const deadlineMs = error === 'timeout' ? silentMs : LONG_DEADLINE_MS;
    const record = await deliverToTheEnd(endpoint.url, { deadlineMs });

    const { attempts } = record.data;
    expect(record.data.status).toBe(isFriendly(kind) ? 'succeeded' : 'failed');
    expectWaits(record, isFriendly(kind) ? [] : WAITS);
    expect(endpoint.visits).toHaveLength(attempts.length);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status, error });
      if (preview instanceof RegExp) expect(attempt.preview).toMatch(preview);
      else expect(attempt.preview).toBe(preview);
    }
    await Promise.all(endpoint.visits.map(({ closed }) => closed));
  });
});

describe('a receiver that cannot be reached', () => {
  const unresolvable = 'https://hooks.no-such-name.invalid/';
  const never = () => new Promise<never>(() => undefined);
  const failing = async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));

  async function closedPort(): Promise<string> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}/`;
  }
  /** Receives a TLS hello and takes it for a broken request, as any HTTP server would. */
  const withoutTls = async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    return receiver.url.replace('http:', 'https:');
  };
  const unknownIssuer = async () => (await open(answering(200), { identity: selfSigned('localhost') })).url;

  test.each([
    ['its port is closed', closedPort, {}, 'connection_refused'],
    ['it speaks no TLS', withoutTls, {}, 'tls_failure'],
    ['its issuer is unknown', unknownIssuer, {}, 'tls_failure'],
    ['its name is unknown', () => unresolvable, { resolve: failing }, 'unresolvable'],
    ['its name has no address', () => unresolvable, { resolve: async () => [] }, 'unresolvable'],
    ['its name server is silent', () => unresolvable, { resolve: never }, 'timeout'],
  ])('because of %s gets five attempts, and no request', async (_why, makeUrl, around, error) => {
    const url = await makeUrl();

    const deadlineMs = error === 'timeout' ? DEADLINE_MS : LONG_DEADLINE_MS;
    const record = await deliverToTheEnd(url, { deadlineMs, ...around });

    expect(record.data.status).toBe('failed');
    expectWaits(record, WAITS);
    expect(record.data.attempts).toHaveLength(5);
    for (const attempt of record.data.attempts) expect(attempt).toMatchObject({ status: null, error, preview: null });
    expect(opened.flatMap(({ visits }) => visits.filter(({ request }) => request !== ''))).toEqual([]);
  });
});

describe('a receiver with Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  test.each([
    ['less than the schedule gives', () => '5', WAITS],
    ['more, in seconds', () => '300', [300, 300, 300, 480]],
    ['more than any delay there is', () => '86400', [900, 900, 900, 900]],
    ['an absurd number of seconds', () => '9'.repeat(400), [900, 900, 900, 900]],
    ['a date that has passed', () => inSeconds(-3_600), WAITS],
    ['a date far away', () => 'Fri, 31 Dec 9999 23:59:59 GMT', [900, 900, 900, 900]],
    ['a negative number', () => '-1', WAITS],
    ['nonsense', () => 'after lunch', WAITS],
  ])('that is %s', async (_what, retryAfter, waits) => {
    const endpoint = await open(answering(429, { 'retry-after': retryAfter() }));

    const record = await deliverToTheEnd(endpoint.url);

    expect(record.data).toMatchObject({ status: 'failed' });
    expect(record.data.attempts.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
    expectWaits(record, waits);
  });

  test('with a date gets that time, to the second', async () => {
    const endpoint = await open((socket, visit) => answering(503, { 'retry-after': inSeconds(600) })(socket, visit));

    const waits = waitsBetween(await deliverToTheEnd(endpoint.url));

    expect(waits).toHaveLength(4);
    for (const wait of waits) expect(Math.abs(wait - 600)).toBeLessThan(5);
  });
});

test('delivery attempts: a receiver that has recovered is not called again', async () => {
  const endpoint = await open((socket, visit) => answering(visit < 3 ? 500 : 200)(socket, visit));

  const record = await deliverToTheEnd(endpoint.url);

  expect(record.data.status).toBe('succeeded');
  expect(record.data.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
  expectWaits(record, [60, 120]);
});

describe('the response preview', () => {
  test.each([
    ['of characters of four bytes', '😀'.repeat(5_000), '😀'.repeat(1_000)],
    ['of characters of three bytes', '€'.repeat(5_000), '€'.repeat(1_000)],
    ['that does not begin where a byte count would cut', `a${'é'.repeat(5_000)}`, `a${'é'.repeat(999)}`],
    ['with characters that JSON escapes', '\u0000"\\\u2028'.repeat(500), '\u0000"\\\u2028'.repeat(250)],
    ['of 1,000 characters', 'y'.repeat(1_000), 'y'.repeat(1_000)],
  ])('of %s is complete', async (_what, body, preview) => {
    const endpoint = await open(answering(200, {}, body));

    const record = await deliverToTheEnd(endpoint.url);

    expect(record.data.attempts).toHaveLength(1);
    expect(record.data.attempts[0]?.preview).toBe(preview);
  });

  test('drops a character that was cut off', async () => {
    const half = Buffer.from('half 😀').subarray(0, -2);
    const endpoint = await open((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n');
      socket.write(half);
    });

    const record = await deliverToTheEnd(endpoint.url);

    expect(record.data.attempts[0]).toMatchObject({ error: 'timeout', preview: 'half ' });
  });

  test('of bytes that are not text shows that they are not', async () => {
    const endpoint = await open((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n');
      socket.write(Buffer.from([0x61, 0xff, 0x62]));
    });

    const record = await deliverToTheEnd(endpoint.url);

    expect(record.data.attempts[0]?.preview).toBe('a\ufffdb');
  });
});
