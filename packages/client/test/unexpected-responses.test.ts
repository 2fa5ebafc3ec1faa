import { expect, test } from 'vitest';
import { AssayUnexpectedResponse } from '../index.ts';
import { aSubject, clientAnsweredBy, json } from './fake-service.ts';

const page = () => new Response('<html>captive portal</html>', { headers: { 'content-type': 'text/html' } });
const subjects = { params: { resource: 'subjects' } } as const;
const SUBJECTS = 'https://assay.example/api/v1/risk/subjects';
type Client = ReturnType<typeof clientAnsweredBy>['client'];

const drain = async (items: AsyncIterable<unknown>) => {
  for await (const _item of items);
};

test.each<[string, (client: Client) => Promise<unknown>, string]>([
  [
    'a call',
    (client) => client.risk.createSubject({ body: { kind: 'person', externalId: 'c-1' } }),
    `POST ${SUBJECTS} answered 200 with content type text/html, not with JSON.`,
  ],
  [
    'a call with its response',
    (client) => client.risk.listRecords.withResponse(subjects),
    `GET ${SUBJECTS} answered 200 with content type text/html, not with JSON.`,
  ],
  ['each', (client) => drain(client.risk.listRecords.each(subjects)), 'not with JSON.'],
  ['pages', (client) => drain(client.risk.listRecords.pages(subjects)), 'not with JSON.'],
  [
    'a file',
    (client) => client.documents.readDocumentPdf({ params: { id: aSubject.id } }),
    `/documents/${aSubject.id}/pdf answered 200 with content type text/html, not with a file.`,
  ],
  [
    'a call without a result',
    (client) => client.webhooks.deleteWebhook({ params: { id: aSubject.id } }),
    `DELETE https://assay.example/api/v1/webhooks/${aSubject.id} answered 200 with content type text/html, not with an empty body.`,
  ],
])('client: a page of another server is no answer to %s', async (_case, call, message) => {
  const { client, sent } = clientAnsweredBy([page()]);

  const error = await call(client).catch((one: unknown) => one);

  expect(error).toBeInstanceOf(AssayUnexpectedResponse);
  expect(error).toMatchObject({ name: 'AssayUnexpectedResponse', status: 200, contentType: 'text/html' });
  expect(String(error)).toContain(message);
  // It would be the same page again.
  expect(sent).toHaveLength(1);
});

test.each<[string, () => Response, string]>([
  ['no content type', () => new Response(null, { status: 200 }), 'answered 200 with no content type, not with JSON.'],
  ['text', () => new Response('ok'), 'answered 200 with content type text/plain;charset=UTF-8, not with JSON.'],
  [
    'JSON that is none',
    () => new Response('<html>', { headers: { 'content-type': 'application/json' } }),
    'not with JSON that can be parsed.',
  ],
  ['another document', () => json({ status: 'ok' }), 'not with a page of a list.'],
])('client: %s is no page of a list', async (_case, response, message) => {
  const { client } = clientAnsweredBy([response()], { retry: { attempts: 1 } });

  const listed = drain(client.risk.listRecords.each(subjects));

  await expect(listed).rejects.toThrow(AssayUnexpectedResponse);
  await expect(drain(client.risk.listRecords.each(subjects))).rejects.toThrow(message);
});

test('client: the URL of an unexpected response is shown without its query', async () => {
  const { client } = clientAnsweredBy([page()]);

  const listed = client.risk.listRecords({ ...subjects, query: { search: 'Ada' } });

  await expect(listed).rejects.toMatchObject({ url: SUBJECTS, message: expect.not.stringContaining('Ada') });
});

test('client: JSON with parameters or a suffix is JSON', async () => {
  const types = ['application/json; charset=utf-8', 'application/problem+json'];
  const { client } = clientAnsweredBy(types.map((type) => json(aSubject, 200, { 'content-type': type })));
  const params = { resource: 'subjects', id: aSubject.id } as const;

  expect(await client.risk.readRecord({ params })).toEqual(aSubject);
  expect(await client.risk.readRecord({ params })).toEqual(aSubject);
});
