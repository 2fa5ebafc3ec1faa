import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { getBlob, listBlobs } from '#shared/platform/blobs.ts';
import { now } from '#shared/platform/clock.ts';
import { bucketNameOf } from '#shared/platform/environment.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { archiveFiles } from '#shared/screening/lists/archive-files.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { connectionLost, failing } from '#test/support/aws-errors.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashWhen, withFaults } from '#test/support/faults.ts';
import { loaded, published, refresh, stateNow } from './refreshed-list.ts';

const YEARS = 8;
const DAY_SECONDS = 24 * 3600;

beforeAll(async () => {
  process.env.LIST_ARCHIVE_YEARS = String(YEARS);
  await prepareEngine();
  // Locked buckets exist on AWS only; this one has no lock and refuses nothing.
  process.env.LIST_ARCHIVE = bucketNameOf('lists');
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const eventsOf = async () =>
  (await listListEvents(dynamoStore, 'idb_sanctions', { offset: 0, limit: 100, days: 3_000, now: now() })).items;
const archivedFile = async (digest: string) => gunzipSync((await getBlob('lists', `archive/${digest}`)) ?? Buffer.of());
const isArchiving = ({ input }: AwsCall) => String(input.Key).startsWith('archive/');

test('list archive: a version names its files, which are stored as published', async () => {
  const { publisher, state } = await loaded(12);

  const files = state.active?.files ?? [];

  expect(files).toHaveLength(1);
  for (const { digest, sizeBytes } of files) {
    const bytes = await archivedFile(digest);
    expect(sha256(bytes)).toBe(digest);
    expect(bytes).toHaveLength(sizeBytes);
    expect(bytes.toString('utf8')).toBe(published(12));
  }
  expect((await eventsOf()).find(({ type }) => type === 'screening.list.activated')?.files).toEqual(files);

  publisher.body = published(13);
  await refresh(publisher);
  const names = new Set(await listBlobs('lists', 'archive/'));
  const next = (await stateNow()).active?.files ?? [];
  for (const { digest } of [...files, ...next]) expect(names).toContain(`archive/${digest}`);
  expect(next).not.toEqual(files);
});

test('list archive: the history is kept as long as the files', async () => {
  await loaded(14);

  const rows = (await everyRow('screening')).filter(({ pk }) => String(pk).startsWith('list-history#'));

  const least = now().getTime() / 1000 + (YEARS * 365 - 1) * DAY_SECONDS;
  expect(rows.length).toBeGreaterThan(0);
  for (const { expiresAtSeconds } of rows) expect(Number(expiresAtSeconds)).toBeGreaterThan(least);
});

test('list archive: a worker killed after storing a file leaves the list as it was, and the next one completes it', async () => {
  const { publisher, state } = await loaded(15);
  publisher.body = published(16);

  await withFaults(crashWhen(isArchiving, 'after'), () => refresh(publisher).catch(() => undefined));
  const between = await stateNow();
  await refresh(publisher);

  expect(between).toEqual(state);
  const [file] = (await stateNow()).active?.files ?? [];
  expect((await archivedFile(file?.digest ?? '')).toString('utf8')).toBe(published(16));
  expect((await eventsOf()).filter(({ files }) => files[0]?.digest === file?.digest)).toHaveLength(1);
});

test('list archive: without its files a version is not recorded', async () => {
  const { publisher, state } = await loaded(17);
  publisher.body = published(18);
  const fault = failing(() => connectionLost());
  const plan = { ofCall: (one: AwsCall) => (isArchiving(one) ? fault(one) : undefined) };

  const { result } = await withFaults(plan, () =>
    refresh(publisher).then(
      () => 'taken',
      () => 'failed',
    ),
  );

  expect(result).toBe('failed');
  expect((await stateNow()).active?.versionId).toBe(state.active?.versionId);
});

test('list archive: many files are archived as one, with a line for each', async () => {
  const names = Array.from({ length: 21 }, (_, number) => `people/${number}.json`);
  const files = Object.fromEntries(
    names.map((name) => {
      async function* content() {
        yield Buffer.from(JSON.stringify({ name: `Ambrose ${name}` }));
      }
      return [name, content()];
    }),
  );

  const [bundle, ...others] = (await archiveFiles(files)) ?? [];

  expect(others).toEqual([]);
  const lines = (await archivedFile(bundle?.digest ?? '')).toString('utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(names.toSorted());
  expect(JSON.parse(JSON.parse(lines[0] ?? '').text)).toEqual({ name: `Ambrose ${names[0]}` });
});
