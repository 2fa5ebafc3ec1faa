import { randomUUID } from 'node:crypto';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '#shared/routes.ts';
import { anonymous, call, keyOf, userOf } from '#test/support/api.ts';
import { connectionLost, failing, throttled } from '#test/support/aws-errors.ts';
import { existingSent } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';

const { listRecords } = routes.risk;
const { readSigning } = routes.documents;
const subjects = { params: { resource: 'subjects' } };

beforeAll(async () => {
  process.env.RATE_LIMITS = 'organization=10/25,key=5/10,link=1/3';
  await prepareEngine();
});
// Time does not pass unless a test advances it, however slow the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const isTake = ({ command, input }: AwsCall) =>
  command === 'UpdateItem' && 'ReturnValuesOnConditionCheckFailure' in input;

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function statuses(count: number, ask: () => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let at = 0; at < count; at += 1) seen.push((await ask()).status);
  return seen;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('rate limits: a flooding API key gets 429 with Retry-After, and works again after it', async () => {
  const { credential } = await keyOf(randomUUID(), 'test');
  const ask = () => call(credential, listRecords, subjects);

  const flood = await statuses(12, ask);
  const refused = await ask();
  pass(Number(refused.headers['retry-after']) * 1000);
  const after = await statuses(6, ask);

  expect(flood).toEqual([...times(10, 200), 429, 429]);
  expect(refused.headers['content-type']).toBe('application/problem+json');
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.body).toMatchObject({
    code: 'rate_limited',
    detail: 'Too many requests for this API key. Retry after 1 s.',
  });
  expect(after).toEqual([...times(5, 200), 429]);
});

test('rate limits: keys and users of an organization share its bucket, others are not affected', async () => {
  const organizationId = randomUUID();
  const keys = [await keyOf(organizationId, 'test'), await keyOf(organizationId, 'live')];
  const member = await userOf(organizationId, 'member');
  const stranger = (await keyOf(randomUUID(), 'test')).credential;

  for (const { credential } of keys)
    expect(await statuses(10, () => call(credential, listRecords, subjects))).toEqual(times(10, 200));
  const rest = await statuses(6, () => call(member, listRecords, subjects));
  const refused = await call(member, listRecords, subjects);

  expect(rest).toEqual([...times(5, 200), 429]);
  expect(refused.body.detail).toContain('this organization');
  expect((await call(stranger, listRecords, subjects)).status).toBe(200);
});

test('rate limits: a signing link has its own bucket', async () => {
  const scope = { organizationId: randomUUID(), mode: 'test' as const };
  const [one, other] = [await existingSent(scope), await existingSent(scope)];
  const ask = ({ token }: { token: string }) => call(anonymous, readSigning, { params: { token } });

  expect(await statuses(4, () => ask(one))).toEqual([200, 200, 200, 429]);
  expect((await ask(other)).status).toBe(200);
});

test('rate limits: an unauthenticated request takes no token', async () => {
  const { key, credential } = await keyOf(randomUUID(), 'test');
  const forged = async (request: Parameters<typeof credential>[0]) => ({
    ...(await credential(request)),
    'x-signature': `v1=${'0'.repeat(64)}`,
  });

  const { result, calls } = await observed(() => statuses(3, () => call(forged, listRecords, subjects)));

  expect(key.revokedAt).toBeNull();
  expect(result).toEqual([401, 401, 401]);
  expect(calls.filter(isTake)).toEqual([]);
});

test('rate limits: leases double while they are used up, so that calls stay few', async () => {
  const member = await userOf(randomUUID(), 'member');
  const ask = () => call(member, listRecords, subjects);

  const { calls } = await observed(() => statuses(15, ask));
  pass(1_000);
  const { calls: afterPause } = await observed(ask);

  expect(calls.filter(isTake).length).toBeLessThanOrEqual(8);
  // The rest of a lease is dropped after a second: a new one is taken.
  expect(afterPause.some(isTake)).toBe(true);
});

test('rate limits: if tokens cannot be taken, the request is allowed and counted', async () => {
  const member = await userOf(randomUUID(), 'member');
  const measured = vi.spyOn(Metrics.prototype, 'addMetric');

  const { result } = await withFaults(
    { ofCall: (one) => (isTake(one) ? failing(connectionLost)(one) : undefined) },
    () => call(member, listRecords, subjects),
  );

  expect(result.status).toBe(200);
  expect(measured).toHaveBeenCalledWith('RatesUnchecked', 'Count', 1);
});

test('rate limits: a refused request writes nothing while the bucket is known to be empty', async () => {
  const { credential } = await keyOf(randomUUID(), 'test');
  const ask = () => call(credential, listRecords, subjects);
  expect(await statuses(11, ask)).toEqual([...times(10, 200), 429]);

  const { result, calls } = await observed(() => statuses(20, ask));
  pass(250);
  const { result: after, calls: takesAfter } = await observed(ask);

  expect(result).toEqual(times(20, 429));
  expect(calls.filter(isTake)).toEqual([]);
  expect(after.status).toBe(200);
  // One of the key, whose TAT is known, and one of the organization.
  expect(takesAfter.filter(isTake).length).toBeLessThanOrEqual(3);
});

test('rate limits: a throttled bucket is empty, is not retried, and the organization is not charged', async () => {
  const { credential } = await keyOf(randomUUID(), 'test');
  const measured = vi.spyOn(Metrics.prototype, 'addMetric');
  const attempts: string[] = [];
  const pkOf = ({ input }: AwsCall) => (input.Key as { pk: { S: string } }).pk.S;

  const { result } = await withFaults(
    {
      ofAttempt: (one) => {
        if (!isTake(one)) return undefined;
        attempts.push(pkOf(one).split('#')[1] ?? '');
        return failing(throttled)(one);
      },
    },
    () => call(credential, listRecords, subjects),
  );

  expect(result.status).toBe(429);
  expect(result.headers['retry-after']).toBe('1');
  expect(attempts).toEqual(['key']);
  expect(measured).not.toHaveBeenCalledWith('RatesUnchecked', 'Count', 1);
});

test('rate limits: a key over its limit leaves the tokens of its organization to others', async () => {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, 'test');
  const member = await userOf(organizationId, 'member');

  const flood = await statuses(60, () => call(credential, listRecords, subjects));
  const rest = await statuses(15, () => call(member, listRecords, subjects));

  expect(flood.filter((status) => status === 200)).toHaveLength(10);
  expect(rest).toEqual(times(15, 200));
});
