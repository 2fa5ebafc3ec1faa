import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { attachmentFault } from '#shared/risk/attachment.ts';
import { ATTACHMENT_BYTES } from '#shared/risk/limits.ts';
import { storeAttachment } from '#shared/risk/repository/attachments.ts';
import { erasableRisk } from '#shared/risk/repository/erasable.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { anAttachment } from '#test/support/risk-examples.ts';
import { aWorld, done, list, newSubject as subject, type World } from '#test/support/risk-world.ts';

const { createNote, listNotes, openAttachment, readAttachment } = riskRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const write = (id: string, body: object, as: Credential = world.member) =>
  call(as, createNote, { params: { id }, body: { text: 'Seen.', ...body } });
const notesOf = async (id: string, as: Credential = world.member) =>
  (await done(as, listNotes, { params: { id } })).items;

describe('mentions of a note', () => {
  async function aUser() {
    const id = randomUUID();
    const as = await userOf(world.organizationId, 'member', { claims: { sub: id } });
    const credential: Credential = async (request) => ({ 'x-risk-mode': world.mode, ...(await as(request)) });
    // People are known to the organization once they have signed in.
    await done(credential, organizationRoutes.readMe);
    return id;
  }

  test('mentions: members are named in the note and in its event', async () => {
    const [id, mia] = [await subject(world), await aUser()];

    const { status, body } = await write(id, { mentions: [mia] });

    expect({ status, mentions: body.data.mentions }).toEqual({ status: 201, mentions: [mia] });
    expect(await notesOf(id)).toEqual([body]);
    const { body: events } = await list(world, 'events', { subjectId: id, type: 'risk.note.added' });
    expect(events.items[0].data.details).toEqual({ text: 'Seen.', about: null, mentions: [mia] });
  });

  test('mentions: people of another organization and unknown ones are refused, and nothing is written', async () => {
    const [id, mia] = [await subject(world), await aUser()];

    const response = await write(id, { mentions: [mia, randomUUID()] });

    expect(response).toMatchObject({
      status: 422,
      body: { code: 'unknown_member', errors: [{ path: 'mentions.1' }] },
    });
    const other = await aWorld();
    expect((await write(await subject(other), { mentions: [mia] }, other.member)).body.code).toBe('unknown_member');
    expect((await write(id, { mentions: [mia, mia] })).status).toBe(400);
    expect((await write(id, { mentions: Array.from({ length: 21 }, () => randomUUID()) })).status).toBe(400);
    expect(await notesOf(id)).toEqual([]);
  });
});

describe('attachments of a note', () => {
  test('attachments: a file is uploaded, attached with name and digest, and downloaded as a file', async () => {
    const id = await subject(world);
    const content = bytes('Rechnung für März\n');
    const terms = { contentType: 'text/plain', sizeBytes: content.length };
    const upload = await done(world.member, openAttachment, { params: { id }, body: terms });
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: content });
    expect(put.status).toBe(200);
    const sha256 = sha256Hex(content);
    const { uploadId } = upload;

    const { status, body } = await write(id, {
      attachments: [{ uploadId, name: 'Rechnung März.txt', contentType: 'text/plain', sha256 }],
    });

    expect(status).toBe(201);
    const file = {
      id: uploadId,
      name: 'Rechnung März.txt',
      contentType: 'text/plain',
      sizeBytes: content.length,
      sha256,
    };
    expect(body.data.attachments).toEqual([file]);
    expect(await notesOf(id)).toEqual([body]);
    const read = await done(world.client, readAttachment, { params: { id: uploadId } });
    expect(read.data).toMatchObject({ subjectId: id, noteId: body.id, sha256 });
    const { searchParams } = new URL(read.data.url);
    expect(searchParams.get('response-content-type')).toBe('application/octet-stream');
    expect(searchParams.get('response-content-disposition')).toBe(
      `attachment; filename="Rechnung Marz.txt"; filename*=UTF-8''Rechnung%20M%C3%A4rz.txt`,
    );
    const download = await fetch(read.data.url);
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(content);
  });

  test('attachments: of one upload there is one note, also if two are written at once', async () => {
    const id = await subject(world);
    const attachment = await anAttachment(world, id);

    const both = await Promise.all([1, 2].map(() => write(id, { attachments: [attachment] })));

    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await write(id, { attachments: [attachment] })).toMatchObject({
      status: 409,
      body: { code: 'attachment_used' },
    });
    expect(await notesOf(id)).toHaveLength(1);
  });

  test('attachments: a process that dies after it stored the file leaves nothing that stops the next attempt', async () => {
    const id = await subject(world);
    const attachment = await anAttachment(world, id);
    await storeAttachment(world, id, attachment.uploadId, bytes('half'));

    expect((await write(id, { attachments: [attachment] })).status).toBe(201);

    const { data } = await done(world.member, readAttachment, { params: { id: attachment.uploadId } });
    expect(await (await fetch(data.url)).text()).toBe('Seen in person.\n');
  });

  test('attachments: another subject, organization or mode has no such upload, and no such attachment', async () => {
    const [id, another] = [await subject(world), await subject(world)];
    const attachment = await anAttachment(world, id);
    const refusal = { status: 422, body: { code: 'attachment_invalid', errors: [{ path: 'attachments.0.uploadId' }] } };

    expect(await write(another, { attachments: [attachment] })).toMatchObject(refusal);
    for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
      const theirs = await subject(other);
      expect(await write(theirs, { attachments: [attachment] }, other.member)).toMatchObject(refusal);
      expect((await write(id, { attachments: [attachment] }, other.member)).status).toBe(404);
      expect((await call(other.owner, readAttachment, { params: { id: attachment.uploadId } })).status).toBe(404);
      expect((await call(other.owner, openAttachment, { params: { id }, body: UPLOAD })).status).toBe(404);
    }
    expect(await notesOf(id)).toEqual([]);
    expect(await listBlobs('documents', `attachments/${world.organizationId}/${world.mode}/${another}/`)).toEqual([]);
  });

  const UPLOAD = { contentType: 'application/pdf', sizeBytes: 10 };

  test('attachments: another digest or content of another type is refused, and no file is stored', async () => {
    const id = await subject(world);
    const [good, bad] = [await anAttachment(world, id), await anAttachment(world, id)];

    expect(await write(id, { attachments: [good, { ...bad, contentType: 'application/pdf' }] })).toMatchObject({
      status: 422,
      body: { code: 'attachment_invalid', errors: [{ path: 'attachments.1.contentType' }] },
    });
    expect(await write(id, { attachments: [{ ...bad, sha256: sha256Hex(bytes('another')) }] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'attachments.0.sha256' }] },
    });
    expect(await listBlobs('documents', `attachments/${world.organizationId}/${world.mode}/${id}/`)).toEqual([]);
    expect(await notesOf(id)).toEqual([]);
  });

  test('attachments: size and type are signed, and a file that is too large anyway is refused', async () => {
    const id = await subject(world);
    const { url, headers } = await done(world.member, openAttachment, { params: { id }, body: UPLOAD });
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(headers).toEqual({ 'content-length': '10', 'content-type': 'application/pdf' });

    const large = new Uint8Array(ATTACHMENT_BYTES + 1).fill(0x61);
    const response = await write(id, { attachments: [await anAttachment(world, id, large)] });

    expect(response).toMatchObject({
      status: 422,
      body: { code: 'attachment_invalid', errors: [{ path: 'attachments.0.uploadId' }] },
    });
  });

  test.each([
    ['a file above 10 MB', { contentType: 'application/pdf', sizeBytes: ATTACHMENT_BYTES + 1 }, 413],
    ['an empty file', { contentType: 'application/pdf', sizeBytes: 0 }, 400],
    ['a web page', { contentType: 'text/html', sizeBytes: 10 }, 400],
    ['a picture with scripts', { contentType: 'image/svg+xml', sizeBytes: 10 }, 400],
  ])('attachments: no upload for %s', async (_case, body, status) => {
    expect((await call(world.member, openAttachment, { params: { id: await subject(world) }, body })).status).toBe(
      status,
    );
  });

  test('attachments: at most five, and each upload once', async () => {
    const id = await subject(world);
    const one = await anAttachment(world, id);
    const six = Array.from({ length: 6 }, () => ({ ...one, uploadId: randomUUID() }));

    expect((await write(id, { attachments: [one, { ...one, name: 'Again.txt' }] })).status).toBe(400);
    expect((await write(id, { attachments: six })).status).toBe(400);
  });

  test('attachments: the erasure of an organization removes files and uploads, also those without a row', async () => {
    const doomed = await aWorld();
    const id = await subject(doomed);
    const attachment = await anAttachment(doomed, id);
    expect((await write(id, { attachments: [attachment] }, doomed.member)).status).toBe(201);
    await storeAttachment(doomed, id, randomUUID(), bytes('without a row'));
    const kept = await subject(world);
    await storeAttachment(world, kept, randomUUID(), bytes('of another organization'));

    const erased: unknown[] = [];
    for await (const { keys } of erasableRisk(dynamoStore, doomed)) erased.push(...keys);

    expect(await listBlobs('documents', `attachments/${doomed.organizationId}/`)).toEqual([]);
    expect(await listBlobs('documents', `attachments/${world.organizationId}/${world.mode}/${kept}/`)).toHaveLength(1);
    expect(JSON.stringify(erased)).toContain('#attachments#');
  });
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
test.each([
  ['application/pdf', '%PDF-1.7', true],
  ['application/pdf', ' %PDF-1.7', false],
  ['image/png', '\x89PNG\r\n\x1a\n', true],
  ['image/png', '\x89PNG\n\x1a\n', false],
  ['image/jpeg', '\xff\xd8\xff\xe0', true],
  ['image/jpeg', 'GIF89a', false],
  ['text/csv', 'a,b\r\n1,2\n', true],
  ['text/csv', 'a\0b', false],
  ['text/plain', '\xff\xfe', false],
  [DOCX, 'PK\x03\x04 [Content_Types].xml word/document.xml', true],
  [DOCX, 'PK\x03\x04 [Content_Types].xml xl/workbook.xml', false],
] as const)('attachments: %s begins as such: %j', (contentType, text, isTaken) => {
  const content = new Uint8Array(Buffer.from(text, 'latin1'));
  const sha256 = sha256Hex(content);
  expect(attachmentFault(content, sha256, { contentType, sha256 })).toEqual(
    isTaken ? undefined : { member: 'contentType', message: `The content of the file is not ${contentType}.` },
  );
});
