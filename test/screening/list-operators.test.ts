import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld } from '#test/support/risk-world.ts';
import { holdVersion } from '#test/support/screening-examples.ts';

/** An installation that several organizations share. Settings are read once, so this has a file of its own. */
const operators = [randomUUID(), randomUUID()];

beforeAll(async () => {
  process.env.LIST_OPERATORS = operators.join(',');
  await prepareEngine();
});

const asOwnerOf = async (organizationId: string) => {
  const { owner } = await aWorld('live', organizationId);
  const params = { key: 'eu_fsf' };
  return Promise.all([
    call(owner, screeningRoutes.refreshScreeningSource, { params, body: {} }),
    call(owner, screeningRoutes.approveScreeningSource, { params, body: {} }),
    call(owner, screeningRoutes.uploadScreeningFile, { params, body: { fileName: 'x.xml' } }),
  ]);
};

test('lists are changed by whom the operator named, and by nobody else', async () => {
  await holdVersion('eu_fsf');

  const refused = await asOwnerOf(randomUUID());
  const done = await asOwnerOf(operators[1] ?? '');

  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    new Array(3).fill([403, 'forbidden']),
  );
  expect(done.map(({ status }) => status)).toEqual([202, 200, 200]);
});
