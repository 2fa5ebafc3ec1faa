import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { fakeUserPool } from '#test/support/user-pool.ts';

const { listMembers, createMember, updateMember } = routes.organization;

beforeAll(async () => {
  await prepareEngine();
  // Settings are read once, so this file has its own process.
  delete process.env.USER_POOL_ID;
});

test('members: with another issuer they are managed elsewhere', async () => {
  const { mock } = fakeUserPool();
  const owner = await userOf(randomUUID(), 'owner');
  const body = { email: 'ada@example.com', name: 'Ada Example', role: 'member' };

  const answers = [
    await call(owner, listMembers),
    await call(owner, createMember, { body }),
    await call(owner, updateMember, { body: { role: 'admin' } }),
  ];

  for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'managed_elsewhere']);
  expect(mock.commandCalls(AdminGetUserCommand)).toEqual([]);
  expect(mock.commandCalls(AdminCreateUserCommand)).toEqual([]);
});
