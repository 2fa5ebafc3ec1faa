import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSignedBy } from '../../../shared/identity/signed-request.ts';
import { aSubject, CREDENTIALS, clientAnsweredBy, json, problem, type Reply } from './fake-service.ts';

const body = { kind: 'person', externalId: 'customer-4711' } as const;
const created = json(aSubject, 201);
const lost = new TypeError('fetch failed');

const realImmediate = setImmediate;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Advances the fake timers over all pauses, and returns their total. */
async function settle<T>(call: Promise<T>) {
  const startedMs = Date.now();
  const result = call.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  let isSettled = false;
  void result.then(() => {
    isSettled = true;
  });
  // Signatures are made by other threads, which fake timers do not wait for.
  while (!isSettled) {
    await vi.runAllTimersAsync();
    await new Promise((resolve) => realImmediate(resolve));
  }
  return { ...(await result), waitedMs: Date.now() - startedMs };
}

test.each([
  ['a lost connection', lost],
  ['a throttled request', problem(429, 'throttled')],
  ['a busy database', problem(503, 'unavailable')],
  ['a defect', problem(500, 'internal_error')],
  ['running out of time', problem(504, 'timed_out')],
  ['a gateway', new Response('<html>', { status: 504 })],
  ['half an answer', new Response('{"id":', { headers: { 'content-type': 'application/json' } })],
])(
  'client retries: a POST with an idempotency key is repeated after %s, with the same key and body',
  async (_case, failure) => {
    const { client, sent } = clientAnsweredBy([failure, failure, created]);

    const { value } = await settle(client.risk.createSubject({ body }));

    expect(value).toEqual(aSubject);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(sent.map(({ body: bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
  },
);

test('client retries: every attempt is signed anew', async () => {
  const busy = problem(503, 'unavailable', { 'retry-after': '5' });
  const { client, sent } = clientAnsweredBy([busy, busy, created]);

  await settle(client.risk.createSubject({ body }));

  const timestamps = sent.map(({ headers }) => Number(headers.get('x-timestamp')));
  expect(timestamps[1]).toBeGreaterThanOrEqual((timestamps[0] ?? 0) + 5);
  expect(timestamps[2]).toBeGreaterThanOrEqual((timestamps[1] ?? 0) + 5);
  for (const { headers, method, url, body: bytes } of sent)
    expect(
      isSignedBy(CREDENTIALS.secret, headers.get('x-signature') ?? '', {
        timestamp: headers.get('x-timestamp') ?? '',
        method,
        pathAndQuery: url.pathname,
        idempotencyKey: headers.get('idempotency-key') ?? '',
        body: bytes,
      }),
    ).toBe(true);
});

test('client retries: a GET is repeated', async () => {
  const { client, sent } = clientAnsweredBy([lost, problem(500, 'internal_error'), json(aSubject)]);

  const { value } = await settle(client.risk.readRecord({ params: { resource: 'subjects', id: aSubject.id } }));

  expect(value).toEqual(aSubject);
  expect(sent).toHaveLength(3);
});

test.each<[string, number, Reply]>([
  ['a lost connection', 1, lost],
  ['a defect', 1, problem(500, 'internal_error')],
  ['a busy database', 1, problem(503, 'unavailable')],
  ['running out of time', 1, problem(504, 'timed_out')],
  ['a throttled request', 4, problem(429, 'throttled')],
])(
  'client retries: a change without an idempotency key, after %s, is sent %i times in all',
  async (_case, times, failure) => {
    const { client, sent } = clientAnsweredBy([failure]);

    const { error } = await settle(client.webhooks.deleteWebhook({ params: { id: aSubject.id } }));

    expect(error).toBeInstanceOf(Error);
    expect(sent).toHaveLength(times);
  },
);

test('client retries: end after the configured attempts, with the last failure', async () => {
  const { client, sent } = clientAnsweredBy([lost, problem(503, 'unavailable')], {
    retry: { attempts: 3 },
  });

  const { error } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ name: 'AssayProblem', code: 'unavailable' });
  expect(sent).toHaveLength(3);
});

test('client retries: a missing response is reported as unreachable', async () => {
  const { client } = clientAnsweredBy([lost]);

  const { error } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ name: 'AssayUnreachable', cause: lost });
});

test('client retries: pauses grow exponentially, with jitter', async () => {
  const { client } = clientAnsweredBy([lost], { retry: { attempts: 5, backoffMs: 100 } });

  vi.spyOn(Math, 'random').mockReturnValue(1);
  const longest = await settle(client.risk.createSubject({ body }));
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const usual = await settle(client.risk.createSubject({ body }));

  expect(longest.waitedMs).toBe(100 + 200 + 400 + 800);
  expect(usual.waitedMs).toBe(longest.waitedMs / 2);
});

test.each([
  ['seconds', () => '7'],
  ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
])('client retries: wait as long as Retry-After says in %s', async (_case, retryAfter) => {
  vi.setSystemTime(new Date('2026-03-14T09:26:53.000Z'));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const throttled = problem(429, 'throttled', { 'retry-after': retryAfter() });
  const { client } = clientAnsweredBy([throttled, created]);

  const { value, waitedMs } = await settle(client.risk.createSubject({ body }));

  expect(value).toEqual(aSubject);
  expect(waitedMs).toBe(7_000);
});

test('client retries: a service that asks for a long pause is not retried', async () => {
  const { client, sent } = clientAnsweredBy([problem(503, 'unavailable', { 'retry-after': '3600' })]);

  const { error, waitedMs } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 3600 });
  expect({ waitedMs, attempts: sent.length }).toEqual({ waitedMs: 0, attempts: 1 });
});

test('client retries: an abort by the caller stops them at once, also during a pause', async () => {
  const { client, sent } = clientAnsweredBy([problem(503, 'unavailable', { 'retry-after': '10' })]);
  const caller = new AbortController();
  setTimeout(() => caller.abort(new Error('enough')), 2_000);

  const { error, waitedMs } = await settle(client.risk.createSubject({ body, signal: caller.signal }));

  expect(error).toMatchObject({ message: 'enough' });
  expect({ waitedMs, attempts: sent.length }).toEqual({ waitedMs: 2_000, attempts: 1 });
});

test('client retries: nothing is sent for a caller who aborted before', async () => {
  const { client, sent } = clientAnsweredBy([lost]);

  const { error } = await settle(client.risk.createSubject({ body, signal: AbortSignal.abort(new Error('gone')) }));

  expect(error).toMatchObject({ message: 'gone' });
  expect(sent).toHaveLength(1);
});

test('client retries: an attempt that takes too long counts as lost', async () => {
  vi.useRealTimers();
  const hangs = () => new Promise<Response>(() => {});
  const { client, sent } = clientAnsweredBy([hangs, created], {
    timeoutMs: 1_000,
    retry: { backoffMs: 1 },
  });

  const subject = await client.risk.createSubject({ body });

  expect(subject).toEqual(aSubject);
  expect(sent).toHaveLength(2);
});
