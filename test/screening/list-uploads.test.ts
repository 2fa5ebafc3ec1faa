import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { putBlob } from '#shared/platform/blobs.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { holdVersion } from '#test/support/screening-examples.ts';
import { drain } from '#test/support/webhook-workers.ts';
import { FILE, fileName, LIST, operatorCalls } from './operator-calls.ts';

/** Files that operators upload: who has to approve them, and which are refused. */
const { uploadScreeningFile, refreshScreeningSource, approveScreeningSource, rejectScreeningSource } = screeningRoutes;

let world: World;

beforeEach(async () => {
  shiftClock(0);
  await prepareEngine();
  world = await aWorld('live');
});

const { as, source, history, uploaded } = operatorCalls(() => world);

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
