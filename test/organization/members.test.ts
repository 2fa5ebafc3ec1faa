import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminDisableUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { failing, internalError, isTransaction } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { withFaults } from '#test/support/faults.ts';
import { type FakeUserPool, fakeUserPool } from '#test/support/user-pool.ts';

const { listMembers, createMember, updateMember, readMe, listDirectory } = routes.organization;

let pool: FakeUserPool;
beforeAll(prepareEngine);
beforeEach(() => {
  pool = fakeUserPool();
  pool.mock.resetHistory();
});

type Role = 'owner' | 'admin' | 'member';

/** A user of the pool who has signed in. */
async function signedIn(organizationId: string, role: Role) {
  const { id } = pool.addUser({ organizationId, role });
  const credential = await userOf(organizationId, role, { claims: { sub: id, name: role } });
  await call(credential, readMe);
  return { id, credential };
}

const invitation = (changes: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.com`,
  name: 'Ada Example',
  role: 'member',
  ...changes,
});

const change = (by: { credential: Parameters<typeof call>[0] }, id: string, body: unknown) =>
  call(by.credential, updateMember, { params: { id }, body });

test('members: an invitation creates an account of the own organization', async () => {
  const organizationId = randomUUID();
  const admin = await signedIn(organizationId, 'admin');
  const body = invitation({ email: `ADA-${randomUUID()}@Example.com`, role: 'admin' });

  const invited = await call(admin.credential, createMember, { body });

  expect(invited.status).toBe(201);
  const email = body.email.toLowerCase();
  expect(invited.body.data).toEqual({
    email,
    name: 'Ada Example',
    role: 'admin',
    status: 'invited',
    lastSeenAt: null,
    invitedAt: expect.any(String),
  });
  expect(pool.users.get(invited.body.id)?.attributes).toEqual({
    email,
    email_verified: 'true',
    name: 'Ada Example',
    'custom:org': organizationId,
    'custom:role': 'admin',
  });
  const { body: list } = await call(admin.credential, listMembers);
  expect(list.items).toContainEqual(invited.body);
  expect(list.more).toBe(false);
});

test('members: an invited person is active after the first sign-in', async () => {
  const organizationId = randomUUID();
  const owner = await signedIn(organizationId, 'owner');
  const { body: invited } = await call(owner.credential, createMember, { body: invitation() });
  const claims = { sub: invited.id, name: 'Ada E.' };
  const credential = await userOf(organizationId, 'member', { claims });

  await call(credential, readMe);

  const { body } = await call(owner.credential, listMembers);
  const member = body.items.find(({ id }: { id: string }) => id === invited.id);
  expect(member.data).toMatchObject({
    status: 'active',
    name: 'Ada E.',
    email: invited.data.email,
  });
  expect(member.data.invitedAt).toBe(invited.data.invitedAt);
});

test('members: an email address with an account is a 409, unless the invitation is not used yet', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const admin = await signedIn(own, 'admin');
  const body = invitation();
  pool.addUser({ organizationId: other, role: 'member', email: body.email });

  const foreign = await call(admin.credential, createMember, { body });
  const first = await call(admin.credential, createMember, {
    body: invitation({ email: 'a@b.co' }),
  });
  const again = await call(admin.credential, createMember, {
    body: invitation({ email: 'a@b.co' }),
  });
  const asAdmin = await call(admin.credential, createMember, {
    body: invitation({ email: 'a@b.co', role: 'admin' }),
  });
  await call(await userOf(own, 'member', { claims: { sub: first.body.id } }), readMe);
  const active = await call(admin.credential, createMember, {
    body: invitation({ email: 'a@b.co' }),
  });

  expect([foreign, first, again, asAdmin, active].map(({ status }) => status)).toEqual([409, 201, 201, 409, 409]);
  expect([foreign, asAdmin, active].map(({ body: { code } }) => code)).toEqual(Array(3).fill('email_in_use'));
  expect(again.body.id).toBe(first.body.id);
  expect(pool.users.get(first.body.id)?.invitations).toBe(2);
});

test('members: an invitation whose commit failed is completed by a retry', async () => {
  const organizationId = randomUUID();
  const admin = await signedIn(organizationId, 'admin');
  const options = { body: invitation(), idempotencyKey: randomUUID() };
  const fault = failing(internalError);

  const { result: lost } = await withFaults({ ofCall: (one) => (isTransaction(one) ? fault(one) : undefined) }, () =>
    call(admin.credential, createMember, options),
  );
  const retried = await call(admin.credential, createMember, options);
  const replayed = await call(admin.credential, createMember, options);

  expect(lost.status).toBeGreaterThanOrEqual(500);
  expect(retried.status).toBe(201);
  expect(replayed.body).toEqual(retried.body);
});

test('members: only owners invite owners, and change owners', async () => {
  const organizationId = randomUUID();
  const owner = await signedIn(organizationId, 'owner');
  const admin = await signedIn(organizationId, 'admin');
  const { id } = pool.addUser({ organizationId, role: 'member' });

  const statuses = [
    await call(admin.credential, createMember, { body: invitation({ role: 'owner' }) }),
    await change(admin, id, { role: 'owner' }),
    await change(admin, owner.id, { role: 'member' }),
    await change(admin, owner.id, { status: 'disabled' }),
    await call(owner.credential, createMember, { body: invitation({ role: 'owner' }) }),
    await change(owner, id, { role: 'owner' }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([403, 403, 403, 403, 201, 200]);
  expect(pool.users.get(owner.id)).toMatchObject({ isEnabled: true });
});

test.each([{ role: 'admin' }, { status: 'disabled' }])('members: the last owner stays: %j is a 409', async (body) => {
  const organizationId = randomUUID();
  const owner = await signedIn(organizationId, 'owner');
  // The directory still shows this owner as one, the pool does not.
  const former = await signedIn(organizationId, 'owner');
  Object.assign(pool.users.get(former.id)?.attributes ?? {}, { 'custom:role': 'member' });

  const refused = await change(owner, owner.id, body);

  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('last_owner');
  expect(pool.users.get(owner.id)).toMatchObject({
    isEnabled: true,
    attributes: { 'custom:role': 'owner' },
  });
});

test('members: two owners who remove each other at the same time leave an owner', async () => {
  const organizationId = randomUUID();
  const [one, other] = [await signedIn(organizationId, 'owner'), await signedIn(organizationId, 'owner')];

  await Promise.all([change(one, other.id, { role: 'member' }), change(other, one.id, { role: 'member' })]);

  const owners = [one, other].filter(({ id }) => pool.users.get(id)?.attributes['custom:role'] === 'owner');
  expect(owners.length).toBeGreaterThan(0);
});

test('members: a changed role and a disabled account end sessions and are listed', async () => {
  const organizationId = randomUUID();
  const owner = await signedIn(organizationId, 'owner');
  const member = await signedIn(organizationId, 'member');

  const promoted = await change(owner, member.id, { role: 'admin' });
  const disabled = await change(owner, member.id, { status: 'disabled' });
  const asDisabled = await call(member.credential, readMe);
  const enabled = await change(owner, member.id, { status: 'active' });

  expect(promoted.body.data).toMatchObject({ role: 'admin', status: 'active' });
  expect(disabled.body.data).toMatchObject({ role: 'admin', status: 'disabled' });
  expect(asDisabled.status).toBe(401);
  expect(enabled.body.data).toMatchObject({ role: 'admin', status: 'active' });
  expect(pool.users.get(member.id)).toMatchObject({ isEnabled: true, sessionsEnded: 2 });
  // The token of before the change does not take the role back.
  await call(member.credential, readMe);
  const { body } = await call(owner.credential, listDirectory, { query: { ids: member.id } });
  expect(body.items[0].role).toBe('admin');
});

test('members: a user of another organization is a 404', async () => {
  const owner = await signedIn(randomUUID(), 'owner');
  const foreign = pool.addUser({ organizationId: randomUUID(), role: 'member' });

  const answers = [
    await change(owner, foreign.id, { role: 'admin' }),
    await change(owner, randomUUID(), { role: 'admin' }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(foreign.attributes['custom:role']).toBe('member');
});

test('members: members and API keys are refused', async () => {
  const organizationId = randomUUID();
  const member = await signedIn(organizationId, 'member');
  const { credential } = await keyOf(organizationId, 'live');

  for (const caller of [member.credential, credential]) {
    expect((await call(caller, listMembers)).status).toBe(403);
    expect((await call(caller, createMember, { body: invitation() })).status).toBe(403);
  }
  expect((await change(member, member.id, { role: 'owner' })).status).toBe(403);
  expect(pool.mock.commandCalls(AdminCreateUserCommand)).toEqual([]);
});

test.each([[{ role: 'guest' }], [{}], [{ status: 'invited' }], [{ role: 'admin', email: 'new@example.com' }]])(
  'members: the change %j is a 400',
  async (body) => {
    const owner = await signedIn(randomUUID(), 'owner');

    expect((await change(owner, owner.id, body)).status).toBe(400);
  },
);

test.each([{ email: 'ada' }, { name: ' ' }, { role: 'client' }, { email: `a@${'b'.repeat(260)}.co` }])(
  'members: the invitation %j is a 400',
  async (changes) => {
    const owner = await signedIn(randomUUID(), 'owner');
    const { status } = await call(owner.credential, createMember, { body: invitation(changes) });

    expect(status).toBe(400);
  },
);

test('members: an unavailable user pool is a 503', async () => {
  const organizationId = randomUUID();
  const owner = await signedIn(organizationId, 'owner');
  const member = await signedIn(organizationId, 'member');
  const busy = Object.assign(new Error('Rate exceeded'), { name: 'TooManyRequestsException' });
  pool.mock.on(AdminDisableUserCommand).rejectsOnce(busy);

  const { status, body } = await change(owner, member.id, { status: 'disabled' });
  const again = await change(owner, member.id, { status: 'disabled' });

  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(again.status).toBe(200);
});
