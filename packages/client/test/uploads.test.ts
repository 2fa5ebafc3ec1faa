import { expect, test } from 'vitest';
import { clientAnsweredBy, json, problem } from './fake-service.ts';

const UPLOAD_ID = '019b76da-a800-7000-8000-000000000000';
const anUpload = (more: object = {}) =>
  json({
    uploadId: UPLOAD_ID,
    url: 'https://bucket.example/uploads/1?X-Amz-Signature=1',
    headers: { 'content-length': '8', 'content-type': 'application/pdf' },
    expiresAt: '2026-03-14T09:41:53.589Z',
    ...more,
  });
const stored = () => new Response(null, { status: 200 });
const retry = { attempts: 3, backoffMs: 1 };
const pdf = new TextEncoder().encode('%PDF-1.7');

const bodyOf = (request: { body: Uint8Array } | undefined) => JSON.parse(Buffer.from(request?.body ?? []).toString());

test('client upload: a document is created from a file in one call', async () => {
  const { client, sent } = clientAnsweredBy([anUpload(), stored(), json({ id: 'd-1' }, 201)]);

  const document = await client.upload.document({
    file: pdf,
    name: 'Lease',
    idempotencyKey: 'lease-1',
  });

  const [opening, put, creation] = sent;
  expect(document).toEqual({ id: 'd-1' });
  expect(opening?.url.pathname).toBe('/api/v1/documents/uploads');
  expect(bodyOf(opening)).toEqual({ sizeBytes: 8 });
  expect(bodyOf(creation)).toEqual({ name: 'Lease', uploadId: UPLOAD_ID });
  expect(creation?.headers.get('idempotency-key')).toBe('lease-1');
  expect(put?.method).toBe('PUT');
  expect(Buffer.from(put?.body ?? []).toString()).toBe('%PDF-1.7');
});

test('client upload: the file is sent with the signed headers and without credentials', async () => {
  const { client, sent } = clientAnsweredBy([anUpload(), stored(), json({ id: 'd-1' }, 201)]);

  await client.upload.document({ file: pdf, name: 'Lease' });

  // `fetch` adds the length.
  expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({ 'content-type': 'application/pdf' });
});

test('client upload: a template is created from a file with its fields', async () => {
  const { client, sent } = clientAnsweredBy([anUpload(), stored(), json({ id: 't-1' }, 201)]);
  const fields = [
    {
      role: 'client',
      fieldType: 'signature' as const,
      pageNumber: 1,
      xPosition: 72,
      yPosition: 640,
      width: 180,
      height: 40,
    },
  ];

  await client.upload.pdfTemplate({ file: new Blob([pdf]), name: 'Lease', fields });

  expect(sent[2]?.url.pathname).toBe('/api/v1/templates/pdf');
  expect(bodyOf(sent[0])).toEqual({ sizeBytes: 8 });
  expect(bodyOf(sent[2])).toEqual({ name: 'Lease', fields, uploadId: UPLOAD_ID });
});

test('client upload: a list is refreshed from a file', async () => {
  const fileName = 'sdn.xml';
  const { client, sent } = clientAnsweredBy([anUpload({ fileName }), stored(), json({ key: 'ofac_sdn' }, 202)]);

  await client.upload.list({ key: 'ofac_sdn', file: pdf.buffer, fileName });

  expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'PUT /api/v1/screening/sources/ofac_sdn/file',
    'PUT /uploads/1',
    'POST /api/v1/screening/sources/ofac_sdn/refresh',
  ]);
  expect(bodyOf(sent[0])).toEqual({ fileName, sizeBytes: 8 });
  expect(bodyOf(sent[2])).toEqual({ upload: { uploadId: UPLOAD_ID, fileName } });
});

test.each([
  ['a lost connection', new TypeError('fetch failed')],
  ['a busy bucket', new Response('<Error/>', { status: 503 })],
])('client upload: the file is sent again after %s', async (_case, failure) => {
  const { client, sent } = clientAnsweredBy([anUpload(), failure, stored(), json({ id: 'd-1' }, 201)], { retry });

  await client.upload.document({ file: pdf, name: 'Lease' });

  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'POST']);
});

test('client upload: a refused file is a problem, and nothing is created', async () => {
  const { client, sent } = clientAnsweredBy([
    anUpload(),
    new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 }),
  ]);

  const document = client.upload.document({ file: pdf, name: 'Lease' });

  await expect(document).rejects.toMatchObject({ status: 403, code: 'upload_refused' });
  expect(sent).toHaveLength(2);
});

test('client upload: a file that is too large is refused before it is sent', async () => {
  const { client, sent } = clientAnsweredBy([problem(413, 'file_too_large')]);

  const document = client.upload.document({ file: pdf, name: 'Lease' });

  await expect(document).rejects.toMatchObject({ code: 'file_too_large' });
  expect(sent).toHaveLength(1);
});
