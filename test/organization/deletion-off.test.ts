import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';

/** Settings are read once, so this has a file of its own. */
beforeAll(async () => {
  process.env.ORGANIZATION_DELETION = 'off';
  await prepareEngine();
});

test('deletion: an installation can refuse it', async () => {
  const organizationId = randomUUID();
  const owner = await userOf(organizationId, 'owner');

  const refused = await call(owner, routes.organization.deleteOrganization, { body: { confirm: organizationId } });

  expect(refused).toMatchObject({ status: 409, body: { code: 'deletion_switched_off' } });
});
