import { beforeAll, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startPublisher } from '#test/support/published-list.ts';
import { aWorld, done } from '#test/support/risk-world.ts';
import { holdVersion } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** An installation that names no list operators. Settings are read once, so this has a file of its own. */
beforeAll(async () => {
  delete process.env.LIST_OPERATORS;
  await prepareEngine();
});

test('list operators: without `listOperators` no organization may change a list, and the problem names the setting', async () => {
  const { owner } = await aWorld('live');
  const { versionId } = await holdVersion('eu_fsf');
  const params = { key: 'eu_fsf' };

  const refused = [
    await call(owner, screeningRoutes.refreshScreeningSource, { params, body: {} }),
    await call(owner, screeningRoutes.approveScreeningSource, { params, body: { versionId } }),
    await call(owner, screeningRoutes.uploadScreeningFile, { params, body: { fileName: 'x.xml', sizeBytes: 1 } }),
  ];

  for (const { status, body } of refused)
    expect([status, body.detail]).toEqual([
      403,
      expect.stringMatching(/`listOperators` is not set.*-c listOperators=/),
    ]);
});

test('list operators: without `listOperators` the schedule still refreshes lists', async () => {
  const { client } = await aWorld('live');
  const publisher = await startPublisher(
    'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name\n' +
      'Invented Firm,Firm,Chile,Chile,01/02/2019,Ongoing,Fraud,IDB,Debarment,IDB,',
  );

  await refreshList(workerContext(), { key: 'idb_sanctions' }, { addresses: { 'idb_sanctioned.csv': publisher.url } });

  const history = await done(client, screeningRoutes.listScreeningSourceHistory, {
    params: { key: 'idb_sanctions' },
  });
  expect(history.items).toMatchObject([{ type: 'screening.list.activated', actor: 'schedule', counts: { entity: 1 } }]);
});
