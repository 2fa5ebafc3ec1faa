import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { handler as tick } from '#functions/workers/tick-lists.ts';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { listBlobs, removeBlob } from '#shared/platform/blobs.ts';
import { now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readListsToSearch } from '#shared/screening/repository/list-states.ts';
import { joinLists } from '#shared/screening/use-cases/join-lists.ts';
import { openLists } from '#shared/screening/use-cases/open-lists.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

/** The joint index of all sanctions lists: with or without it, search results are the same. */
beforeEach(prepareEngine);

const ASKED = ['uk_sanctions', 'eu_fsf', 'service_pep'];

const named = (text: string) => anEntry({ names: [{ text, isWeak: false }] });

async function twoLists() {
  await loadList('eu_fsf', [named('Ambrose Quillfeather'), named('Otto Stapler')]);
  await loadList('uk_sanctions', [named('Bartholomew Paperclip')]);
  await loadList('service_pep', [named('Greta Stapler')]);
}

const join = () => joinLists(workerContext(now()));
const jointState = async () => (await readListsToSearch(dynamoStore)).joint;
const jointObjects = () => listBlobs('lists', 'indexes/joint/');

async function opened(sources: readonly string[] = ASKED) {
  const { store } = workerContext();
  const asked = { sources, willRetry: () => false };
  const { lists } = await openLists(
    { store, now: now(), requestId: 'request', caller: { organizationId: 'org', mode: 'live' } },
    asked,
  );
  return lists;
}

/** The lists that are searched by the joint index, each with the name of its first entry. */
async function jointlySearched(sources?: readonly string[]) {
  const names: Record<string, string | undefined> = {};
  for (const { key, index, stretch } of await opened(sources))
    if (stretch) names[key] = (await index?.readEntry(stretch.from))?.names[0]?.text;
  return names;
}

const BOTH = { uk_sanctions: 'Bartholomew Paperclip', eu_fsf: 'Ambrose Quillfeather' };

test('joint index: sanctions lists are searched by one index after they are joined', async () => {
  await twoLists();
  expect(await jointlySearched()).toEqual({});

  await worked(refresh, queueEvent([{ join: true }]));

  expect(await jointlySearched()).toEqual(BOTH);
  const [uk, eu, pep] = await opened();
  expect(uk?.index).toBe(eu?.index);
  expect(pep?.index).not.toBe(eu?.index);
});

test('joint index: a refresh of a list enqueues it with a delay, so that other lists are included', async () => {
  await twoLists();
  const { sent } = await workedWith({ key: 'service_pep', reindex: true });
  expect(sent).toEqual([expect.objectContaining({ MessageBody: '{"join":true}', DelaySeconds: 60 })]);

  await join();
  expect((await workedWith({ key: 'service_pep', reindex: true })).sent).toEqual([]);
});

/** The messages that the worker sends, which are delayed by a minute. */
async function workedWith(message: Record<string, unknown>) {
  const sending = vi.spyOn(queueClient(), 'send');
  await worked(refresh, queueEvent([message]));
  const sent = sending.mock.calls.flatMap(([{ input }]) => (input as SendMessageBatchCommandInput).Entries ?? []);
  sending.mockRestore();
  return { sent };
}

test('joint index: the tick enqueues it until it exists', async () => {
  const asked = async () => {
    await tick({}, lambdaContext());
    return (await drain('listRefreshes')).filter((body) => Object.hasOwn(Object(body), 'join'));
  };
  await loadList('eu_fsf', [named('Ambrose Quillfeather')]);
  expect(await asked()).toEqual([]);

  await twoLists();
  expect(await asked()).toEqual([{ join: true }]);
  await join();
  expect(await asked()).toEqual([]);
});

test('joint index: a list with a newer version is searched by its own index until the next join', async () => {
  await twoLists();
  await loadList('ofac_sdn', [named('Lydia Ledger')]);
  await join();
  await loadList('eu_fsf', [named('Wilhelmina Blotter')]);

  const asked = [...ASKED, 'ofac_sdn'];
  const others = { uk_sanctions: 'Bartholomew Paperclip', ofac_sdn: 'Lydia Ledger' };
  expect(await jointlySearched(asked)).toEqual(others);
  const [, eu] = await opened(asked);
  expect((await eu?.index?.readEntry(0))?.names[0]?.text).toBe('Wilhelmina Blotter');

  await join();
  expect(await jointlySearched(asked)).toEqual({ ...others, eu_fsf: 'Wilhelmina Blotter' });
});

test('joint index: a run of one list uses its own index, and a run of several searches only those', async () => {
  await twoLists();
  await loadList('ofac_sdn', [named('Lydia Ledger')]);
  await join();

  expect(await jointlySearched(['eu_fsf', 'service_pep'])).toEqual({});
  expect(await jointlySearched()).toEqual(BOTH);
});

test('joint index: if its objects are gone, each list is searched by itself', async () => {
  await twoLists();
  await join();
  for (const key of await jointObjects()) await removeBlob('lists', key);

  expect(await jointlySearched()).toEqual({});
  expect((await opened()).map(({ missing }) => missing)).toEqual([false, false, false]);
});

test('joint index: it is not built while a list has to be reindexed', async () => {
  await twoLists();
  await loadList('eu_fsf', [named('Otto Stapler')], {
    termBuilderVersion: TERM_BUILDER_VERSION - 1,
  });

  await join();

  expect((await jointState()).active).toBeNull();
});

test('joint index: repeated or concurrent joins build it once', async () => {
  await twoLists();

  await Promise.all([join(), join()]);
  const first = await jointState();
  await join();

  expect(await jointState()).toEqual(first);
  expect(first).toMatchObject({ revision: 1, previous: [] });
  expect(await jointObjects()).toHaveLength(2);
});

test('joint index: five versions stay stored for functions that have an earlier one open', async () => {
  await twoLists();
  for (let version = 1; version <= 6; version += 1) {
    await loadList('eu_fsf', [named(`Version ${version}`)]);
    await join();
  }

  const { active, previous } = await jointState();
  expect(previous).toHaveLength(4);
  const kept = [active?.versionId, ...previous];
  const objects = await jointObjects();
  expect(objects.map((key) => key.split('/')[2]).toSorted()).toEqual(kept.flatMap((id) => [id, id]).toSorted());
});

test('joint index: it is not activated if the objects of a version are gone', async () => {
  const version = await loadList('eu_fsf', [named('Otto Stapler')]);
  await loadList('uk_sanctions', [named('Bartholomew Paperclip')]);
  await removeBlob('lists', `indexes/eu_fsf/${version.versionId}/table`);

  await join();

  expect((await jointState()).active).toBeNull();
  expect(await jointObjects()).toEqual([]);
});
