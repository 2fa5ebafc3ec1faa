import fc from 'fast-check';
import { expect, expectTypeOf, test, vi } from 'vitest';
import type * as z from 'zod';
import { isSignedBy, isTimely } from '../../../shared/identity/signed-request.ts';
import type { SubjectRecord } from '../../../shared/risk/subject.ts';
import { allRoutes, routes } from '../../../shared/routes.ts';
import type { AssayProblem, Client } from '../index.ts';
import { aSubject, CREDENTIALS, clientAnsweredBy, json, problem, type SentRequest } from './fake-service.ts';

const body = { kind: 'person', externalId: 'customer-4711' } as const;

/** The service's own verification of a received request. */
const isAccepted = ({ url, method, headers, body: sentBody }: SentRequest) =>
  isTimely(headers.get('x-timestamp') ?? '', Date.now()) &&
  isSignedBy(CREDENTIALS.secret, headers.get('x-signature') ?? '', {
    timestamp: headers.get('x-timestamp') ?? '',
    method,
    pathAndQuery: url.pathname + url.search,
    idempotencyKey: headers.get('idempotency-key') ?? '',
    body: sentBody,
  });

test('client: has a function for every route of the table', () => {
  const { client } = clientAnsweredBy([]);

  const { upload, ...modules } = client;
  const calls = Object.values(modules).flatMap((module) => Object.keys(module));

  expect(calls).toEqual(allRoutes.map(({ name }) => name));
  expect(Object.keys(modules)).toEqual(Object.keys(routes));
  expect(Object.keys(upload)).toEqual(['document', 'pdfTemplate', 'list']);
});

test('client: sends the input of the route, signed, with its own idempotency key', async () => {
  const { client, sent } = clientAnsweredBy([json(aSubject, 201)]);

  const subject = await client.risk.createSubject({ body });

  const [request] = sent;
  expect(subject).toEqual(aSubject);
  expect(request?.method).toBe('POST');
  expect(request?.url.href).toBe('https://assay.example/api/v1/risk/subjects');
  expect(JSON.parse(Buffer.from(request?.body ?? '').toString())).toEqual(body);
  expect(request?.headers.get('content-type')).toBe('application/json');
  expect(request?.headers.get('x-api-key')).toBe(CREDENTIALS.key);
  expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(request && isAccepted(request)).toBe(true);
});

test('client: uses the given idempotency key, and a new one for every other call', async () => {
  const { client, sent } = clientAnsweredBy([json(aSubject, 201)]);

  await client.risk.createSubject({ body, idempotencyKey: 'signup-4711' });
  await client.risk.createSubject({ body });
  await client.risk.createSubject({ body });

  const [given, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(given).toBe('signup-4711');
  expect(second).not.toBe(third);
});

test('client: sends no idempotency key if the route takes none', async () => {
  const { client, sent } = clientAnsweredBy([json(aSubject)]);

  await client.risk.readRecord({ params: { resource: 'subjects', id: aSubject.id } });
  await client.webhooks.deleteWebhook({ params: { id: aSubject.id } });

  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
  expect(sent.map(({ body: { length } }) => length)).toEqual([0, 0]);
});

test('client: sends the token and the mode header', async () => {
  const { client, sent } = clientAnsweredBy([json(aSubject)], {
    credentials: { token: 'a.b.c' },
    mode: 'test',
  });

  await client.risk.readRecord({ params: { resource: 'subjects', id: aSubject.id } });

  const [request] = sent;
  expect(request?.headers.get('authorization')).toBe('Bearer a.b.c');
  expect(request?.headers.get('x-service-mode')).toBe('test');
  expect(request?.headers.has('x-signature')).toBe(false);
});

test('client: sends its credentials neither to a public route nor to a redirect target', async () => {
  const { client, sent } = clientAnsweredBy([json({ status: 'ok', version: '1' })]);

  await client.service.readHealth();

  const [request] = sent;
  expect(request?.headers.has('x-api-key')).toBe(false);
  expect(request?.redirect).toBe('manual');
});

test('client: signs any text in path and query, below any base URL', async () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 1 });
  const segments = texts.filter((text) => !['.', '..'].includes(text) && text.isWellFormed());
  const queries = texts.filter((text) => text.isWellFormed());

  await fc.assert(
    fc.asyncProperty(segments, queries, fc.nat(), async (resource, search, offset) => {
      const { client, sent } = clientAnsweredBy([json({ items: [], nextOffset: null })], {
        baseUrl: 'https://assay.example/below/',
      });

      // Any text, as a program in JavaScript can pass it.
      await client.risk.listRecords({ params: { resource: resource as 'subjects' }, query: { search, offset } });

      const [request] = sent;
      if (!request) throw new Error('Nothing was sent.');
      expect(isAccepted(request)).toBe(true);
      expect(decodeURIComponent(request.url.pathname)).toBe(`/below/api/v1/risk/${resource}`);
      expect(Object.fromEntries(request.url.searchParams)).toEqual({
        search,
        offset: String(offset),
      });
    }),
    { numRuns: 200 },
  );
});

test.each([
  'https://assay.example',
  'https://assay.example/',
  'https://assay.example/api/v1',
  'https://assay.example/api/v1/',
])('client: the base URL %s leads to the same address', async (baseUrl) => {
  const { client, sent } = clientAnsweredBy([json(aSubject)], { baseUrl });

  await client.risk.readRecord({ params: { resource: 'subjects', id: aSubject.id } });

  expect(sent[0]?.url.href).toBe(`https://assay.example/api/v1/risk/subjects/${aSubject.id}`);
});

test.each(['', '.', '..'])('client: refuses the path parameter "%s"', async (id) => {
  const { client, sent } = clientAnsweredBy([json(aSubject)]);

  const answer = client.risk.readRecord({ params: { resource: 'subjects', id } });

  await expect(answer).rejects.toThrow(TypeError);
  expect(sent).toEqual([]);
});

test('client: omits undefined query parameters', async () => {
  const { client, sent } = clientAnsweredBy([json({ items: [], nextOffset: null })]);

  await client.risk.listRecords({ params: { resource: 'subjects' }, query: { search: undefined } });

  expect(sent[0]?.url.search).toBe('');
});

test('client: distinguishes a replayed answer from a first one', async () => {
  const replayed = json(aSubject, 201, { 'idempotent-replayed': 'true' });
  const { client } = clientAnsweredBy([json(aSubject, 201), replayed]);

  const first = await client.risk.createSubject.withResponse({ body, idempotencyKey: 'k' });
  const second = await client.risk.createSubject.withResponse({ body, idempotencyKey: 'k' });

  expect(first).toEqual({ data: aSubject, status: 201, isReplay: false, requestId: 'request-1' });
  expect(second).toEqual({ ...first, isReplay: true });
});

test('client: returns a page as text, and an empty response as undefined', async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
  const { client } = clientAnsweredBy([page, new Response(null, { status: 204 })]);

  expect(await client.service.readDocs()).toBe('<html>');
  expect(await client.webhooks.deleteWebhook({ params: { id: aSubject.id } })).toBeUndefined();
});

test('client: throws a problem as an error with its properties', async () => {
  const findings = [{ path: 'kind', message: 'is unknown' }];
  const { client } = clientAnsweredBy([
    json({ code: 'invalid_body', detail: 'No.', errors: findings, existingId: 'x', revision: 4 }, 400),
  ]);

  const error = await client.risk.createSubject({ body }).catch((caught: AssayProblem) => caught);

  expect(error).toMatchObject({
    name: 'AssayProblem',
    status: 400,
    code: 'invalid_body',
    message: 'No. kind: is unknown',
    detail: 'No.',
    errors: findings,
    requestId: 'request-1',
    existingId: 'x',
    document: { revision: 4 },
  });
});

test('client: the message of a problem has the first finding, and how many follow', async () => {
  const errors = ['kind', 'externalId', 'note'].map((path) => ({ path, message: 'Is missing.' }));
  const detail = 'The request body is invalid. See `errors`.';
  const { client } = clientAnsweredBy([json({ code: 'invalid_body', detail, errors }, 400)]);

  await expect(client.risk.createSubject({ body })).rejects.toThrow(`${detail} kind: Is missing. (and 2 more)`);
});

test('client: the message of a missing answer has the URL without its query, and the cause', async () => {
  const cause = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:3100')]);
  const { client } = clientAnsweredBy([new TypeError('fetch failed', { cause })], { retry: { attempts: 1 } });

  const answer = client.risk.listRecords({ params: { resource: 'subjects' }, query: { search: 'Ada' } });

  await expect(answer).rejects.toMatchObject({
    name: 'AssayUnreachable',
    message:
      'The service could not be reached or did not answer: ' +
      'GET https://assay.example/api/v1/risk/subjects (connect ECONNREFUSED 127.0.0.1:3100).',
  });
});

test.each([
  ['a proxy', new Response('<html>', { status: 502 }), 'unexpected_answer'],
  ['a redirect', new Response(null, { status: 302 }), 'unexpected_answer'],
  ['the gateway', Response.json({ message: 'Too Many Requests' }, { status: 429 }), 'throttled'],
  ['the gateway', Response.json({ message: 'Too Long' }, { status: 413 }), 'body_too_large'],
  ['the gateway', Response.json({ message: 'Unavailable' }, { status: 503 }), 'timed_out'],
  ['a strange document', json({ code: 7, errors: 'many' }, 400), 'unexpected_answer'],
])('client: makes a problem of the response of %s', async (_case, response, code) => {
  const { client } = clientAnsweredBy([response], { retry: { attempts: 1 } });

  const answer = client.risk.createSubject({ body });

  await expect(answer).rejects.toMatchObject({ name: 'AssayProblem', code, errors: [] });
});

test('client: does not retry a refused request', async () => {
  const { client, sent } = clientAnsweredBy([problem(409, 'subject_exists')]);

  await expect(client.risk.createSubject({ body })).rejects.toMatchObject({ status: 409 });

  expect(sent).toHaveLength(1);
});

test('client: has the types of the route table', () => {
  type Created = Awaited<ReturnType<Client['risk']['createSubject']>>;
  expectTypeOf<Created>().toEqualTypeOf<z.output<typeof SubjectRecord>>();

  type Listed = Client['risk']['listRecords'];
  expectTypeOf<Listed>().toHaveProperty('each');
  expectTypeOf<Client['risk']['readRecord']>().not.toHaveProperty('each');
  expectTypeOf<Client['service']['readHealth']>().toBeCallableWith();

  const { client } = clientAnsweredBy([json({})]);
  const wrong = [
    // @ts-expect-error: a body is needed
    () => client.risk.createSubject({}),
    // @ts-expect-error: there is no such kind
    () => client.risk.createSubject({ body: { kind: 'ghost', externalId: 'x' } }),
    // @ts-expect-error: the id is missing
    () => client.risk.readRecord({ params: { resource: 'subjects' } }),
    // @ts-expect-error: there is no such parameter
    () => client.risk.listRecords({ params: { resource: 'subjects' }, query: { limit: 5 } }),
    // @ts-expect-error: reading takes no idempotency key
    () => client.organization.listApiKeys({ idempotencyKey: 'k' }),
  ];
  expect(wrong).toHaveLength(5);
});

test('client: sends a body with a file as a form, signed as it is sent', async () => {
  const { client, sent } = clientAnsweredBy([json({ id: 'x' }, 201)]);
  const file = new File(['%PDF-1.7'], 'lease.pdf', { type: 'application/pdf' });

  await client.documents.createDocument({ body: { name: 'Lease', file } });

  const [request] = sent;
  if (!request) throw new Error('Nothing was sent.');
  const contentType = request.headers.get('content-type') ?? '';
  expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
  const form = await new Response(Buffer.from(request.body), {
    headers: { 'content-type': contentType },
  }).formData();
  expect(form.get('name')).toBe('Lease');
  expect(await (form.get('file') as File).text()).toBe('%PDF-1.7');
  expect(isAccepted(request)).toBe(true);
});

test.each([
  ['a caller who has had enough', 'AbortError'],
  ['the time an attempt may take', 'AssayUnreachable'],
])('client: %s also aborts the download of a large file', async (who, name) => {
  const elsewhere = { status: 302, headers: { location: 'https://bucket.example/file' } };
  const ending = new AbortController();
  const never = () => {
    ending.abort();
    return new Promise<Response>(() => {});
  };
  const { client, sent } = clientAnsweredBy([new Response(null, elsewhere), never], {
    retry: { attempts: 1 },
  });
  const isCaller = who.startsWith('a caller');
  if (!isCaller) vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);

  const pdf = client.documents.readDocumentPdf({
    params: { id: crypto.randomUUID() },
    ...(isCaller && { signal: ending.signal }),
  });

  await expect(pdf).rejects.toMatchObject({ name });
  expect(sent).toHaveLength(2);
});

test('client: omits undefined properties from a form', async () => {
  const { client, sent } = clientAnsweredBy([json({ id: 'x' }, 201)]);
  const file = new File(['%PDF-1.7'], 'lease.pdf');

  await client.documents.createDocument({ body: { name: undefined, file } });

  const [request] = sent;
  const contentType = request?.headers.get('content-type') ?? '';
  const form = await new Response(Buffer.from(request?.body ?? []), {
    headers: { 'content-type': contentType },
  }).formData();
  expect([...form.keys()]).toEqual(['file']);
});

test('client: follows the redirect to a large file without its credentials', async () => {
  const elsewhere = 'https://bucket.example/file?X-Amz-Signature=1';
  const { client, sent } = clientAnsweredBy([
    new Response(null, { status: 302, headers: { location: elsewhere } }),
    new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }),
  ]);

  const pdf = await client.documents.readDocumentPdf({ params: { id: crypto.randomUUID() } });

  expect(pdf).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(pdf).toString()).toBe('%PDF-');
  expect(sent[1]?.url.href).toBe(elsewhere);
  expect([...(sent[1]?.headers.keys() ?? [])]).toEqual([]);
});
