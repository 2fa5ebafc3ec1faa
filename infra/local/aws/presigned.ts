import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { AwsRequest } from './aws-calls.ts';

/**
 * Whether an address was signed as S3 expects it: the engine takes any, and what was signed in another way
 * would be refused in the cloud alone. Signature version 4 in the query, as Amazon describes it; the bytes
 * that are put are no part of it.
 */
export type PresignedRequest = Pick<AwsRequest, 'method' | 'path' | 'headers'>;

const SIGNATURE = 'X-Amz-Signature';

export const isPresigned = ({ path }: PresignedRequest) => queryOf(path).has(SIGNATURE);

export function isSignedRightly(request: PresignedRequest, secretAccessKey: string): boolean {
  const query = queryOf(request.path);
  const [, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const toSign = [
    query.get('X-Amz-Algorithm') ?? '',
    query.get('X-Amz-Date') ?? '',
    scope.join('/'),
    hash('sha256', canonicalRequest(request, query)),
  ].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const expected = hmac(key, toSign);
  const given = Buffer.from(query.get(SIGNATURE) ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function canonicalRequest({ method, path, headers }: PresignedRequest, query: URLSearchParams) {
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  return [
    method,
    new URL(path, 'http://s3').pathname,
    [...query]
      .filter(([name]) => name !== SIGNATURE)
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
}

const queryOf = (path: string) => new URL(path, 'http://s3').searchParams;

/** Everything but letters, digits and `-._~`. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
