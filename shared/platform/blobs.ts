import type { BucketName } from '../buckets.ts';
import { addSeconds } from './clock.ts';
import { PART_BYTES } from './multipart-upload.ts';
import { putInParts } from './put-in-parts.ts';
import { askS3, drain, requestTo, signer, textOf, urlOf } from './s3-requests.ts';

/**
 * Objects in buckets, over S3's own REST interface. The SDK's client for S3 would double every bundle
 * that reads one object; its signer is in the bundles already.
 */
export interface ByteRange {
  offset: number;
  length: number;
}

/** A part is a few megabytes at most: one that hangs is better asked for again. */
const RANGE_TIMEOUT_MS = 10_000;
const PRESIGNED_SECONDS = 900;

/** The bytes of an object, or of a part of it; undefined when there is no such object. */
export async function getBlob(
  bucket: BucketName,
  key: string,
  range?: ByteRange,
): Promise<Buffer | undefined> {
  const last = range && range.offset + range.length - 1;
  const headers = range ? { range: `bytes=${range.offset}-${last}` } : {};
  const timeout = range ? { timeoutMs: RANGE_TIMEOUT_MS } : {};
  return askS3('GET', bucket, key, { headers, ...timeout }, async (response) =>
    response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer()),
  );
}

/** The bytes as they come, for what is too large to hold. */
export async function streamBlob(
  bucket: BucketName,
  key: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  return askS3('GET', bucket, key, {}, ({ status, body }) =>
    status === 404 ? undefined : (body ?? undefined),
  );
}

export async function putBlob(bucket: BucketName, key: string, body: Uint8Array): Promise<void> {
  if (body.length > PART_BYTES) await putInParts(bucket, key, body);
  else await askS3('PUT', bucket, key, { body }, drain);
}

export async function removeBlob(bucket: BucketName, key: string): Promise<void> {
  await askS3('DELETE', bucket, key, {}, drain);
}

/** Some of the keys that begin so, if there are any. */
export async function listBlobs(bucket: BucketName, prefix: string): Promise<string[]> {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
  const answer = await askS3('GET', bucket, '', { query }, textOf);
  return [...answer.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  );
}

/** How many bytes an object has; undefined when there is no such object. */
export async function sizeOfBlob(bucket: BucketName, key: string): Promise<number | undefined> {
  return askS3('HEAD', bucket, key, {}, ({ status, headers }) =>
    status === 404 ? undefined : Number(headers.get('content-length')),
  );
}

/** What a client needs to upload one object without credentials. */
export interface PresignedUpload {
  url: string;
  /** The client sends exactly these with the `PUT`. */
  headers: Record<string, string>;
  expiresAt: string;
}

export interface UploadTerms {
  sizeBytes: number;
  contentType: string;
}

/** Size and type are part of the signature, so S3 refuses a body of any other length or type. */
export async function presignedUpload(
  bucket: BucketName,
  key: string,
  { sizeBytes, contentType }: UploadTerms,
): Promise<PresignedUpload> {
  const headers = { 'content-length': String(sizeBytes), 'content-type': contentType };
  // S3 knows nothing of a clock that was shifted for a test.
  const expiresAt = addSeconds(new Date(), PRESIGNED_SECONDS).toISOString();
  return { url: await presigned('PUT', bucket, key, headers), headers, expiresAt };
}

/** A URL that downloads the object without credentials. */
export const presignedGet = (bucket: BucketName, key: string) => presigned('GET', bucket, key, {});

/** S3 expects an address to be signed for bytes that nobody knows yet; the signer would sign it for none. */
const ANY_BYTES = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

async function presigned(
  method: string,
  bucket: BucketName,
  key: string,
  signedHeaders: Record<string, string>,
): Promise<string> {
  const url = urlOf(bucket, key);
  const headers = { ...signedHeaders, host: url.host, ...ANY_BYTES };
  const request = { ...requestTo(url), method, headers };
  const signed = await signer().presign(request, { expiresIn: PRESIGNED_SECONDS });
  for (const [name, value] of Object.entries(signed.query ?? {}))
    url.searchParams.set(name, String(value));
  return url.href;
}
