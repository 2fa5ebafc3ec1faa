import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { messagesOf } from '#test/support/queue.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { plantTenant } from '#test/support/tenant.ts';

const { deleteOrganization, createApiKey } = routes.organization;
const { createSubject, listRecords } = routes.risk;
const subjects = { params: { resource: 'subjects' } };

beforeAll(prepareEngine);

test('is accepted, and a worker is asked to erase', async () => {
  const { owner, organizationId } = await plantTenant();

  const answer = await call(owner, deleteOrganization);

  expect(answer).toMatchObject({ status: 202, body: { status: 'erasing' } });
  expect(Date.parse(answer.body.requestedAt)).toBeCloseTo(Date.now(), -4);
  expect(await messagesOf('erasures')).toContainEqual({ organizationId });
});

test('ends every credential of the organization at once', async () => {
  const { owner, client, organizationId } = await plantTenant();
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'live' } });
  const member = await userOf(organizationId, 'member');
  await call(client, createSubject, { body: aSubject() });

  await call(owner, deleteOrganization);

  const answers = [
    await call(owner, listRecords, subjects),
    await call(member, listRecords, subjects),
    await call(client, listRecords, subjects),
    await call(client, createSubject, { body: aSubject() }),
    await call(owner, createApiKey, { body: { mode: 'live' } }),
    await call(owner, deleteOrganization),
  ];
  expect(key.data.mode).toBe('live');
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
});

test('tells a deleted organization nothing it would not tell a stranger', async () => {
  const { client, owner } = await plantTenant();
  await call(owner, deleteOrganization);
  const nobody = await call(() => ({}), listRecords, subjects);

  const answers = [
    await call(owner, listRecords, subjects),
    await call(client, listRecords, subjects),
  ];

  for (const { body } of answers) {
    expect({ ...body, requestId: '' }).toEqual({ ...nobody.body, requestId: '' });
  }
});

test('leaves others alone', async () => {
  const leaving = await plantTenant();
  const staying = await plantTenant();

  await call(leaving.owner, deleteOrganization);

  expect((await call(staying.owner, listRecords, subjects)).status).toBe(200);
  expect((await call(staying.client, listRecords, subjects)).status).toBe(200);
});

test('is the owner’s to ask for', async () => {
  const organizationId = randomUUID();
  const admin = await userOf(organizationId, 'admin');
  const owner = await userOf(organizationId, 'owner');

  const refused = await call(admin, deleteOrganization);

  expect(refused.status).toBe(403);
  expect((await call(owner, listRecords, subjects)).status).toBe(200);
});

test('may be asked for several times at once', async () => {
  const { owner, client } = await plantTenant();

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(owner, deleteOrganization)),
  );

  for (const { status } of answers) expect([202, 401]).toContain(status);
  expect(answers.map(({ status }) => status)).toContain(202);
  expect((await call(client, listRecords, subjects)).status).toBe(401);
});
