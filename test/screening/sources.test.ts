import { beforeEach, describe, expect, test } from 'vitest';
import { handler as tick } from '#functions/workers/tick-lists.ts';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { LIST_KEYS } from '#shared/screening/lists/list.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** Lists in the API, as operators see them. */
let world: World;

beforeEach(async () => {
  shiftClock(0);
  await prepareEngine();
  world = await aWorld();
});

const sources = async () => (await done(world.client, screeningRoutes.listScreeningSources, {})).items;
const source = async (key: string) => (await sources()).find((one: { key: string }) => one.key === key);

test('lists: every list is shown with its attribution and coverage before any is loaded', async () => {
  const shown = await sources();

  expect(shown.map(({ key }: { key: string }) => key).sort()).toEqual([...LIST_KEYS].sort());
  for (const one of shown)
    expect(one).toMatchObject({
      enabled: true,
      versionId: null,
      entryCount: 0,
      stale: false,
      attention: false,
      attribution: expect.stringMatching(/\w/),
      coverage: { summary: expect.stringMatching(/\w.*\.$/), gaps: expect.arrayContaining([expect.any(String)]) },
      publisherUrl: expect.stringMatching(/^https:/),
    });
});

test('lists: a loaded list is shown with its version and becomes stale with time', async () => {
  const version = await loadList('eu_fsf', [anEntry()], { droppedEntries: 2 });
  const fresh = await source('eu_fsf');
  shiftClock(18 * 3_600_000 + 60_000);
  const later = await source('eu_fsf');

  expect(fresh).toMatchObject({
    enabled: true,
    versionId: version.versionId,
    publishedAt: '2026-03-14',
    entryCount: 1,
    droppedEntries: 2,
    stale: false,
    reindexPending: false,
    termBuilderVersion: TERM_BUILDER_VERSION,
  });
  expect(later).toMatchObject({ stale: true, staleReasons: ['not_confirmed'] });
});

test('lists: with `days` each has its calendar, and other values are refused', async () => {
  const items = (query: Record<string, string>) => call(world.client, screeningRoutes.listScreeningSources, { query });
  expect((await items({ days: '90' })).body.items[0].days).toEqual([]);
  expect((await items({})).body.items[0]).not.toHaveProperty('days');
  for (const days of ['0', '91', '-1', '1.5', 'all']) expect(await items({ days })).toMatchObject({ status: 400 });
});

test('lists: a list of an older term builder is shown as waiting for a reindex', async () => {
  await loadList('eu_fsf', [anEntry()], { termBuilderVersion: 2 });

  expect(await source('eu_fsf')).toMatchObject({ reindexPending: true, termBuilderVersion: 2 });
});

const admin = (route: Parameters<typeof call>[1], key: string, body: unknown) =>
  call(world.owner, route, { params: { key }, body });

describe('a refresh', () => {
  test('is enqueued as a message', async () => {
    const { status, body } = await admin(screeningRoutes.refreshScreeningSource, 'uk_sanctions', {});

    expect([status, body.key]).toEqual([202, 'uk_sanctions']);
    expect(await drain('listRefreshes')).toEqual([
      {
        key: 'uk_sanctions',
        requester: { organizationId: world.organizationId, principal: expect.any(String) },
      },
    ]);
  });

  test('of a list without a download URL requires an upload', async () => {
    const { status, body } = await admin(screeningRoutes.refreshScreeningSource, 'idb_sanctions', {});

    expect([status, body.code]).toEqual([409, 'no_address']);
    expect(await drain('listRefreshes')).toEqual([]);
  });

  const named = { versionId: newId(), reason: 'A reason.' };
  test.each([
    ['refreshScreeningSource', {}],
    ['approveScreeningSource', {}],
    ['rejectScreeningSource', named],
    ['rollBackScreeningSource', named],
    ['uploadScreeningFile', { fileName: 'x.csv', sizeBytes: 1 }],
    ['listScreeningSourceHistory', undefined],
  ] as const)('%s of an unknown list is not found', async (name, body) => {
    expect((await admin(screeningRoutes[name], 'odd', body)).status).toBe(404);
  });
});

test.each(['../x.csv', 'a/b.csv', '', '.csv', 'x'.repeat(101)])('no file is called %j', async (fileName) => {
  const { status } = await admin(screeningRoutes.uploadScreeningFile, 'idb_sanctions', { fileName, sizeBytes: 1 });

  expect(status).toBe(400);
});

test.each([
  ['ofac_sdn', 'p.json', '`.xml` (`SDN_ENHANCED.XML`)'],
  ['ofac_sdn', 'sdn.csv', '`.xml` (`SDN_ENHANCED.XML`)'],
  ['idb_sanctions', 'idb_sanctioned.xls', '`.csv` (`idb_sanctioned.csv`), `.xlsx` (`idb_sanctioned.xlsx`)'],
  ['service_pep', 'family.csv', '`leaders.csv` (`leaders.csv`)'],
])('uploads: %s does not accept %s', async (key, fileName, expected) => {
  const { status, body } = await admin(screeningRoutes.uploadScreeningFile, key, { fileName, sizeBytes: 1 });

  expect([status, body.code]).toEqual([422, 'unexpected_file']);
  expect(body.errors).toMatchObject([{ path: 'fileName', message: expect.stringContaining(expected) }]);
});

test('uploads: a list says which files it accepts, in any letter case', async () => {
  const { uploads } = await source('ofac_sdn');
  const names = uploads.map(({ example }: { example: string }) => example);

  expect(names).toEqual(['SDN_ENHANCED.XML']);
  for (const fileName of [...names, 'sdn_advanced.xml'])
    expect((await admin(screeningRoutes.uploadScreeningFile, 'ofac_sdn', { fileName, sizeBytes: 1 })).status).toBe(200);
});

describe('the tick', () => {
  const tickAt = (seconds: number) => {
    shiftClock(seconds * 1000);
    return tick({}, lambdaContext());
  };
  const asked = async () =>
    (await drain('listRefreshes')).flatMap((message) => (message as { key?: string }).key ?? []).sort();

  test('enqueues every list that has a download URL and was never loaded', async () => {
    await tickAt(0);

    expect(await asked()).toEqual([
      'eu_fsf',
      'ofac_consolidated',
      'ofac_sdn',
      'service_pep',
      'uk_sanctions',
      'un_sanctions',
    ]);
  });

  test('enqueues a list when it is due and not before', async () => {
    for (const key of LIST_KEYS) await loadList(key, [anEntry()]);
    await tickAt(1_800);
    const early = await asked();
    await tickAt(3_600);
    const hourly = await asked();
    await tickAt(2 * 3_600);

    expect(early).toEqual([]);
    expect(hourly).toEqual(['ofac_consolidated', 'ofac_sdn', 'uk_sanctions', 'un_sanctions']);
    expect(await asked()).toEqual(['eu_fsf', 'ofac_consolidated', 'ofac_sdn', 'uk_sanctions', 'un_sanctions']);
  });

  test('enqueues a list whose entries lack facts that parsers read now', async () => {
    for (const key of LIST_KEYS) await loadList(key, [anEntry()], key === 'uk_sanctions' ? { detailVersion: 1 } : {});
    await tickAt(60);

    expect(await asked()).toEqual(['uk_sanctions']);
  });
});
