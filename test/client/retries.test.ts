import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSignedBy } from '#shared/identity/signed-request.ts';
import {
  aSubject,
  CREDENTIALS,
  clientAnsweredBy,
  json,
  problem,
  type Reply,
} from './fake-service.ts';

const body = { kind: 'person', externalId: 'customer-4711' } as const;
const created = json(aSubject, 201);
const lost = new TypeError('fetch failed');

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets the pauses pass; says how long they were together. */
async function settle<T>(call: Promise<T>) {
  const startedMs = Date.now();
  const result = call.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  await vi.runAllTimersAsync();
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
])('repeats a keyed POST after %s, with the same key and body', async (_case, failure) => {
  const { client, sent } = clientAnsweredBy([failure, failure, created]);

  const { value } = await settle(client.risk.createSubject({ body }));

  expect(value).toEqual(aSubject);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(new Set(sent.map(({ body: bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
});

test('signs every attempt afresh', async () => {
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

test('repeats a GET', async () => {
  const { client, sent } = clientAnsweredBy([lost, problem(500, 'internal_error'), json(aSubject)]);

  const { value } = await settle(
    client.risk.readRecord({ params: { resource: 'subjects', id: aSubject.id } }),
  );

  expect(value).toEqual(aSubject);
  expect(sent).toHaveLength(3);
});

test.each<[string, number, Reply]>([
  ['a lost connection', 1, lost],
  ['a defect', 1, problem(500, 'internal_error')],
  ['a busy database', 1, problem(503, 'unavailable')],
  ['running out of time', 1, problem(504, 'timed_out')],
  ['a throttled request', 4, problem(429, 'throttled')],
])('a change that has no key, after %s, is sent %i times in all', async (_case, times, failure) => {
  const { client, sent } = clientAnsweredBy([failure]);

  const { error } = await settle(client.webhooks.deleteWebhook({ params: { id: aSubject.id } }));

  expect(error).toBeInstanceOf(Error);
  expect(sent).toHaveLength(times);
});

test('gives up after the attempts it has, with the last failure', async () => {
  const { client, sent } = clientAnsweredBy([lost, problem(503, 'unavailable')], {
    retry: { attempts: 3 },
  });

  const { error } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ name: 'AssayProblem', code: 'unavailable' });
  expect(sent).toHaveLength(3);
});

test('says that nobody answered when nobody did', async () => {
  const { client } = clientAnsweredBy([lost]);

  const { error } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ name: 'AssayUnreachable', cause: lost });
});

test('waits longer and longer, by chance a little less', async () => {
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
])('waits as long as Retry-After says in %s', async (_case, retryAfter) => {
  vi.setSystemTime(new Date('2026-03-14T09:26:53.000Z'));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const throttled = problem(429, 'throttled', { 'retry-after': retryAfter() });
  const { client } = clientAnsweredBy([throttled, created]);

  const { value, waitedMs } = await settle(client.risk.createSubject({ body }));

  expect(value).toEqual(aSubject);
  expect(waitedMs).toBe(7_000);
});

test('does not wait for a service that wants to be left alone for long', async () => {
  const { client, sent } = clientAnsweredBy([
    problem(503, 'unavailable', { 'retry-after': '3600' }),
  ]);

  const { error, waitedMs } = await settle(client.risk.createSubject({ body }));

  expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 3600 });
  expect({ waitedMs, attempts: sent.length }).toEqual({ waitedMs: 0, attempts: 1 });
});

test('stops at once when the caller has had enough, be it in a pause', async () => {
  const { client, sent } = clientAnsweredBy([problem(503, 'unavailable', { 'retry-after': '10' })]);
  const caller = new AbortController();
  setTimeout(() => caller.abort(new Error('enough')), 2_000);

  const { error, waitedMs } = await settle(
    client.risk.createSubject({ body, signal: caller.signal }),
  );

  expect(error).toMatchObject({ message: 'enough' });
  expect({ waitedMs, attempts: sent.length }).toEqual({ waitedMs: 2_000, attempts: 1 });
});

test('sends nothing again for a caller who was gone before it began', async () => {
  const { client, sent } = clientAnsweredBy([lost]);

  const { error } = await settle(
    client.risk.createSubject({ body, signal: AbortSignal.abort(new Error('gone')) }),
  );

  expect(error).toMatchObject({ message: 'gone' });
  expect(sent).toHaveLength(1);
});

test('counts an attempt that takes too long as lost', async () => {
  vi.useRealTimers();
  const hangs = () => new Promise<Response>(() => {});
  const { client, sent } = clientAnsweredBy([hangs, created], {
    timeoutMs: 20,
    retry: { backoffMs: 1 },
  });

  const subject = await client.risk.createSubject({ body });

  expect(subject).toEqual(aSubject);
  expect(sent).toHaveLength(2);
});
