import { randomUUID } from 'node:crypto';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { UPLOAD_BYTES } from '#shared/documents/limits.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { type CallOptions, type Credential, call, keyOf } from '#test/support/api.ts';
import { aPdf } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { createDocument, openUpload, readDocumentPdf, readDocumentAudit } = documentRoutes;

let scope: Scope;
let key: Credential;
const ask = (route: Parameters<typeof call>[1], options?: CallOptions) => call(key, route, options);

beforeAll(prepareEngine);
beforeAll(async () => {
  scope = { organizationId: randomUUID(), mode: 'test' };
  key = (await keyOf(scope.organizationId, 'test')).credential;
});

/** A form as a client writes it. */
async function formOf(parts: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const request = new Request('http://any', { method: 'POST', body: form });
  return {
    rawBody: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

const fileOf = (content: Uint8Array, name = 'Lease 2026.pdf') =>
  new File([content as Uint8Array<ArrayBuffer>], name, { type: 'application/pdf' });

async function uploaded(content: Uint8Array): Promise<string> {
  const { body } = await ask(openUpload, { body: { sizeBytes: content.length } });
  const put = await fetch(body.url, { method: 'PUT', headers: body.headers, body: content as Uint8Array<ArrayBuffer> });
  expect(put.status).toBe(200);
  return body.uploadId;
}

describe('an uploaded PDF', () => {
  test('becomes a draft when sent as a form', async () => {
    const pdf = await aPdf();

    const made = await ask(createDocument, await formOf({ file: fileOf(pdf) }));

    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Lease 2026',
        status: 'draft',
        origin: { kind: 'upload' },
        pages: [{ width: 595.28, height: 841.89 }],
        signers: [],
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        finalSha256: null,
      },
    });
    const { body } = await ask(readDocumentAudit, { params: { id: made.body.id } });
    expect(body.items[0].details).toEqual({ kind: 'upload', sha256: made.body.sha256, uploadedSha256: sha256Hex(pdf) });
  });

  test('loses scripts, launch actions and attachments, and the audit trail says so', async () => {
    const pdf = await PDFDocument.load(await aPdf());
    pdf.addJavaScript('greet', 'app.alert(1)');
    await pdf.attach(Buffer.from('secret'), 'secret.txt');
    const launch = { S: 'Launch', F: PDFString.of('calc.exe') };
    pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj(launch));
    const content = await pdf.save({ useObjectStreams: false });

    const made = await ask(createDocument, await formOf({ file: fileOf(content) }));

    expect(made.status).toBe(201);
    const params = { id: made.body.id };
    const stored = Buffer.from((await ask(readDocumentPdf, { params })).body, 'base64');
    expect(sha256Hex(stored)).toBe(made.body.sha256);
    const { context } = await PDFDocument.load(stored);
    const objects = context.enumerateIndirectObjects().map(String).join();
    expect(objects).not.toMatch(/JavaScript|Launch|Filespec|EmbeddedFile/);
    const { body } = await ask(readDocumentAudit, { params });
    expect(body.items[0].details.removed).toEqual(['scripts', 'actions', 'attachments']);
  });

  test('with a layer that is hidden on screen is rejected by name, also as a template', async () => {
    const pdf = await PDFDocument.load(await aPdf());
    const usage = { View: { ViewState: 'OFF' }, Print: { PrintState: 'ON' } };
    const layer = { Type: 'OCG', Name: PDFString.of('Prices'), Usage: usage };
    const layers = { OCGs: [pdf.context.register(pdf.context.obj(layer))], D: {} };
    pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj(layers));
    const content = await pdf.save();
    const place = { pageNumber: 1, xPosition: 72, yPosition: 72 };
    const field = { fieldType: 'signature', role: 'tenant', ...place };

    const refused = await ask(createDocument, await formOf({ file: fileOf(content) }));
    const template = await ask(documentRoutes.createPdfTemplate, {
      body: { name: 'Lease', uploadId: await uploaded(content), fields: [field] },
    });

    for (const one of [refused, template]) expect(one).toMatchObject({ status: 422, body: { code: 'layers' } });
    expect(refused.body.detail).toContain('the layer “Prices” is switched off on screen');
  });

  test('with a long file name gets the name truncated to whole characters', async () => {
    const file = fileOf(await aPdf(), `${'x'.repeat(199)}😀😀.pdf`);

    const made = await ask(createDocument, await formOf({ file }));

    expect(made).toMatchObject({ status: 201, body: { name: `${'x'.repeat(199)}😀` } });
  });

  test('becomes a draft when uploaded to the bucket', async () => {
    const pdf = await aPdf();

    const made = await ask(createDocument, {
      body: { name: 'Lease', uploadId: await uploaded(pdf) },
    });

    expect(made).toMatchObject({ status: 201, body: { name: 'Lease' } });
    const read = await ask(readDocumentPdf, { params: { id: made.body.id } });
    expect(sha256Hex(Buffer.from(read.body, 'base64'))).toBe(made.body.sha256);
    expect(read.headers['content-type']).toBe('application/pdf');
  });

  test('is the same document when the form is sent again with another boundary', async () => {
    const parts = { name: 'Twice', file: fileOf(await aPdf()) };
    const idempotencyKey = randomUUID();
    const [first, again] = [await formOf(parts), await formOf(parts)];
    expect(first.headers).not.toEqual(again.headers);

    const made = await ask(createDocument, { ...first, idempotencyKey });
    const replayed = await ask(createDocument, { ...again, idempotencyKey });

    expect(replayed.body).toEqual(made.body);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    const other = await formOf({ ...parts, name: 'Another' });
    expect(await ask(createDocument, { ...other, idempotencyKey })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  });

  test('of more than 4 MB is downloaded from the bucket', async () => {
    const pdf = await PDFDocument.load(await aPdf());
    const weight = pdf.context.stream(Buffer.alloc(5 * 1024 * 1024, randomUUID()));
    pdf.getPage(0).node.newXObject('Weight', pdf.context.register(weight));
    const { body } = await ask(createDocument, {
      body: { name: 'Large', uploadId: await uploaded(await pdf.save()) },
    });

    const read = await ask(readDocumentPdf, { params: { id: body.id } });

    expect(read.status).toBe(302);
    const fetched = await fetch(read.headers.location ?? '');
    const location = new URL(read.headers.location ?? '');
    expect(location.searchParams.get('response-content-disposition')).toBe('inline; filename="Large.pdf"');
    expect(sha256Hex(new Uint8Array(await fetched.arrayBuffer()))).toBe(body.sha256);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'not_a_pdf'],
    ['a text', Buffer.from('Dear Sir or Madam'), 'not_a_pdf'],
    ['half a file', Buffer.from('%PDF-1.7\n1 0 obj\n<<'), 'broken'],
  ])('that is %s is rejected', async (_case, content, code) => {
    const refused = await ask(createDocument, await formOf({ file: fileOf(content) }));

    expect(refused).toMatchObject({ status: 422, body: { code } });
  });

  test('of more than 20 MB is rejected', async () => {
    const file = fileOf(Buffer.alloc(UPLOAD_BYTES + 1, '%PDF-1.7 '));

    const refused = await ask(createDocument, await formOf({ file }));

    expect(refused).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
  });

  test.each([
    ['an unknown upload', { body: { name: 'No', uploadId: randomUUID() } }, 422, 'no_upload'],
    ['neither file nor upload', { body: { name: 'No' } }, 400, 'invalid_body'],
    [
      'a form that is none',
      { rawBody: 'no parts', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      400,
      'invalid_form',
    ],
  ])('with %s is rejected', async (_case, options, status, code) => {
    expect(await ask(createDocument, options)).toMatchObject({ status, body: { code } });
  });

  test('cannot be used in another mode', async () => {
    const uploadId = await uploaded(await aPdf());
    const live = (await keyOf(scope.organizationId, 'live')).credential;

    const refused = await call(live, createDocument, { body: { name: 'No', uploadId } });

    expect(refused).toMatchObject({ status: 422, body: { code: 'no_upload' } });
  });
});
