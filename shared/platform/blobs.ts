import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { BucketName } from '../buckets.ts';
import { awsCredentials, awsRegion, bucketUrlOf } from './environment.ts';
import { unavailable } from './problem.ts';

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
/** A part is a few megabytes at most: one that hangs is better asked for again. */
const RANGE_TIMEOUT_MS = 10_000;
export const PRESIGNED_SECONDS = 900;

/** The bytes of an object, or of a part of it; undefined when there is no such object. */
export async function getBlob(
  bucket: BucketName,
  key: string,
  range?: ByteRange,
): Promise<Buffer | undefined> {
  const last = range && range.offset + range.length - 1;
  const headers = range ? { range: `bytes=${range.offset}-${last}` } : {};
  const timeoutMs = range ? RANGE_TIMEOUT_MS : TIMEOUT_MS;
  return ask('GET', bucket, key, { headers, timeoutMs }, async (response) =>
    response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer()),
  );
}

/** The bytes as they come, for what is too large to hold. */
export async function streamBlob(
  bucket: BucketName,
  key: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  return ask('GET', bucket, key, {}, ({ status, body }) =>
    status === 404 ? undefined : (body ?? undefined),
  );
}

export async function putBlob(bucket: BucketName, key: string, body: Uint8Array): Promise<void> {
  await ask('PUT', bucket, key, { body }, drain);
}

export async function removeBlob(bucket: BucketName, key: string): Promise<void> {
  await ask('DELETE', bucket, key, {}, drain);
}

/** Some of the keys that begin so, if there are any. */
export async function listBlobs(bucket: BucketName, prefix: string): Promise<string[]> {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
  const answer = await ask('GET', bucket, '', { query }, (response) => response.text());
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

/** An answer that is not read keeps its connection. */
const drain = (response: Response) => response.arrayBuffer();

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  timeoutMs?: number;
}

/** Asks until the answer was read to its end: a connection may break in the middle of it. */
async function ask<T>(
  method: string,
  bucket: BucketName,
  key: string,
  asked: Asked,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const url = urlOf(bucket, key);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const request = await signedRequest(method, url, asked);
    try {
      const response = await fetch(url, request);
      if (response.ok || response.status === 404) return await read(response);
      await drain(response);
      if (isRefusal(response)) throw new Refused(`S3 answered ${response.status} to a ${method}.`);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (attempt < ATTEMPTS) await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
  }
  throw unavailable('The store of objects does not answer.');
}

/** Asked again it would be the same. The message says nothing of the object: a key may name what is not for the log. */
class Refused extends Error {}

const isRefusal = ({ status }: Response) => status < 500 && status !== 429;

async function signedRequest(
  method: string,
  url: URL,
  { query = {}, headers = {}, body, timeoutMs = TIMEOUT_MS }: Asked,
): Promise<RequestInit> {
  const signed = await signer().sign({
    ...{ ...requestTo(url), method, query },
    headers: {
      ...headers,
      host: url.host,
      'x-amz-content-sha256': hash('sha256', body ?? ''),
      ...(body && { 'content-length': String(body.length) }),
    },
  });
  return {
    ...{ method, headers: signed.headers, signal: AbortSignal.timeout(timeoutMs) },
    ...(body && { body: body as Uint8Array<ArrayBuffer> }),
  };
}

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
