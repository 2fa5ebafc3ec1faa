import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { AwsRequest } from './aws-request.ts';

/**
 * Signature Version 4 as Amazon documents it for S3. Implemented from the documentation instead of
 * with the SDK that creates the signatures, so a wrongly canonicalised request fails here as on
 * AWS.
 */
export type SignedRequest = Pick<AwsRequest, 'method' | 'path' | 'headers'>;

export interface Signature {
  algorithm: string;
  /** Date, region, service and `aws4_request`. */
  scope: string[];
  /** For example `20260314T092653Z`. */
  signedAt: string;
  signedHeaders: string[];
  /** Hexadecimal digest of the body, or a constant such as `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
  signature: string;
}

export function isSignatureOf(
  request: SignedRequest,
  { algorithm, scope, signedAt, signedHeaders, payloadHash, signature }: Signature,
  secretAccessKey: string,
): boolean {
  const canonicalRequest = [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.path),
    ...signedHeaders.map((name) => `${name}:${canonicalValue(request.headers[name])}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const toSign = [algorithm, signedAt, scope.join('/'), hash('sha256', canonicalRequest)];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const expected = hmac(key, toSign.join('\n'));
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const SIGNATURE_PARAMETER = 'X-Amz-Signature';

/** S3 escapes each path segment once, and keeps dots and double slashes. */
const canonicalPath = (path: string) =>
  pathOf(path)
    .split('/')
    .map((segment) => escaped(unescaped(segment)))
    .join('/');

const canonicalQuery = (path: string) =>
  queryOf(path)
    .filter(([name]) => name !== SIGNATURE_PARAMETER)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');

const canonicalValue = (value: string | string[] | undefined) =>
  [value ?? '']
    .flat()
    .map((one) => one.trim().replaceAll(/ +/g, ' '))
    .join(',');

const pathOf = (path: string) => path.split('?')[0] ?? '';

/** Query parameters as sent. A plus sign stays a plus sign. */
export function queryOf(path: string): [name: string, value: string][] {
  const query = path.slice(pathOf(path).length + 1);
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [unescaped(name), unescaped(value.join('='))];
    });
}

/** Milliseconds of a time such as `20260314T092653Z`. */
export const timeOf = (signedAt: string) =>
  Date.parse(signedAt.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Escapes everything except letters, digits and `-._~`. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
