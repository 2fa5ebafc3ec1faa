import { randomUUID } from 'node:crypto';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '#packages/foundation/src/problem.ts';
import { returnLongWork, takeLongWork } from '#shared/platform/rate-limit/long-work.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { connectionLost, failing, throttled } from '#test/support/aws-errors.ts';
import { aTemplate } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, holding, observed, withFaults } from '#test/support/faults.ts';

const MOST = 3;

beforeAll(async () => {
  process.env.LONG_REQUESTS = `${MOST}`;
  await prepareEngine();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const workOf = (organizationId: string) => ({ organizationId, requestId: randomUUID(), timeoutSeconds: 29 });
const take = (organizationId: string) => takeLongWork(workOf(organizationId));
const outcomeOf = (organizationId: string) =>
  take(organizationId).then(
    () => 'taken',
    ({ status }: Problem) => status,
  );
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('long work: an organization has as many leases as allowed, and a returned one can be taken again', async () => {
  const organizationId = randomUUID();
  const first = await take(organizationId);
  for (let taken = 1; taken < MOST; taken += 1) await take(organizationId);

  await expect(take(organizationId)).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    details: { retryAfterSeconds: 1 },
  });
  expect(await outcomeOf(randomUUID())).toBe('taken');

  if (first) await returnLongWork(first);
  expect(await outcomeOf(organizationId)).toBe('taken');
  expect(await outcomeOf(organizationId)).toBe(429);
});

test('long work: of many requests at the same time no more than allowed are admitted', async () => {
  const organizationId = randomUUID();

  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(organizationId)));

  const taken = outcomes.filter((one) => one === 'taken').length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(MOST);
  expect(outcomes.filter((one) => one === 429)).toHaveLength(20 - taken);
});

test('long work: the lease of a function that died ends with its timeout', async () => {
  const organizationId = randomUUID();
  for (let taken = 0; taken < MOST; taken += 1) await take(organizationId);

  pass(29_000);
  expect(await outcomeOf(organizationId)).toBe(429);
  pass(6_000);

  const outcomes = [];
  for (let asked = 0; asked <= MOST; asked += 1) outcomes.push(await outcomeOf(organizationId));
  expect(outcomes).toEqual([...Array.from({ length: MOST }, () => 'taken'), 429]);
});

test('long work: a lease costs one write, its return another, and a refusal one', async () => {
  const organizationId = randomUUID();
  const work = await take(organizationId);
  const taken = await observed(() => take(organizationId));
  const returned = await observed(async () => work && returnLongWork(work));
  await take(organizationId);
  await take(organizationId);
  const refused = await observed(() => outcomeOf(organizationId));

  expect([taken, returned, refused].map(({ calls }) => calls.map(({ command }) => command))).toEqual([
    ['UpdateItem'],
    ['UpdateItem'],
    ['UpdateItem'],
  ]);
});

test.each([
  ['does not answer is allowed and counted', connectionLost, 'taken', 1],
  ['is throttled is refused', throttled, 429, 0],
])('long work: a request whose row %s', async (_how, error, expected, unchecked) => {
  const counted = vi.spyOn(Metrics.prototype, 'addMetric');
  const plan = { ofCall: (one: AwsCall) => failing(() => error())(one) };

  const { result } = await withFaults(plan, () => outcomeOf(randomUUID()));

  expect(result).toBe(expected);
  expect(counted.mock.calls.filter(([name]) => name === 'RatesUnchecked')).toHaveLength(unchecked);
});

test('long work: a request that prints holds a lease until its answer, one that fails returns it', async () => {
  const { previewTemplate } = routes.documents;
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, 'test');
  for (let taken = 1; taken < MOST; taken += 1) await take(organizationId);
  const { name: _name, ...template } = aTemplate();
  const preview = (more = {}) => call(credential, previewTemplate, { body: { ...template, ...more } });
  const isReturn = ({ command, input }: AwsCall) =>
    command === 'UpdateItem' && `${input.UpdateExpression}`.startsWith('REMOVE');

  const held = holding(isReturn);
  const first = withFaults(held.plan, () => preview());
  await held.reached;
  const second = await preview();
  held.release();

  expect((await first).result.status).toBe(200);
  expect(second).toMatchObject({ status: 429, headers: { 'retry-after': '1' }, body: { code: 'rate_limited' } });
  expect((await preview({ source: '{{ unclosed' })).status).toBe(422);
  expect((await preview({ source: 7 })).status).toBe(400);
  expect((await preview()).status).toBe(200);
});
