import { lists } from '@assay/watchlist/catalogue';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DETAIL_VERSION } from '#packages/watchlist/src/search/detail-record.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { approve, attentionReasonsOf, KEPT_VERSIONS, rollBack } from '#shared/screening/lists/list-state.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type Publisher, startPublisher } from '#test/support/published-list.ts';
import { aVersion, changeList } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { FAST, HEADER, loaded, published, refresh, stateNow, wordOf } from './refreshed-list.ts';

/** Refreshing a list: from its publisher to the active version. */
beforeEach(prepareEngine);

const VIEW = { now: now(), isOperator: true };
const APPROVAL = { approvedBy: 'user:second', approvedAt: now().toISOString() };

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

describe('a publication in several formats', () => {
  const PREFERRED = 'idb_preferred.csv';
  const FALLBACK = 'idb_sanctioned.csv';
  const HOUR = 3_600;
  const shown = async () => {
    const { active } = await stateNow();
    return { edition: active?.edition, entryCount: active?.entryCount };
  };

  /** Without retries, which take seconds. */
  async function inTwoFormats(preferred: string | null) {
    const [first, second] = [await startPublisher(preferred), await startPublisher(published(12))];
    const formats = { files: { [PREFERRED]: first.url }, fallbacks: [{ [FALLBACK]: second.url }] };
    const entry = lists.idb_sanctions;
    const { files, fallbacks } = entry;
    Object.assign(entry, formats);
    onTestFinished(() => {
      Object.assign(entry, { files, fallbacks });
    });
    const look = (secondsLater = 0) =>
      refreshList(workerContext(addSeconds(now(), secondsLater)), { key: 'idb_sanctions' }, { limits: FAST });
    return { first, second, look };
  }

  test.each([
    ['does not exist', null],
    ['cannot be read', 'no list at all'],
  ])('is read in another one if the preferred one %s', async (_case, preferred) => {
    const { look } = await inTwoFormats(preferred);

    expect(await look()).toBe(true);

    expect(await shown()).toEqual({ edition: FALLBACK, entryCount: 12 });
    expect(await stateNow()).toMatchObject({ attentionReasons: [], held: [] });
  });

  test('keeps the preferred one through a short failure, and returns to it after a long one', async () => {
    const { first, second, look } = await inTwoFormats(published(10));
    await look();
    const body = first.body;

    first.body = 'no list at all';
    await look(HOUR);
    expect(await shown()).toEqual({ edition: PREFERRED, entryCount: 10 });
    expect(second.requests).toEqual([]);
    await look(4 * HOUR);
    expect(await shown()).toEqual({ edition: FALLBACK, entryCount: 12 });
    first.body = body;
    await look(5 * HOUR);
    expect(await shown()).toEqual({ edition: PREFERRED, entryCount: 10 });
  });

  test('reports the fault of the preferred one if no other can be had', async () => {
    const { second, look } = await inTwoFormats('no list at all');
    second.body = null;

    await look();

    expect(await stateNow()).toMatchObject({ active: null, attentionReasons: [expect.stringMatching(/^unreadable_/)] });
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

test('refresh: of two concurrent refreshes one version remains, without objects of the other', async () => {
  const publisher = await startPublisher(published(5));

  await Promise.all([refresh(publisher), refresh(publisher)]);

  const state = await stateNow();
  expect(state).toMatchObject({ revision: 1, previous: [], active: { entryCount: 5 } });
  expect(await readIndex('idb_sanctions', state.active?.versionId ?? '')).toBeDefined();
});

test('refresh: a list without a download URL is left unchanged', async () => {
  await refreshList(workerContext(), { key: 'idb_sanctions' });

  expect(await stateNow()).toMatchObject({ revision: 0, active: null });
});

test.each([
  ['eu_fsf', 6, 'which is asked for every two hours'],
  ['ofac_sdn', 6, 'which is asked for every hour'],
  ['service_pep', 21 * 24, 'which is asked for every week'],
  ['idb_sanctions', 21 * 24, 'which is uploaded by hand, not every hour'],
] as const)('%s is stale when it was not confirmed for %i hours, %s', async (key, hours, _why) => {
  const { state } = await loaded();
  const confirmed = new Date(state.confirmedAt ?? '');
  const shownAt = (seconds: number) => presentSource(key, state, { ...VIEW, now: addSeconds(confirmed, seconds) });

  expect(shownAt(hours * 3_600)).toMatchObject({ stale: false, staleReasons: [] });
  expect(shownAt(hours * 3_600 + 1)).toMatchObject({ stale: true, staleReasons: ['not_confirmed'] });
});
