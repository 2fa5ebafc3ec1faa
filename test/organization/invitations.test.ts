import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { markErased } from '#shared/identity/index.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { connectionLost, failing } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';
import { type FakeUserPool, fakeUserPool } from '#test/support/user-pool.ts';

const { createMember } = routes.organization;
const DAY_MS = 24 * 3600 * 1000;

let pool: FakeUserPool;
beforeAll(prepareEngine);
afterEach(() => shiftClock(0));
beforeEach(() => {
  pool = fakeUserPool();
});

const anAddress = () => `${randomUUID()}@example.com`;
const invite = async (organizationId: string, email: string) =>
  call(await userOf(organizationId, 'owner'), createMember, { body: { email, name: 'Ada Example', role: 'member' } });

/** Many at once wait for one row; who is told to repeat the request does so, and is counted once. */
async function inviteAmongMany(organizationId: string, email: string) {
  const owner = await userOf(organizationId, 'owner');
  const body = { email, name: 'Ada Example', role: 'member' as const };
  const idempotencyKey = randomUUID();
  const attempt = () => call(owner, createMember, { body, idempotencyKey });
  let response = await attempt();
  for (let repeated = 0; response.status === 503 && repeated < 20; repeated += 1) response = await attempt();
  return response;
}
const accountsOf = (email: string) => [...pool.users.values()].filter(({ attributes }) => attributes.email === email);
const organizationOf = (email: string) => accountsOf(email).map(({ attributes }) => attributes['custom:org']);

/** An invitation of another organization that was sent so many days ago and never used. */
async function invitedBefore(days: number) {
  const email = anAddress();
  const first = await invite(randomUUID(), email);
  const [account] = accountsOf(email);
  if (!account || first.status !== 201) throw new Error('There is no invitation.');
  account.createdAt = new Date(Date.now() - days * DAY_MS);
  return { email, account };
}

test('invitations: one that is unused for seven days can be taken over by another organization', async () => {
  const { email, account } = await invitedBefore(7.1);
  const own = randomUUID();

  const { status, body } = await invite(own, email);

  expect(status).toBe(201);
  expect(body.id).not.toBe(account.id);
  expect(organizationOf(email)).toEqual([own]);
  expect(accountsOf(email)[0]?.invitations).toBe(1);
});

test('invitations: a younger one, and an account that is used, stay with their organization', async () => {
  const young = await invitedBefore(6.9);
  const used = await invitedBefore(30);
  used.account.isUnused = false;
  const answers = [await invite(randomUUID(), young.email), await invite(randomUUID(), used.email)];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'email_in_use']));
  expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  expect(pool.users.get(young.account.id)?.isEnabled).toBe(true);
  expect(pool.users.get(used.account.id)?.isEnabled).toBe(true);
});

test('invitations: a person who signs in during a take-over keeps the account', async () => {
  const { email, account } = await invitedBefore(30);
  pool.atDisable = () => {
    account.isUnused = false;
  };

  const { status } = await invite(randomUUID(), email);

  expect(status).toBe(409);
  expect(pool.users.get(account.id)?.isEnabled).toBe(true);
});

test('invitations: after the erasure of its organization an address is free again', async () => {
  const email = anAddress();
  const erased = randomUUID();
  pool.addUser({ organizationId: erased, role: 'owner', email });
  const own = randomUUID();
  const before = await invite(own, email);
  await dynamoStore.transact([markErased(erased, new Date())], randomUUID());

  await expect.poll(async () => (await invite(own, email)).status, { interval: 1_200 }).toBe(201);
  expect(before.status).toBe(409);
  expect(organizationOf(email)).toEqual([own]);
});

test.each([
  ['a new address', async () => anAddress()],
  ['an expired invitation', async () => (await invitedBefore(8)).email],
])('invitations: of organizations that invite %s at once, exactly one wins', async (_case, addressOf) => {
  const email = await addressOf();
  const organizations = Array.from({ length: 4 }, () => randomUUID());

  const answers = await Promise.all(organizations.map((organizationId) => invite(organizationId, email)));

  const winners = organizations.filter((_, index) => answers[index]?.status === 201);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(organizationOf(email)).toEqual(winners);
});

test('invitations: an organization and an address have an hourly limit, which refused ones count to', async () => {
  const organizationId = randomUUID();
  const taken = anAddress();
  pool.addUser({ organizationId: randomUUID(), role: 'member', email: taken });
  const toOne = [];
  for (let sent = 0; sent < 7; sent += 1) toOne.push(await invite(randomUUID(), taken));
  const byOne = [];
  for (let sent = 0; sent < 23; sent += 1) byOne.push(await invite(organizationId, anAddress()));

  expect(toOne.map(({ status }) => status).sort()).toEqual([...Array(5).fill(409), 429, 429]);
  expect(byOne.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = byOne.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('invitations: of many at once exactly as many as allowed are sent, and no others create accounts', {
  tags: 'full',
}, async () => {
  const organizationId = randomUUID();
  const addresses = Array.from({ length: 30 }, anAddress);
  const byOne = await Promise.all(addresses.map((email) => inviteAmongMany(organizationId, email)));
  const shared = anAddress();
  const toOne = await Promise.all(Array.from({ length: 12 }, () => inviteAmongMany(randomUUID(), shared)));

  const statuses = byOne.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(10).fill(429)]);
  expect(addresses.flatMap(accountsOf)).toHaveLength(20);
  expect(toOne.map(({ status }) => status).sort()).toEqual([201, ...Array(4).fill(409), ...Array(7).fill(429)]);
});

test('invitations: a repeated request counts once, and room returns an hour after the first', async () => {
  const organizationId = randomUUID();
  const owner = await userOf(organizationId, 'owner');
  const body = { email: anAddress(), name: 'Ada Example', role: 'member' as const };
  const idempotencyKey = randomUUID();
  for (let asked = 0; asked < 4; asked += 1)
    expect((await call(owner, createMember, { body, idempotencyKey })).status).toBe(201);
  for (let sent = 1; sent < 20; sent += 1) expect((await invite(organizationId, anAddress())).status).toBe(201);
  const refused = await invite(organizationId, anAddress());
  expect(refused.status).toBe(429);
  expect((await call(owner, createMember, { body, idempotencyKey })).status).toBe(201);

  shiftClock(Number(refused.headers['retry-after']) * 1000);

  expect((await invite(organizationId, anAddress())).status).toBe(201);
});

test('invitations: while the count cannot be read or written, none are sent', async () => {
  const isCount = ({ input }: AwsCall) => JSON.stringify(input).includes('rate#invitation#');
  const fault = failing(() => connectionLost());
  const email = anAddress();
  const plan = { ofCall: (one: AwsCall) => (isCount(one) ? fault(one) : undefined) };

  const { result } = await withFaults(plan, () => invite(randomUUID(), email));

  expect(result.status).toBe(503);
  expect(accountsOf(email)).toEqual([]);
});
