import { beforeEach, expect, test } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { handler as tick } from '#functions/workers/tick-lists.ts';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { now } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState, replaceListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { reindexList } from '#shared/screening/use-cases/reindex-list.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { startPublisher } from '#test/support/published-list.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { done } from '#test/support/risk-world.ts';
import { anEntry, holdVersion, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

/** Lists that an earlier release has indexed. */
beforeEach(prepareEngine);

const EARLIER = { termBuilderVersion: TERM_BUILDER_VERSION - 1 };

const entries = [
  anEntry({ id: 'Q1', names: [{ text: 'Амброзий Перо', isWeak: false }] }),
  anEntry({ id: 'Q2', names: [{ text: 'Otto Stapler', isWeak: true }], countries: ['IS', 'IR'] }),
  anEntry({ id: 'Q3', pep: { positions: [], relatedTo: [{ entryId: 'Q1', relation: 'child' }] } }),
];

const stateOf = (key: ListKey) => readListState(dynamoStore, key);

async function entriesOf(key: ListKey) {
  const { active } = await stateOf(key);
  const index = await readIndex(key, active?.versionId ?? '');
  const found: ListedEntry[] = [];
  for await (const entry of index?.everyEntry() ?? []) found.push(entry);
  return found;
}

test('reindex: the tick enqueues it, and the index is rebuilt from its own entries', async () => {
  const before = await loadList('service_pep', entries, EARLIER);

  await tick({}, lambdaContext());
  const asked = await drain('listRefreshes');
  expect(asked).toContainEqual({ key: 'service_pep', reindex: true });
  await worked(refresh, queueEvent([{ key: 'service_pep', reindex: true }]));

  const { active, previous } = await stateOf('service_pep');
  expect(active).toEqual({
    ...before,
    versionId: expect.any(String),
    builtAt: expect.any(String),
    termBuilderVersion: TERM_BUILDER_VERSION,
  });
  expect(previous).toEqual([before]);
  expect(await entriesOf('service_pep')).toEqual(entries);
  await tick({}, lambdaContext());
  expect(await drain('listRefreshes')).not.toContainEqual({ key: 'service_pep', reindex: true });
});

test('reindex: it does not raise the detail version, since the entries lack the new facts', async () => {
  await loadList('uk_sanctions', entries, { ...EARLIER, detailVersion: 1 });

  await reindexList(workerContext(now()), 'uk_sanctions');

  expect((await stateOf('uk_sanctions')).active).toMatchObject({
    termBuilderVersion: TERM_BUILDER_VERSION,
    detailVersion: 1,
  });
});

test('reindex: a current list and a list that was never loaded are left unchanged', async () => {
  await loadList('uk_sanctions', entries);
  const before = await stateOf('uk_sanctions');

  await reindexList(workerContext(now()), 'uk_sanctions');
  await reindexList(workerContext(now()), 'eu_fsf');

  expect(await stateOf('uk_sanctions')).toEqual(before);
  expect((await stateOf('eu_fsf')).active).toBeNull();
});

test('reindex: a concurrent change of the list is not overwritten', async () => {
  await loadList('uk_sanctions', entries, EARLIER);
  const before = await stateOf('uk_sanctions');
  const context = workerContext(now());
  const overtaken = {
    ...context,
    newId: () => {
      late ??= dynamoStore.writeOne(
        replaceListState('uk_sanctions', before, { ...before, attentionReasons: ['shrunk'] }),
      );
      return newId();
    },
    store: {
      ...dynamoStore,
      transact: async (...change: Parameters<typeof dynamoStore.transact>) => {
        await late;
        return dynamoStore.transact(...change);
      },
    },
  };
  let late: Promise<unknown> | undefined;

  await reindexList(overtaken, 'uk_sanctions');

  const after = await stateOf('uk_sanctions');
  expect(after.active).toEqual(before.active);
  expect(after.attentionReasons).toEqual(['shrunk']);
});

test('reindex: reasons for attention and held versions stay', async () => {
  await loadList('uk_sanctions', entries, EARLIER);
  const before = await stateOf('uk_sanctions');
  await dynamoStore.writeOne(replaceListState('uk_sanctions', before, { ...before, attentionReasons: ['shrunk'] }));

  await reindexList(workerContext(now()), 'uk_sanctions');

  const after = await stateOf('uk_sanctions');
  expect(after.active?.termBuilderVersion).toBe(TERM_BUILDER_VERSION);
  expect(after).toMatchObject({ attentionReasons: ['shrunk'], confirmedAt: before.confirmedAt });
});

test('refresh: a list of an older term builder is downloaded unconditionally and parsed again', async () => {
  const csv = [
    'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name',
    'Invented Firm,Firm,Chile,Chile,01/02/2019,Ongoing,Fraud,IDB,Debarment,IDB,',
  ].join('\n');
  const publisher = await startPublisher(csv);
  const fetch = () =>
    refreshList(workerContext(now()), { key: 'idb_sanctions' }, { addresses: { 'idb_sanctioned.csv': publisher.url } });
  await fetch();
  const state = await stateOf('idb_sanctions');
  const active = state.active && { ...state.active, ...EARLIER };
  await dynamoStore.writeOne(replaceListState('idb_sanctions', state, { ...state, active }));

  await fetch();

  expect(publisher.requests).toEqual([{ conditional: false }, { conditional: false }]);
  expect((await stateOf('idb_sanctions')).active?.termBuilderVersion).toBe(TERM_BUILDER_VERSION);
});

test.each([2, TERM_BUILDER_VERSION - 1, TERM_BUILDER_VERSION + 1])(
  'reindex: until then a run of a list of term builder %i is incomplete, never clear',
  async (termBuilderVersion) => {
    const world = await aScreeningWorld();
    await loadList('uk_sanctions', entries, { termBuilderVersion });
    const run = async () =>
      (await screen(world, { name: 'Somebody Else Entirely' }, { sources: ['uk_sanctions'] })).body;

    expect(await run()).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['source_reindex_pending'],
      sources: [{ key: 'uk_sanctions', reindexPending: true, termBuilderVersion }],
    });
    await reindexList(workerContext(now()), 'uk_sanctions');
    expect(await run()).toMatchObject({ status: 'clear', incomplete: false, sources: [{ reindexPending: false }] });
  },
);

test.each([['roll-back'], ['approval']])(
  'reindex: the %s of a version of an earlier release enqueues it',
  async (way) => {
    const { owner } = await aScreeningWorld();
    const params = { key: 'uk_sanctions' };
    if (way === 'approval') {
      const held = await holdVersion('uk_sanctions', EARLIER);
      await done(owner, screeningRoutes.approveScreeningSource, { params, body: { versionId: held.versionId } });
    } else {
      const { versionId } = await loadList('uk_sanctions', entries, EARLIER);
      await loadList('uk_sanctions', entries);
      const body = { versionId, reason: 'It lacks entries.' };
      await done(owner, screeningRoutes.rollBackScreeningSource, { params, body });
    }

    expect(await drain('listRefreshes')).toEqual([{ key: 'uk_sanctions', reindex: true }]);
  },
);
