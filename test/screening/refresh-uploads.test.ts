import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { putBlob } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { attentionReasonsOf, isPublisherInDoubt } from '#shared/screening/lists/list-state.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startPublisher } from '#test/support/published-list.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { FAST, loaded, published, refresh, stateNow } from './refreshed-list.ts';

/** Refreshing a list from an uploaded file. */
beforeEach(prepareEngine);

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

test('uploads: the retired list of OFSI is held, however it arrives', async () => {
  const upload = { ...(await anUpload('')), key: 'uk_sanctions' as const, fileName: 'ConList.csv' };
  const file = readFileSync('test/screening/fixtures/uk/ConList.csv');
  await putBlob('lists', `uploads/uk_sanctions/${upload.uploadId}/ConList.csv`, file);
  const publisher = await startPublisher(file);
  const context = workerContext(now());

  await refreshList(context, { key: 'uk_sanctions', upload });
  await refreshList(context, { key: 'uk_sanctions' }, { addresses: { 'ConList.csv': publisher.url }, limits: FAST });

  const { active, held } = await readListState(dynamoStore, 'uk_sanctions');
  expect(active).toBeNull();
  expect(held.map(({ reasons }) => reasons)).toEqual([
    ['approval_required', 'retired_publication'],
    ['retired_publication'],
  ]);
});
