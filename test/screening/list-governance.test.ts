import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { putBlob } from '#shared/platform/blobs.ts';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { KEPT_VERSIONS } from '#shared/screening/lists/list-state.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, aRun, holdVersion, loadList } from '#test/support/screening-examples.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** Who may change a list, who has to approve, and what is recorded. */
const LIST = 'idb_sanctions';
const FILE = readFileSync('test/screening/fixtures/idb/idb_sanctioned.csv');
const fileName = 'idb_sanctioned.csv';

const {
  uploadScreeningFile,
  refreshScreeningSource,
  approveScreeningSource,
  rejectScreeningSource,
  rollBackScreeningSource,
  listScreeningSources,
  listScreeningSourceHistory,
  readScreeningSourceVersion,
} = screeningRoutes;

let world: World;

beforeEach(async () => {
  shiftClock(0);
  await prepareEngine();
  world = await aWorld('live');
});

const as = (who: 'owner' | 'admin', route: Parameters<typeof call>[1], body: unknown, key = LIST) =>
  call(world[who], route, { params: { key }, body });

const source = async (key = LIST, reader = world.owner) => {
  const { items } = await done(reader, listScreeningSources);
  return items.find((one: { key: string }) => one.key === key);
};

const history = async (reader = world.owner, query: Record<string, number> = {}, key = LIST) =>
  done(reader, listScreeningSourceHistory, { params: { key }, query });

/** Uploads the file and has the worker read it. */
async function uploaded(by: 'owner' | 'admin' = 'owner', refreshedBy = by, file = FILE) {
  const { body } = await as(by, uploadScreeningFile, { fileName, sizeBytes: file.length });
  const put = await fetch(body.url, { method: 'PUT', headers: body.headers, body: file });
  expect(put.status).toBe(200);
  const upload = { uploadId: body.uploadId, fileName };
  expect((await as(refreshedBy, refreshScreeningSource, { upload })).status).toBe(202);
  await worked(refresh, queueEvent(await drain('listRefreshes')));
  return (await source()).pending.versionId as string;
}

describe('list uploads', () => {
  test('a file waits for approval by a second person, and both are in the history', async () => {
    const versionId = await uploaded('owner');
    const waiting = await source();
    const own = await as('owner', approveScreeningSource, { versionId });
    const approved = await as('admin', approveScreeningSource, { versionId });

    expect(waiting).toMatchObject({
      enabled: true,
      versionId: null,
      attention: true,
      attentionReasons: ['approval_required'],
      pending: {
        versionId,
        origin: 'upload',
        reasons: ['approval_required'],
        uploadedBy: expect.stringMatching(/^user:/),
      },
    });
    expect([own.status, own.body.code]).toEqual([409, 'second_person_required']);
    expect(approved).toMatchObject({ status: 200, body: { enabled: true, versionId } });
    const { items } = await history();
    expect(items.map(({ type }: { type: string }) => type)).toEqual([
      'screening.list.approved',
      'screening.list.held',
      'screening.list.uploaded',
      'screening.list.upload_requested',
    ]);
    const [approval, held, upload] = items;
    expect(approval.actor).not.toBe(upload.actor);
    expect(held.actor).toBe(upload.actor);
    expect(approval).toMatchObject({ versionId, digest: held.digest, counts: held.counts });
    expect(held.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('with four eyes the person who requested a publication cannot approve it', async () => {
    const {
      revision,
      updatedAt: _at,
      updatedBy: _by,
      ...settings
    } = await done(world.owner, organizationRoutes.readSettings);
    const fourEyes = { policies: false, overrides: false, matches: false, lists: true };
    await done(world.owner, organizationRoutes.updateSettings, {
      body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
    });
    const sub = randomUUID();
    const requester = await userOf(world.organizationId, 'admin', { claims: { sub } });
    const { versionId } = await holdVersion(LIST, { requestedBy: `user:${sub}` });
    const approve = (by: typeof requester) =>
      call(by, approveScreeningSource, { params: { key: LIST }, body: { versionId } });

    const own = await approve(requester);

    expect([own.status, own.body.code]).toEqual([409, 'second_person_required']);
    expect((await approve(world.admin)).status).toBe(200);
  });

  test('the person who requested the refresh cannot approve it either', async () => {
    const versionId = await uploaded('admin', 'owner');

    const codes = [
      (await as('owner', approveScreeningSource, { versionId })).body.code,
      (await as('admin', approveScreeningSource, { versionId })).body.code,
    ];
    const third = await userOf(world.organizationId, 'admin');
    const approved = await call(third, approveScreeningSource, { params: { key: LIST }, body: { versionId } });

    expect(codes).toEqual(['second_person_required', 'second_person_required']);
    expect(approved.status).toBe(200);
  });

  test('the listing shows origin and approver; user ids only to operators', async () => {
    const versionId = await uploaded('owner');
    await as('admin', approveScreeningSource, { versionId });

    expect(await source()).toMatchObject({
      origin: 'upload',
      approvedBy: expect.stringMatching(/^user:/),
      approvedAt: expect.any(String),
    });
  });

  test('a rejected upload is removed with its objects', async () => {
    const versionId = await uploaded('owner');

    const rejected = await as('owner', rejectScreeningSource, { versionId, reason: 'A mistake.' });
    const late = await as('admin', approveScreeningSource, { versionId });

    expect(rejected.body).toMatchObject({ pending: null, attention: false, heldVersions: [] });
    expect([late.status, late.body.code]).toEqual([409, 'version_not_held']);
    expect(await readIndex(LIST, versionId)).toBeUndefined();
    expect((await history()).items[0]).toMatchObject({
      type: 'screening.list.rejected',
      versionId,
      reason: 'A mistake.',
    });
  });

  test.each([
    ['one that was never uploaded', newId(), fileName],
    ['one of another name', undefined, 'other.csv'],
  ])('a refresh that names %s is refused, with the remedy', async (_case, uploadId, name) => {
    const { body } = await as('owner', uploadScreeningFile, { fileName, sizeBytes: FILE.length });
    const upload = { uploadId: uploadId ?? body.uploadId, fileName: name };

    const refused = await as('owner', refreshScreeningSource, { upload });

    expect(refused).toMatchObject({ status: 409, body: { code: 'upload_missing' } });
    expect(refused.body.detail).toContain('PUT /screening/sources/{key}/file');
    expect(await drain('listRefreshes')).toEqual([]);
  });

  test('a refresh before the file is uploaded is rejected', async () => {
    const { body } = await as('owner', uploadScreeningFile, { fileName, sizeBytes: FILE.length });
    const upload = { uploadId: body.uploadId, fileName };

    const refused = await as('owner', refreshScreeningSource, { upload });

    expect(refused).toMatchObject({ status: 409, body: { code: 'upload_missing' } });
  });

  test('a refresh that names an empty file is rejected, with the remedy', async () => {
    const { body } = await as('owner', uploadScreeningFile, { fileName, sizeBytes: FILE.length });
    // The presigned URL rejects an empty file, so it is stored directly.
    const [, , ...key] = decodeURIComponent(new URL(body.url).pathname).split('/');
    await putBlob('lists', key.join('/'), Buffer.alloc(0));

    const refused = await as('owner', refreshScreeningSource, {
      upload: { uploadId: body.uploadId, fileName },
    });

    expect(refused).toMatchObject({ status: 409, body: { code: 'upload_empty' } });
    expect(refused.body.detail).toContain('Request a new upload URL');
    expect(await drain('listRefreshes')).toEqual([]);
  });

  test.each([
    ['no size', {}, 400, 'invalid_body'],
    ['nothing', { sizeBytes: 0 }, 400, 'invalid_body'],
    ['part of a byte', { sizeBytes: 1.5 }, 400, 'invalid_body'],
    ['more than a list can have', { sizeBytes: 500_000_000 }, 413, 'file_too_large'],
  ])('an upload of %s is refused', async (_case, size, status, code) => {
    const refused = await as('owner', uploadScreeningFile, { fileName, ...size });

    expect(refused).toMatchObject({ status, body: { code } });
    expect((await history()).items).toEqual([]);
  });

  test('the response describes the upload request', async () => {
    const { body } = await as('owner', uploadScreeningFile, { fileName, sizeBytes: 1_234 });

    expect(body).toEqual({
      uploadId: expect.any(String),
      fileName,
      url: expect.stringContaining('content-length'),
      headers: { 'content-length': '1234', 'content-type': 'application/octet-stream' },
      expiresAt: expect.any(String),
    });
  });
});

describe('approving', () => {
  test('without a version is rejected while several are held', async () => {
    await holdVersion('eu_fsf');
    await holdVersion('eu_fsf', { origin: 'upload', reasons: ['approval_required'] });

    const refused = await as('owner', approveScreeningSource, {}, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code: 'version_required' } });
  });

  test('without a version approves the only held one', async () => {
    const { versionId } = await holdVersion('eu_fsf');

    const approved = await as('owner', approveScreeningSource, {}, 'eu_fsf');

    expect(approved).toMatchObject({ status: 200, body: { versionId, attention: false } });
  });

  test.each([
    ['nothing is held', undefined, 'nothing_to_approve'],
    ['the version was never held', newId(), 'version_not_held'],
  ])('is refused where %s', async (_case, versionId, code) => {
    const refused = await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code } });
  });

  test('a second time is rejected: the version is no longer held', async () => {
    const { versionId } = await holdVersion('eu_fsf');
    await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    const again = await as('owner', approveScreeningSource, { versionId }, 'eu_fsf');

    expect(again).toMatchObject({ status: 409, body: { code: 'version_not_held' } });
  });

  test('a version of the publisher cannot be rejected: it would be held again', async () => {
    const { versionId } = await holdVersion('eu_fsf');

    const body = { versionId, reason: 'Unwanted.' };
    const refused = await as('owner', rejectScreeningSource, body, 'eu_fsf');

    expect(refused).toMatchObject({ status: 409, body: { code: 'not_an_upload' } });
  });
});

describe('rolling back', () => {
  const rollBack = (versionId: string) =>
    as('owner', rollBackScreeningSource, { versionId, reason: 'It lacks entries.' }, 'eu_fsf');

  test('an earlier version becomes active again, and the current one is held', async () => {
    const first = await loadList('eu_fsf', [anEntry()]);
    const second = await loadList('eu_fsf', [anEntry()]);

    const { status, body } = await rollBack(first.versionId);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      versionId: first.versionId,
      approvedBy: expect.stringMatching(/^user:/),
      attentionReasons: ['rolled_back'],
      heldVersions: [{ versionId: second.versionId, reasons: ['rolled_back'] }],
    });
    expect((await history(world.owner, {}, 'eu_fsf')).items).toMatchObject([
      {
        type: 'screening.list.rolled_back',
        versionId: first.versionId,
        reason: 'It lacks entries.',
        digest: first.digest,
      },
    ]);
  });

  test('runs report that the publisher has another version', async () => {
    const first = await loadList('eu_fsf', [anEntry()]);
    await loadList('eu_fsf', [anEntry()]);
    await rollBack(first.versionId);

    const run = await done(world.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'], subject: { name: 'Nobody Anywhere' } }),
    });

    expect(run.incompleteReasons).toContain('source_attention');
  });

  test('to the fourth version before the active one is possible, to the fifth is not', async () => {
    const versions: string[] = [];
    for (let count = 0; count <= KEPT_VERSIONS; count += 1)
      versions.push((await loadList('eu_fsf', [anEntry()])).versionId);
    const [gone = '', kept = ''] = versions;

    expect(await rollBack(gone)).toMatchObject({ status: 409, body: { code: 'version_not_kept' } });
    expect((await rollBack(kept)).status).toBe(200);
  });

  test('to a held version is rejected: it has to be approved', async () => {
    await loadList('eu_fsf', [anEntry()]);
    const { versionId } = await holdVersion('eu_fsf');

    expect((await rollBack(versionId)).body.code).toBe('version_not_kept');
  });

  test('a reason is required', async () => {
    const { versionId } = await loadList('eu_fsf', [anEntry()]);

    expect((await as('owner', rollBackScreeningSource, { versionId }, 'eu_fsf')).status).toBe(400);
  });
});

describe('list versions', () => {
  const read = (versionId: string, reader = world.owner, key = LIST) =>
    call(reader, readScreeningSourceVersion, { params: { key, versionId } });

  test('a version shows what it adds and removes, and why it is held', async () => {
    const first = await uploaded('owner');
    const { body: whole } = await read(first);
    await as('admin', approveScreeningSource, { versionId: first });
    const text = FILE.toString('utf8').replace('Royal Ruler (TIN No. 303 808 059)', 'Regal Rubber');
    const second = await uploaded('owner', 'owner', Buffer.from(text));

    const { status, body } = await read(second);

    expect(whole).toMatchObject({
      state: 'held',
      comparedTo: null,
      added: whole.entryCount,
      removed: 0,
      changed: 0,
      removedEntries: [],
    });
    expect(whole.addedEntries).toHaveLength(whole.entryCount);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      versionId: second,
      state: 'held',
      comparedTo: first,
      entryCount: whole.entryCount,
      added: 1,
      removed: 1,
      changed: 0,
      uploadedBy: expect.stringMatching(/^user:/),
      addedEntries: [{ id: expect.any(String), name: 'Regal Rubber' }],
      removedEntries: [{ id: expect.any(String), name: expect.stringContaining('Royal Ruler') }],
    });
    expect(body.reasons).toContain('approval_required');
    expect((await read(first)).body).toMatchObject({
      state: 'active',
      reasons: [],
      approvedBy: expect.stringMatching(/^user:/),
    });
    const { items } = await history();
    expect(items[0]).toMatchObject({ outcome: 'held', added: 1, removed: 1, changed: 0 });
    await as('owner', rejectScreeningSource, { versionId: second, reason: 'A test.' });
    expect((await read(second)).status).toBe(404);
  });

  test('a version that was compared with none has no differences', async () => {
    const { versionId } = await loadList('eu_fsf', [anEntry()]);

    expect((await read(versionId, world.client, 'eu_fsf')).body).toMatchObject({
      state: 'active',
      added: null,
      removed: null,
      changed: null,
      comparedTo: null,
      addedEntries: [],
      removedEntries: [],
    });
    expect((await read(versionId, world.client, 'uk_sanctions')).status).toBe(404);
    expect((await read(versionId, world.client, 'no_such_list')).status).toBe(404);
  });
});

describe('history', () => {
  test.each([{ days: 0 }, { days: 91 }])('refuses %j', async (query) => {
    const { status } = await call(world.owner, listScreeningSourceHistory, { params: { key: LIST }, query });

    expect(status).toBe(400);
  });

  test('a held upload leaves runs complete and is shown as attention', async () => {
    await loadList('eu_fsf', [anEntry()]);
    await holdVersion('eu_fsf', { origin: 'upload', reasons: ['approval_required'] });

    const run = await done(world.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'], subject: { name: 'Nobody Anywhere' } }),
    });

    expect(run).toMatchObject({ status: 'clear', sources: [{ attention: false }] });
    expect(await source('eu_fsf')).toMatchObject({ attention: true });
  });

  test('is paged, newest first, and ends after 90 days', async () => {
    for (let count = 0; count < 5; count += 1) await as('owner', refreshScreeningSource, {}, 'eu_fsf');

    const first = await history(world.owner, { limit: 3 }, 'eu_fsf');
    const offset = first.nextOffset as number;
    const rest = await history(world.owner, { limit: 3, offset }, 'eu_fsf');
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    const inDays = (days: number, from = 0) =>
      listListEvents(dynamoStore, 'eu_fsf', {
        offset: from,
        limit: 10,
        days: 90,
        now: addSeconds(now(), days * 24 * 3_600),
      });

    expect(first.items).toHaveLength(3);
    expect(rest).toMatchObject({ nextOffset: null });
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids).toHaveLength(5);
    expect((await inDays(89)).items).toHaveLength(5);
    expect(await inDays(91)).toEqual({ items: [], nextOffset: null });
    expect(await inDays(91, offset)).toEqual({ items: [], nextOffset: null });
  });

  test('can be read with any role, but not without a credential', async () => {
    expect((await history(world.client)).items).toEqual([]);
    expect((await history(world.member)).items).toEqual([]);
  });

  test('the history of the operator’s organization has the same events, in live mode', async () => {
    const tester = await aWorld('test', world.organizationId);
    await call(tester.owner, refreshScreeningSource, { params: { key: 'eu_fsf' }, body: {} });

    const { items } = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
    });

    expect(items).toMatchObject([
      {
        data: {
          type: 'screening.list.refresh_requested',
          actor: expect.stringMatching(/^user:/),
          details: { list: 'eu_fsf' },
        },
      },
    ]);
  });

  test('changes that a person requested and a worker made are in the organization’s history', async () => {
    const versionId = await uploaded('owner');

    const { items } = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
    });

    expect(items.at(-1).data).toMatchObject({
      type: 'screening.list.held',
      actor: 'service:screening-lists',
      resourceId: versionId,
      details: {
        actor: expect.stringMatching(/^user:/),
        digest: expect.stringMatching(/^\w{64}$/),
        counts: { person: expect.any(Number) },
        reasons: ['approval_required'],
      },
    });
  });
});

test('list uploads: a file that is read twice is held once', async () => {
  const { body } = await as('owner', uploadScreeningFile, { fileName, sizeBytes: FILE.length });
  await putBlob('lists', `uploads/${LIST}/${body.uploadId}/${fileName}`, FILE);
  await as('owner', refreshScreeningSource, { upload: { uploadId: body.uploadId, fileName } });
  const messages = await drain('listRefreshes');

  await worked(refresh, queueEvent(messages));
  await worked(refresh, queueEvent(messages));

  const { held } = await readListState(dynamoStore, LIST);
  expect(held).toHaveLength(1);
  expect((await history()).items.map(({ type }: { type: string }) => type)).toHaveLength(3);
});
