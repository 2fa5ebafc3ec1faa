import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { BucketName } from '../buckets.ts';
import { awsCredentials, awsRegion, bucketUrlOf } from './environment.ts';

/**
 * Objects in buckets, over S3's own REST interface. The SDK's client for S3 would double every bundle
 * that reads one object; its signer is in the bundles already.
 */
export interface ByteRange {
  offset: number;
  length: number;
}

const ATTEMPTS = 4;
const BACKOFF_MS = 50;
const TIMEOUT_MS = 60_000;
export const PRESIGNED_SECONDS = 900;

/** The bytes of an object, or of a part of it; undefined when there is no such object. */
export async function getBlob(
  bucket: BucketName,
  key: string,
  range?: ByteRange,
): Promise<Buffer | undefined> {
  const last = range && range.offset + range.length - 1;
  const headers = range ? { range: `bytes=${range.offset}-${last}` } : {};
  const response = await ask('GET', bucket, key, { headers });
  if (response.status === 404) return undefined;
  return Buffer.from(await response.arrayBuffer());
}

/** The bytes as they come, for what is too large to hold. */
export async function streamBlob(
  bucket: BucketName,
  key: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const response = await ask('GET', bucket, key, {});
  return response.status === 404 ? undefined : (response.body ?? undefined);
}

export async function putBlob(bucket: BucketName, key: string, body: Uint8Array): Promise<void> {
  await ask('PUT', bucket, key, { body });
}

export async function removeBlob(bucket: BucketName, key: string): Promise<void> {
  await ask('DELETE', bucket, key, {});
}

/** Some of the keys that begin so, if there are any. */
export async function listBlobs(bucket: BucketName, prefix: string): Promise<string[]> {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
  const answer = await (await ask('GET', bucket, '', { query })).text();
  return [...answer.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  );
}

/** An address to which somebody without credentials may put this one object, for a while. */
export const presignedPut = (bucket: BucketName, key: string) => presigned('PUT', bucket, key);

/** The same, for reading it. */
export const presignedGet = (bucket: BucketName, key: string) => presigned('GET', bucket, key);

async function presigned(method: string, bucket: BucketName, key: string): Promise<string> {
  const url = urlOf(bucket, key);
  const request = { ...requestTo(url), method, headers: { host: url.host } };
  const signed = await signer().presign(request, { expiresIn: PRESIGNED_SECONDS });
  for (const [name, value] of Object.entries(signed.query ?? {}))
    url.searchParams.set(name, String(value));
  return url.href;
}

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

async function ask(
  method: string,
  bucket: BucketName,
  key: string,
  { query = {}, headers = {}, body }: Asked,
): Promise<Response> {
  const url = urlOf(bucket, key);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (let attempt = 1; ; attempt += 1) {
    const signed = await signer().sign({
      ...{ ...requestTo(url), method, query },
      headers: {
        ...headers,
        host: url.host,
        'x-amz-content-sha256': hash('sha256', body ?? ''),
        ...(body && { 'content-length': String(body.length) }),
      },
    });
    const outcome = await fetch(url, {
      ...{ method, headers: signed.headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    }).catch((error: Error) => error);
    const isAnswer = outcome instanceof Response && outcome.status < 500 && outcome.status !== 429;
    if (isAnswer && (outcome.ok || outcome.status === 404)) return outcome;
    if (isAnswer || attempt === ATTEMPTS) throw failureOf(method, outcome);
    await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
  }
}

/** Says nothing of the object: a key may name what is not for the log. */
const failureOf = (method: string, outcome: Response | Error) =>
  outcome instanceof Error
    ? new Error(`S3 did not answer a ${method}.`, { cause: outcome })
    : new Error(`S3 answered ${outcome.status} to a ${method}.`);

const urlOf = (bucket: BucketName, key: string) =>
  new URL(`${bucketUrlOf(bucket)}/${key.split('/').map(encodeURIComponent).join('/')}`);

const requestTo = ({ protocol, hostname, port, pathname }: URL) => ({
  ...{ protocol, hostname, path: pathname, query: {} },
  ...(port && { port: Number(port) }),
});

const signer = () =>
  new SignatureV4({
    service: 's3',
    region: awsRegion(),
    credentials: awsCredentials(),
    sha256: Sha256,
    uriEscapePath: false,
  });
