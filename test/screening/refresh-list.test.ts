import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { DETAIL_VERSION } from '#packages/watchlist/src/search/detail-record.ts';
import { putBlob } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import {
  approve,
  attentionReasonsOf,
  isPublisherInDoubt,
  KEPT_VERSIONS,
  rollBack,
} from '#shared/screening/lists/list-state.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { presentSource } from '#shared/screening/source.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type Publisher, startPublisher } from '#test/support/published-list.ts';
import { aVersion, changeList } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Refreshing a list: from its publisher to the active version. */
beforeEach(prepareEngine);

const HEADER =
  'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name';
const published = (count: number, first = 0) =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, index) =>
        `Invented Firm ${wordOf(first + index)},Firm,Chile,Chile,01/02/2019,Ongoing,Fraud,IDB,Debarment,IDB,`,
    ),
  ].join('\n');

const LETTERS = 'abcdefghij';
const wordOf = (number: number) => [...String(number).padStart(4, '0')].map((digit) => LETTERS[Number(digit)]).join('');

const VIEW = { now: now(), isOperator: true };
const APPROVAL = { approvedBy: 'user:second', approvedAt: now().toISOString() };

const FAST = { bytes: 1_000_000, timeMs: 2_000, attempts: 3, pauseMs: 1 };

const refresh = (publisher: Publisher, at: Date = now()) =>
  refreshList(
    workerContext(at),
    { key: 'idb_sanctions' },
    { addresses: { 'idb_sanctioned.csv': publisher.url }, limits: FAST },
  );

const REQUESTER = { organizationId: 'an-organization', principal: 'user:requester' };

async function anUpload(content: string | Uint8Array) {
  const upload = {
    key: 'idb_sanctions' as const,
    uploadId: newId(),
    fileName: 'idb_sanctioned.csv',
    sizeBytes: content.length,
    uploadedBy: 'user:first',
  };
  const path = `uploads/${upload.key}/${upload.uploadId}/${upload.fileName}`;
  await putBlob('lists', path, Buffer.from(content));
  return upload;
}

const stateNow = () => readListState(dynamoStore, 'idb_sanctions');

async function loaded(count = 10) {
  const publisher = await startPublisher(published(count));
  await refresh(publisher);
  return { publisher, state: await stateNow() };
}

test('refresh: a list that was never loaded is downloaded, parsed and activated', async () => {
  const { state } = await loaded(10);

  expect(state.active).toMatchObject({ entryCount: 10, droppedEntries: 0, publishedAt: null });
  expect(state).toMatchObject({ held: [], attentionReasons: [], previous: [] });
  const index = await readIndex('idb_sanctions', state.active?.versionId ?? '');
  expect(index?.meta.entryCount).toBe(10);
  expect(index?.findWord(wordOf(7))).toBeDefined();
});

test('refresh: an unchanged list is confirmed without being parsed again', async () => {
  const { publisher, state } = await loaded();
  const later = addSeconds(now(), 3_600);

  await refresh(publisher, later);

  const after = await stateNow();
  expect(publisher.requests).toEqual([{ conditional: false }, { conditional: true }]);
  expect(after.active).toEqual(state.active);
  expect(after.confirmedAt).toBe(later.toISOString());
});

test('refresh: an unchanged list with details of an older version is parsed again', async () => {
  const { publisher, state } = await loaded();
  await changeList('idb_sanctions', (before) => {
    const { detailVersion: _older, ...active } = before.active ?? aVersion();
    return { ...before, active };
  });

  await refresh(publisher);
  await refresh(publisher);

  const after = await stateNow();
  expect(publisher.requests.map(({ conditional }) => conditional)).toEqual([false, false, true]);
  expect(after.active?.versionId).not.toBe(state.active?.versionId);
  expect(after.active).toMatchObject({ detailVersion: DETAIL_VERSION });
});

test('refresh: a changed list replaces the active version, which stays stored', async () => {
  const { publisher, state } = await loaded(10);
  publisher.body = published(11);

  await refresh(publisher);

  const after = await stateNow();
  expect(after.active?.entryCount).toBe(11);
  expect(after.previous).toEqual([state.active]);
  expect(await readIndex('idb_sanctions', state.active?.versionId ?? '')).toBeDefined();
});

test('refresh: the last five versions stay stored, and objects of older ones are removed', async () => {
  const { publisher, state } = await loaded(10);
  for (let count = 11; count <= 16; count += 1) {
    publisher.body = published(count);
    await refresh(publisher);
  }

  const after = await stateNow();
  expect(after.active?.entryCount).toBe(16);
  expect(after.previous.map(({ entryCount }) => entryCount)).toEqual([15, 14, 13, 12]);
  expect(await readIndex('idb_sanctions', state.active?.versionId ?? '')).toBeUndefined();
});

describe('an invalid publication leaves the active version and records the reason', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'unreadable_empty_file'],
    ['a page instead of a list', '<!doctype html><html><body>Sorry</body></html>', 'unreadable_'],
    ['a file without entries', HEADER, 'unreadable_no_entries'],
    ['bytes of nothing', new Uint8Array(5_000).fill(0xff), 'unreadable_'],
    ['a gigantic file', 'x'.repeat(FAST.bytes + 1), 'unreadable_too_large'],
  ])('%s', async (_case, body, reason) => {
    const { publisher, state } = await loaded();
    publisher.body = body;

    await refresh(publisher);

    const after = await stateNow();
    expect(after.active).toEqual(state.active);
    expect(after.attentionReasons).toEqual([expect.stringContaining(reason)]);
    expect(after.confirmedAt).toBe(state.confirmedAt);
    expect(presentSource('idb_sanctions', after, VIEW).attention).toBe(true);
  });

  test('a valid publication clears the reason', async () => {
    const { publisher } = await loaded();
    const good = publisher.body;
    publisher.body = '';
    await refresh(publisher);
    publisher.body = good;

    await refresh(publisher);

    expect((await stateNow()).attentionReasons).toEqual([]);
  });
});

describe('a publisher that fails', () => {
  test('is retried with pauses', async () => {
    const publisher = await startPublisher(published(3));
    publisher.troubles = [500, 503];

    await refresh(publisher);

    expect((await stateNow()).active?.entryCount).toBe(3);
    expect(publisher.requests).toHaveLength(3);
  });

  test.each<[string, Partial<Publisher>]>([
    ['that keeps failing', { troubles: [500, 500, 500] }],
    ['whose answers end too early', { cutsAfter: 20 }],
  ])('%s changes nothing, and the tick retries', async (_case, trouble) => {
    const { publisher, state } = await loaded();
    Object.assign(publisher, { body: published(12), ...trouble });

    expect(await refresh(publisher)).toBe(false);

    expect(await stateNow()).toEqual(state);
  });

  test.each<[string, Partial<Publisher>]>([
    ['that has lost the file', { body: null }],
    ['that refuses', { troubles: [403] }],
  ])('%s changes nothing and is reported', async (_case, trouble) => {
    const { publisher, state } = await loaded();
    Object.assign(publisher, { body: published(12), ...trouble });

    await expect(refresh(publisher)).rejects.toThrow();

    expect(await stateNow()).toEqual(state);
  });
});

describe('a doubtful version is held', () => {
  test('if more than a fifth of the entries are gone', async () => {
    const { publisher, state } = await loaded(10);
    publisher.body = published(7);

    await refresh(publisher);
    await refresh(publisher);

    const after = await stateNow();
    expect(after.active).toEqual(state.active);
    expect(after.held).toMatchObject([{ entryCount: 7 }]);
    expect(attentionReasonsOf(after)).toEqual(['shrunk']);
  });

  test('but not if exactly a fifth is gone', async () => {
    const { publisher } = await loaded(10);
    publisher.body = published(8);

    await refresh(publisher);

    expect(await stateNow()).toMatchObject({ active: { entryCount: 8 }, attentionReasons: [] });
  });

  test('if more than one in a hundred entries cannot be read', async () => {
    const { publisher, state } = await loaded(100);
    const unreadable = ['"…",Firm,,,,,,,,,', '"—",Firm,,,,,,,,,'].join('\n');
    publisher.body = `${published(100)}\n${unreadable}`;

    await refresh(publisher);

    const after = await stateNow();
    expect(after.active).toEqual(state.active);
    expect(attentionReasonsOf(after)).toEqual(['entries_unread']);
  });
});

test('list calendar: every day of a lasting state has its outcome, and the history one event', async () => {
  const { publisher } = await loaded(10);
  const day = (days: number) => addSeconds(now(), days * 86_400);
  await refresh(publisher, day(1));
  publisher.body = published(7);
  for (const days of [2, 3, 3, 4]) await refresh(publisher, day(days));
  publisher.body = '';
  for (const days of [5, 6]) await refresh(publisher, day(days));

  const state = await stateNow();
  const shown = presentSource('idb_sanctions', state, { ...VIEW, now: day(6), days: 90 });
  expect(shown.days?.map(({ outcome }) => outcome)).toEqual([
    'switched',
    'confirmed',
    'held',
    'held',
    'held',
    'failed',
    'failed',
  ]);
  const { items } = await listListEvents(dynamoStore, 'idb_sanctions', {
    offset: 0,
    limit: 100,
    days: 90,
    now: day(6),
  });
  expect(items.map(({ type }) => type.split('.').at(-1))).toEqual(['refused', 'held', 'confirmed', 'activated']);
  expect(presentSource('idb_sanctions', state, VIEW).days).toBeUndefined();
});

test('rollback: a refresh does not activate the version that was rolled back', async () => {
  const { publisher, state } = await loaded(10);
  publisher.body = published(12);
  await refresh(publisher);
  const before = await stateNow();
  const [good] = before.previous;
  if (!good) throw new Error('there is no way back');
  await changeList('idb_sanctions', (now) => rollBack(now, good, APPROVAL));

  await refresh(publisher);
  await refresh(publisher);

  expect(await stateNow()).toMatchObject({
    active: { ...state.active, ...APPROVAL },
    held: [{ entryCount: 12, reasons: ['rolled_back'] }],
    confirmedAt: before.confirmedAt,
  });
  publisher.body = published(13);
  await refresh(publisher);
  expect(await stateNow()).toMatchObject({ active: { entryCount: 13 }, held: [] });
});

test('list versions: objects of versions that an approval pushed out are removed by the next refresh', async () => {
  const { publisher } = await loaded(10);
  for (const entries of [11, 12, 13, 14]) {
    publisher.body = published(entries);
    await refresh(publisher);
  }
  publisher.body = published(7);
  await refresh(publisher);
  const [held] = (await stateNow()).held;
  if (!held) throw new Error('nothing is held back');
  await changeList('idb_sanctions', (now) => approve(now, held, APPROVAL));
  const { previous } = await stateNow();
  publisher.body = published(8);

  await refresh(publisher);

  expect(previous).toHaveLength(KEPT_VERSIONS);
  expect((await stateNow()).previous).toHaveLength(KEPT_VERSIONS - 1);
  for (const { versionId } of previous.slice(-2)) expect(await readIndex('idb_sanctions', versionId)).toBeUndefined();
});

test('held versions: they become obsolete when the publisher returns to the active version', async () => {
  const { publisher, state } = await loaded(10);
  publisher.body = published(7);
  await refresh(publisher);
  const [held] = (await stateNow()).held;
  publisher.body = published(10);

  await refresh(publisher);

  const after = await stateNow();
  expect(after).toMatchObject({ active: state.active, held: [], attentionReasons: [] });
  expect(held).toMatchObject({ entryCount: 7 });
  expect(await readIndex('idb_sanctions', held?.versionId ?? '')).toBeUndefined();
});

test('uploads: an upload of the active version does not confirm it for the publisher', async () => {
  const { publisher } = await loaded(10);
  publisher.body = published(7);
  await refresh(publisher);
  const upload = await anUpload(published(10));

  await refreshList(workerContext(now()), { key: 'idb_sanctions', upload });

  expect(await stateNow()).toMatchObject({
    held: [{ entryCount: 7, reasons: ['shrunk'] }],
  });
});

test('refresh: of two concurrent refreshes one version remains, without objects of the other', async () => {
  const publisher = await startPublisher(published(5));

  await Promise.all([refresh(publisher), refresh(publisher)]);

  const state = await stateNow();
  expect(state).toMatchObject({ revision: 1, previous: [], active: { entryCount: 5 } });
  expect(await readIndex('idb_sanctions', state.active?.versionId ?? '')).toBeDefined();
});

test('uploads: a valid file is held until a second person approves it', async () => {
  const upload = await anUpload(readFileSync('test/screening/fixtures/idb/idb_sanctioned.csv'));

  await refreshList(workerContext(), { key: 'idb_sanctions', upload, requester: REQUESTER });

  expect(await stateNow()).toMatchObject({
    active: null,
    held: [
      { origin: 'upload', reasons: ['approval_required'], uploadedBy: 'user:first', requestedBy: 'user:requester' },
    ],
  });
});

test('uploads: an unreadable file does not change the reasons of held versions', async () => {
  const { publisher, state } = await loaded(10);
  publisher.body = published(7);
  await refresh(publisher);
  const upload = await anUpload('<!doctype html><html><body>Sorry</body></html>');

  await refreshList(workerContext(), { key: 'idb_sanctions', upload });

  const after = await stateNow();
  expect(after.active).toEqual(state.active);
  expect(attentionReasonsOf(after)).toEqual(['shrunk', expect.stringMatching(/^unreadable_/)]);
});

test('uploads: a held or unreadable upload leaves runs of the active version complete', async () => {
  await loaded(10);
  for (const content of [published(3), '']) {
    const upload = await anUpload(content || 'no list');
    await refreshList(workerContext(), { key: 'idb_sanctions', upload });
  }

  const after = await stateNow();
  expect(attentionReasonsOf(after)).toEqual([
    'approval_required',
    'shrunk',
    'entities_lost_half',
    'ids_replaced',
    expect.stringMatching(/^unreadable_/),
  ]);
  expect(isPublisherInDoubt(after)).toBe(false);
});

test('uploads: a file that was removed before it is read is reported, not retried', async () => {
  await loaded(10);
  const upload = { ...(await anUpload('x')), uploadId: newId() };

  await refreshList(workerContext(), { key: 'idb_sanctions', upload });

  expect(attentionReasonsOf(await stateNow())).toEqual(['upload_missing']);
});

test('uploads: a confirmation by the publisher does not discard a held upload', async () => {
  const { publisher } = await loaded(10);
  await refreshList(workerContext(), {
    key: 'idb_sanctions',
    upload: await anUpload(published(11)),
  });

  await refresh(publisher, addSeconds(now(), 3_600));

  expect(await stateNow()).toMatchObject({ held: [{ entryCount: 11, origin: 'upload' }] });
});

test('refresh: a list without a download URL is left unchanged', async () => {
  await refreshList(workerContext(), { key: 'idb_sanctions' });

  expect(await stateNow()).toMatchObject({ revision: 0, active: null });
});

test.each([
  ['eu_fsf', 18, 'which is asked for every six hours'],
  ['service_pep', 21 * 24, 'which is asked for every week'],
  ['idb_sanctions', 21 * 24, 'which is uploaded by hand, not every six hours'],
] as const)('%s is stale when it was not confirmed for %i hours, %s', async (key, hours, _why) => {
  const { state } = await loaded();
  const confirmed = new Date(state.confirmedAt ?? '');
  const shownAt = (seconds: number) => presentSource(key, state, { ...VIEW, now: addSeconds(confirmed, seconds) });

  expect(shownAt(hours * 3_600)).toMatchObject({ stale: false, staleReasons: [] });
  expect(shownAt(hours * 3_600 + 1)).toMatchObject({ stale: true, staleReasons: ['not_confirmed'] });
});
