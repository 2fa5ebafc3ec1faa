import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';

/** Settings are read once, so this has a file of its own. */
const { deleteOrganization, proposeOrganizationChange } = routes.organization;

beforeAll(async () => {
  process.env.ORGANIZATION_DELETION = 'two-persons';
  await prepareEngine();
});

test('deletion: an installation can require two people without a rule of the organization', async () => {
  const organizationId = randomUUID();
  const [owner, other] = [await userOf(organizationId, 'owner'), await userOf(organizationId, 'owner')];
  const body = { confirm: organizationId };

  const alone = await call(owner, deleteOrganization, { body });
  const { body: proposal } = await call(other, proposeOrganizationChange, {
    body: { change: { kind: 'deletion' }, reason: 'Contract ended.' },
  });
  const second = await call(owner, deleteOrganization, { body: { ...body, proposalId: proposal.id } });

  expect(alone).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
  expect(second.status).toBe(202);
});
