import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done } from '#test/support/risk-world.ts';
import { anEntry, holdVersion, loadList } from '#test/support/screening-examples.ts';

/** An installation that several organizations share. Settings are read once, so this has a file of its own. */
const operators = [randomUUID(), randomUUID()];

beforeAll(async () => {
  process.env.LIST_OPERATORS = operators.join(',');
  await prepareEngine();
});

const params = { key: 'eu_fsf' };

const asOwnerOf = async (organizationId: string) => {
  const { owner } = await aWorld('live', organizationId);
  const { versionId } = await holdVersion('eu_fsf', { origin: 'upload' });
  const first = await loadList('uk_sanctions', [anEntry()]);
  await loadList('uk_sanctions', [anEntry()]);
  const reason = 'A reason.';
  return Promise.all([
    call(owner, screeningRoutes.refreshScreeningSource, { params, body: {} }),
    call(owner, screeningRoutes.rejectScreeningSource, { params, body: { versionId, reason } }),
    call(owner, screeningRoutes.rollBackScreeningSource, {
      params: { key: 'uk_sanctions' },
      body: { versionId: first.versionId, reason },
    }),
    call(owner, screeningRoutes.uploadScreeningFile, { params, body: { fileName: 'x.xml', sizeBytes: 1 } }),
  ]);
};

test('list operators: organizations that are not named may not change any list', async () => {
  const stranger = await aWorld('live');
  const { versionId } = await holdVersion('ofac_sdn');

  const refused = await asOwnerOf(stranger.organizationId);
  const approval = await call(stranger.owner, screeningRoutes.approveScreeningSource, {
    params: { key: 'ofac_sdn' },
    body: { versionId },
  });

  for (const { status, body } of [...refused, approval])
    expect([status, body.code, body.detail]).toEqual([403, 'forbidden', expect.stringContaining('`listOperators`')]);
});

test('list operators: named organizations may change lists', async () => {
  const allowed = await asOwnerOf(operators[1] ?? '');

  expect(allowed.map(({ status }) => status)).toEqual([202, 200, 200, 200]);
});

test('list operators: actors are shown to operators, and to others as `operator`', async () => {
  const operator = await aWorld('live', operators[0]);
  const stranger = await aWorld('live');
  const { versionId } = await holdVersion('ofac_consolidated', { uploadedBy: 'user:uploader' });
  const held = { params: { key: 'ofac_consolidated' } };
  const shown = async (reader: typeof stranger) => {
    const { items } = await done(reader.client, screeningRoutes.listScreeningSources);
    const history = await done(reader.client, screeningRoutes.listScreeningSourceHistory, held);
    const source = items.find((one: { key: string }) => one.key === 'ofac_consolidated');
    return { source, event: history.items[0] };
  };
  const before = await shown(stranger);
  await done(operator.owner, screeningRoutes.approveScreeningSource, {
    ...held,
    body: { versionId, reason: 'Looked at.' },
  });

  const own = await shown(operator);
  const others = await shown(stranger);

  expect(before.source.pending.uploadedBy).toBe('operator');
  expect(own.source.approvedBy).toMatch(/^user:/);
  expect(own.event).toMatchObject({ actor: own.source.approvedBy, reason: 'Looked at.' });
  expect(others.source).toMatchObject({ approvedBy: 'operator', versionId });
  expect(others.event).toMatchObject({ actor: 'operator', reason: null, versionId });
  expect(JSON.stringify(others)).not.toContain('user:');
});

test('list operators: a member or an API key of a named organization may not change lists', async () => {
  const { member, client } = await aWorld('live', operators[0]);

  for (const caller of [member, client])
    expect((await call(caller, screeningRoutes.refreshScreeningSource, { params, body: {} })).status).toBe(403);
});
