import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MODES, type Mode } from '#shared/platform/caller.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { confirmed, DELETION_DELAY_MS } from '#test/support/deletion.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashWhen, holding, observed, withFaults } from '#test/support/faults.ts';
import { lambdaContext, messagesOf, queueEvent } from '#test/support/queue.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { some } from '#test/support/soak.ts';
import { readRows } from '#test/support/stored-state.ts';
import { plantSubscriptions, plantTenant, type Tenant } from '#test/support/tenant.ts';

const { deleteOrganization, readOrganization, revokeDeletion, createApiKey } = routes.organization;
const { createSubject, listRecords } = routes.risk;
const subjects = { params: { resource: 'subjects' } };
const { handler: erase } = await import('#functions/workers/erase-organization.ts');
const { handler: tick } = await import('#functions/workers/tick-erasures.ts');

beforeAll(prepareEngine);
beforeEach(() => messagesOf('erasures'));
afterEach(() => shiftClock(0));

const request = ({ owner, organizationId }: Tenant) => call(owner, deleteOrganization, confirmed(organizationId));
const run = ({ organizationId }: Tenant) => erase(queueEvent({ organizationId }), lambdaContext());
const rowsOf = async ({ organizationId }: Tenant) =>
  (await readRows()).filter(({ item }) => JSON.stringify(item).includes(organizationId));
const deletionShown = async ({ owner }: Tenant) => (await call(owner, readOrganization)).body.data.deletion;

async function historyOf({ organizationId }: Tenant, mode: Mode) {
  const owner = await userOf(organizationId, 'owner');
  const headers = { 'x-risk-mode': mode };
  const { body } = await call(owner, listRecords, { params: { resource: 'events' }, headers });
  return body.items.map(({ data }: { data: { type: string; reason: string } }) => data);
}

/** Advances the clock past the delay of a requested deletion. */
async function afterDelay(): Promise<Tenant> {
  const tenant = await plantTenant();
  expect((await request(tenant)).status).toBe(202);
  shiftClock(DELETION_DELAY_MS + 1_000);
  return tenant;
}

test('organization deletion: is scheduled 24 hours ahead and shown', async () => {
  const tenant = await plantTenant();
  const member = await userOf(tenant.organizationId, 'member');

  const beforeMs = Date.now();
  const answer = await request(tenant);
  const afterMs = Date.now();

  const { requestedAt, erasesAt, requestedBy } = answer.body;
  expect(answer.status).toBe(202);
  expect(Date.parse(requestedAt)).toBeGreaterThanOrEqual(beforeMs);
  expect(Date.parse(requestedAt)).toBeLessThanOrEqual(afterMs);
  expect(Date.parse(erasesAt) - Date.parse(requestedAt)).toBe(DELETION_DELAY_MS);
  expect(requestedBy).toMatch(/^user:/);
  expect((await call(member, readOrganization)).body).toEqual({
    id: tenant.organizationId,
    resource: 'organizations',
    data: { deletion: answer.body, legalHold: null },
  });
});

test('organization deletion: nothing changes for callers during the delay', async () => {
  const tenant = await plantTenant();
  const { owner, client, organizationId } = tenant;
  await request(tenant);
  shiftClock(DELETION_DELAY_MS - 3_600_000);

  await tick({}, lambdaContext());
  const enqueued = await messagesOf('erasures');
  await run(tenant); // a stray message
  const answers = [
    await call(owner, listRecords, subjects),
    await call(client, createSubject, { body: aSubject() }),
    await call(owner, createApiKey, { body: { mode: 'live' } }),
  ];

  expect(enqueued).not.toContainEqual({ organizationId });
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201]);
});

test.each([
  ['without a body', undefined, 400, 'invalid_json'],
  ['without `confirm`', {}, 400, 'invalid_body'],
  ['with an empty `confirm`', { confirm: '' }, 400, 'invalid_body'],
  ['with an unknown property', { confirm: 'x', force: true }, 400, 'invalid_body'],
  ['with the id of another organization', { confirm: randomUUID() }, 422, 'confirmation_mismatch'],
  ['with a word', { confirm: 'delete' }, 422, 'confirmation_mismatch'],
])('organization deletion: a request %s is refused', async (_case, body, status, code) => {
  const tenant = await plantTenant();
  const before = await rowsOf(tenant);

  const answer = await call(tenant.owner, deleteOrganization, body && { body });

  expect(answer).toMatchObject({ status, body: { code } });
  expect(await rowsOf(tenant)).toEqual(before);
});

test('organization deletion: the case of the confirmation is ignored', async () => {
  const { owner, organizationId } = await plantTenant();

  const answer = await call(owner, deleteOrganization, confirmed(organizationId.toUpperCase()));

  expect(answer.status).toBe(202);
});

test('organization deletion: admins and members can neither request nor revoke it', async () => {
  const tenant = await plantTenant();
  const admin = await userOf(tenant.organizationId, 'admin');
  const member = await userOf(tenant.organizationId, 'member');

  const requested = [
    await call(admin, deleteOrganization, confirmed(tenant.organizationId)),
    await call(member, deleteOrganization, confirmed(tenant.organizationId)),
  ];
  const undisturbed = await deletionShown(tenant);
  await request(tenant);
  const revoked = [await call(admin, revokeDeletion), await call(member, revokeDeletion)];

  expect([...requested, ...revoked].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(undisturbed).toBeNull();
  expect(await deletionShown(tenant)).not.toBeNull();
});

test('organization deletion: repeated and concurrent requests return the same time', async () => {
  const tenant = await plantTenant();

  const answers = await Promise.all(Array.from({ length: 5 }, () => request(tenant)));
  shiftClock(3_600_000);
  answers.push(await request(tenant));

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.erasesAt)).size).toBe(1);
  expect(await historyOf(tenant, 'live')).toHaveLength(1);
});

test('organization deletion: history and webhooks of both modes have request and revocation', async () => {
  const tenant = await plantTenant('test');
  const { organizationId, owner } = tenant;
  await plantSubscriptions({ organizationId, mode: 'live' }, [['organization.*'], ['risk.*']]);

  const requestBody = { confirm: organizationId, reason: 'Contract ended.' };
  await call(owner, deleteOrganization, { body: requestBody });
  await call(owner, revokeDeletion, { body: { reason: 'By mistake.' } });

  for (const mode of MODES)
    expect(await historyOf(tenant, mode)).toMatchObject([
      { type: 'organization.deletion.requested', reason: 'Contract ended.' },
      { type: 'organization.deletion.revoked', reason: 'By mistake.' },
    ]);
  const outbox = (await rowsOf(tenant)).filter(({ kind }) => kind === 'events');
  expect(outbox).toHaveLength(4);
  // One webhook in each mode receives them: `*` in test mode, `organization.*` in live mode.
  for (const { item } of outbox) expect(Object.values(item.subscribers as Record<string, number[]>)).toEqual([[0]]);
});

test('organization deletion: a revoked one erases nothing and can be requested again', async () => {
  const tenant = await plantTenant();
  const first = await request(tenant);

  const revoked = await call(tenant.owner, revokeDeletion);
  shiftClock(DELETION_DELAY_MS + 1_000);
  await tick({}, lambdaContext());
  const enqueued = await messagesOf('erasures');
  await run(tenant); // a stray message
  const again = await request(tenant);

  expect(revoked).toMatchObject({ status: 200, body: { data: { deletion: null } } });
  expect(enqueued).not.toContainEqual({ organizationId: tenant.organizationId });
  expect(again.status).toBe(202);
  expect(Date.parse(again.body.erasesAt)).toBeGreaterThan(Date.parse(first.body.erasesAt));
});

test('organization deletion: a revocation is refused if none is requested', async () => {
  const tenant = await plantTenant();

  const never = await call(tenant.owner, revokeDeletion);
  await request(tenant);
  const answers = await Promise.all(Array.from({ length: 3 }, () => call(tenant.owner, revokeDeletion)));

  expect(never).toMatchObject({ status: 409, body: { code: 'no_deletion_requested' } });
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('organization deletion: the erasure begins after the delay and ends every credential', async () => {
  const tenant = await afterDelay();
  const { owner, client, organizationId } = tenant;
  const member = await userOf(organizationId, 'member');
  const stranger = await call(() => ({ authorization: 'Bearer aaaa.bbbb.cccc' }), listRecords, subjects);

  const before = await call(client, listRecords, subjects);
  await tick({}, lambdaContext());
  const enqueued = await messagesOf('erasures');
  await run(tenant);

  const answers = [
    await call(owner, listRecords, subjects),
    await call(member, listRecords, subjects),
    await call(client, listRecords, subjects),
    await call(client, createSubject, { body: aSubject() }),
    await call(owner, readOrganization),
    await request(tenant),
    await call(owner, revokeDeletion),
  ];
  expect(before.status).toBe(200);
  expect(enqueued).toContainEqual({ organizationId });
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: '' }).toEqual({ ...stranger.body, requestId: '' });
  }
  expect((await rowsOf(tenant)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('organization deletion: a neighbour is unaffected', { tags: 'full' }, async () => {
  const leaving = await afterDelay();
  const staying = await plantTenant();

  await run(leaving);

  expect((await call(staying.owner, listRecords, subjects)).status).toBe(200);
  expect((await call(staying.client, listRecords, subjects)).status).toBe(200);
});

test('organization deletion: a revocation that commits first stops the erasure', async () => {
  const tenant = await afterDelay();
  const held = holding(isTransaction);
  const beginning = withFaults(held.plan, () => run(tenant));
  await held.reached;

  const revoked = await call(tenant.owner, revokeDeletion);
  held.release();
  const { result } = await beginning;

  expect(revoked.status).toBe(200);
  expect(result).toEqual({ batchItemFailures: [] });
  expect(await deletionShown(tenant)).toBeNull();
  expect((await call(tenant.client, listRecords, subjects)).status).toBe(200);
});

test('organization deletion: an erasure that begins first refuses the revocation', { tags: 'full' }, async () => {
  const tenant = await afterDelay();
  const held = holding(isTransaction);
  const revoking = withFaults(held.plan, () => call(tenant.owner, revokeDeletion));
  await held.reached;

  await run(tenant);
  held.release();
  const { result } = await revoking;

  expect(result).toMatchObject({ status: 409, body: { code: 'erasure_begun' } });
  expect((await rowsOf(tenant)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test('organization deletion: of a concurrent revocation and erasure exactly one takes effect', {
  tags: 'full',
}, async () => {
  const tenant = await afterDelay();

  const [revoked] = await Promise.all([call(tenant.owner, revokeDeletion), run(tenant), run(tenant)]);

  const { status } = await call(tenant.client, listRecords, subjects);
  expect([
    [200, 200],
    [409, 401],
    [401, 401], // the erasure had begun before the token was checked
  ]).toContainEqual([revoked.status, status]);
});

test('organization deletion: a request during the beginning of the erasure leaves no row', {
  tags: 'full',
}, async () => {
  const tenant = await afterDelay();
  const isDeletionRead = ({ command, input }: AwsCall) =>
    /GetItem$/.test(command) && JSON.stringify(input).includes('deletions');
  const held = holding(isDeletionRead);
  const late = withFaults(held.plan, () => request(tenant));
  await held.reached;

  await run(tenant);
  held.release();
  const { result } = await late;

  expect(result.status).toBe(401);
  expect((await rowsOf(tenant)).map(({ item }) => item.pk)).toEqual(['erasures']);
});

test.each(some(['before', 'after'] as const, 1))(
  'organization deletion: a worker that crashes %s beginning the erasure is recovered from',
  async (moment) => {
    const tenant = await afterDelay();
    const { organizationId } = tenant;
    await withFaults(crashWhen(isTransaction, moment), () => run(tenant));

    await tick({}, lambdaContext());
    await tick({}, lambdaContext());
    const enqueued = await messagesOf('erasures');
    const { calls } = await observed(() => run(tenant));

    expect(enqueued.filter((one) => JSON.stringify(one).includes(organizationId))).toHaveLength(2);
    expect(calls.filter(isTransaction)).toHaveLength(moment === 'before' ? 1 : 0);
    expect((await rowsOf(tenant)).map(({ item }) => item.pk)).toEqual(['erasures']);
  },
);
