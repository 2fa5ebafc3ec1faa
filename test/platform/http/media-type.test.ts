import { expect, test } from 'vitest';
import { assertReadable } from '#shared/platform/http/media-type.ts';
import type { HttpRequest } from '#shared/platform/http/request.ts';
import { routes } from '#shared/routes.ts';

const { createSubject } = routes.risk;
const { createDocument } = routes.documents;

const readable = (route: typeof createSubject | typeof createDocument, headers: Record<string, string>, body = '{}') =>
  assertReadable(route, { headers, body: Buffer.from(body) } as Partial<HttpRequest> as HttpRequest);

test.each([
  {},
  { 'content-type': '' },
  { 'content-type': 'application/json' },
  { 'content-type': 'Application/JSON; Charset="UTF-8"' },
  { 'content-type': 'application/json;charset=utf8' },
  { 'content-type': 'application/vnd.api+json; profile=x' },
  { 'content-type': 'application/json', 'content-encoding': 'Identity' },
])('content type: a body with %j is read as JSON', (headers) => {
  expect(() => readable(createSubject, headers)).not.toThrow();
});

test.each([
  [{ 'content-type': 'text/plain' }, 'The `Content-Type` `text/plain` is not supported. Use application/json.'],
  [{ 'content-type': 'text/json' }, 'The `Content-Type` `text/json` is not supported. Use application/json.'],
  [
    { 'content-type': 'application/jsonp' },
    'The `Content-Type` `application/jsonp` is not supported. Use application/json.',
  ],
  [
    { 'content-type': 'multipart/form-data; boundary=x' },
    'The `Content-Type` `multipart/form-data` is not supported. Use application/json.',
  ],
  [
    { 'content-type': 'application/x-www-form-urlencoded' },
    'The `Content-Type` `application/x-www-form-urlencoded` is not supported. Use application/json.',
  ],
  [{ 'content-type': 'application/json; charset=utf-16' }, 'The character set `utf-16` is not supported. Send UTF-8.'],
  [{ 'content-encoding': 'gzip' }, 'The `Content-Encoding` `gzip` is not supported. Send the body uncompressed.'],
])('content type: a body with %j is refused with 415', (headers, message) => {
  const refusal = expect.objectContaining({ status: 415, code: 'unsupported_media_type', message });
  expect(() => readable(createSubject, headers)).toThrowError(refusal);
});

test('content type: a form is read where the route accepts one, and both types are named where another is sent', () => {
  expect(() => readable(createDocument, { 'content-type': 'multipart/form-data; boundary=x' })).not.toThrow();
  expect(() => readable(createDocument, { 'content-type': 'application/pdf' })).toThrowError(
    'The `Content-Type` `application/pdf` is not supported. Use ',
  );
});

test('content type: without a body it means nothing', () => {
  expect(() => readable(createSubject, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, '')).not.toThrow();
});
