import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { BucketName } from '../buckets.ts';
import { awsCredentials, awsRegion, bucketUrlOf } from './environment.ts';
import { unavailable } from './problem.ts';

/** S3 over its own REST interface: signed, and asked again while it is in trouble. */
const ATTEMPTS = 4;
const BACKOFF_MS = 50;
const TIMEOUT_MS = 60_000;

/** An answer that is not read keeps its connection. */
export const drain = (response: Response) => response.arrayBuffer();
export const textOf = (response: Response) => response.text();

export const notAnswering = () => unavailable('The store of objects does not answer.');

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  timeoutMs?: number;
}

/** Asks until the answer was read to its end: a connection may break in the middle of it. */
export async function askS3<T>(
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
      if (isRefusal(response)) throw new Refused(response.status, method);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (attempt < ATTEMPTS) await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
  }
  throw notAnswering();
}

/** Asked again it would be the same. The message says nothing of the object: a key may name what is not for the log. */
class Refused extends Error {
  constructor(status: number, method: string) {
    super(`S3 answered ${status} to a ${method}.`);
    this.name = `S3Refused${status}`; // the log tells names alone
  }
}

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

export const urlOf = (bucket: BucketName, key: string) =>
  new URL(`${bucketUrlOf(bucket)}/${key.split('/').map(encodeURIComponent).join('/')}`);

export const requestTo = ({ protocol, hostname, port, pathname }: URL) => ({
  ...{ protocol, hostname, path: pathname, query: {} },
  ...(port && { port: Number(port) }),
});

export const signer = () =>
  new SignatureV4({
    service: 's3',
    region: awsRegion(),
    credentials: awsCredentials(),
    sha256: Sha256,
    uriEscapePath: false,
  });
