import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, unavailable } from '@assay/foundation';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type BucketName, isWrittenOnce } from '../buckets.ts';
import { s3Client } from './aws-clients.ts';
import { addSeconds } from './clock.ts';
import { bucketNameOf } from './environment.ts';
import { isOutage } from './outage.ts';

/** Objects in buckets. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** Larger objects are uploaded in parts, so that only a failed part is repeated. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Ranges are a few megabytes at most, so a hanging request is better repeated. */
const RANGE_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 60_000;
const READ_ATTEMPTS = 4;
const BACKOFF_MS = 50;
const PRESIGNED_SECONDS = 900;

/** The bytes of an object or a range of it; undefined if the object does not exist. */
export async function getBlob(bucket: BucketName, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const timeoutMs = range ? RANGE_TIMEOUT_MS : TIMEOUT_MS;
  // The SDK retries failed requests, but not responses that break off while they are read.
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const found = await getObject(bucket, key, timeoutMs, range);
    if (found?.Body === undefined) return undefined;
    try {
      return Buffer.from(await found.Body.transformToByteArray());
    } catch {
      if (attempt < READ_ATTEMPTS) await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
    }
  }
  throw notAnswering();
}

/** The bytes as a stream, for objects too large for memory. */
export async function streamBlob(bucket: BucketName, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const found = await getObject(bucket, key, TIMEOUT_MS);
  return found?.Body as AsyncIterable<Uint8Array> | undefined;
}

function getObject(
  bucket: BucketName,
  key: string,
  timeoutMs: number,
  range?: ByteRange,
): Promise<GetObjectCommandOutput | undefined> {
  const command = new GetObjectCommand({
    ...objectOf(bucket, key),
    ...(range && { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
  });
  return ask('GET', (s3) => s3.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) }));
}

/** An object whose name is the digest of its content is not replaced: if it exists, it is already stored. */
export async function putBlob(bucket: BucketName, key: string, body: Uint8Array): Promise<void> {
  const isOnce = isWrittenOnce(bucket, key);
  const object = { ...objectOf(bucket, key), Body: body, ...(isOnce && { IfNoneMatch: '*' }) };
  const put = async (s3: S3Client) => {
    try {
      await (body.length > PART_BYTES ? putInParts(s3, object) : s3.send(new PutObjectCommand(object)));
    } catch (error) {
      if (!isOnce || statusOf(error) !== EXISTS) throw isOnce && statusOf(error) === CONFLICT ? notAnswering() : error;
    }
  };
  await ask('PUT', put);
}

/** Answers to a conditional write: the object exists, or another request is writing or deleting it right now. */
const EXISTS = 412;
const CONFLICT = 409;

/**
 * Multipart upload: the object appears as a whole or not at all. A lifecycle rule of the bucket deletes
 * abandoned parts.
 */
function putInParts(client: S3Client, params: { Bucket: string; Key: string; Body: Uint8Array }) {
  const upload = { client, params, partSize: PART_BYTES, queueSize: 2, leavePartsOnError: true };
  return new Upload(upload).done();
}

/**
 * An object that grows over several runs of a worker: it appears when its parts are joined. A part that is stored again
 * replaces the one of its number.
 */
export interface GrowingBlob {
  bucket: BucketName;
  key: string;
  uploadId: string;
}

export async function beginBlob(bucket: BucketName, key: string): Promise<GrowingBlob> {
  const begun = await ask('POST', (s3) => s3.send(new CreateMultipartUploadCommand(objectOf(bucket, key))));
  if (!begun?.UploadId) throw notAnswering();
  return { bucket, key, uploadId: begun.UploadId };
}

/** Every part but the last must have at least 5 MB. The answer is what joins it. */
export async function putPart({ bucket, key, uploadId }: GrowingBlob, part: number, body: Uint8Array): Promise<string> {
  const command = new UploadPartCommand({
    ...objectOf(bucket, key),
    UploadId: uploadId,
    PartNumber: part,
    Body: body,
  });
  const stored = await ask('PUT', (s3) => s3.send(command));
  if (!stored?.ETag) throw notAnswering();
  return stored.ETag;
}

/** Safe to repeat: an upload that does not exist any more has been joined. */
export async function joinParts({ bucket, key, uploadId }: GrowingBlob, tags: readonly string[]): Promise<void> {
  const command = new CompleteMultipartUploadCommand({
    ...objectOf(bucket, key),
    UploadId: uploadId,
    MultipartUpload: { Parts: tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
  });
  const joined = await ask('POST', (s3) => s3.send(command));
  if (!joined && (await sizeOfBlob(bucket, key)) === undefined) throw notAnswering();
}

export async function removeBlob(bucket: BucketName, key: string): Promise<void> {
  await ask('DELETE', (s3) => s3.send(new DeleteObjectCommand(objectOf(bucket, key))));
}

/** The first keys with this prefix, at most 1,000. */
export async function listBlobs(bucket: BucketName, prefix: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: bucketNameOf(bucket), Prefix: prefix });
  const listed = await ask('GET', (s3) => s3.send(command));
  return (listed?.Contents ?? []).flatMap(({ Key }) => Key ?? []);
}

/** Removes all objects with this prefix, a page at a time. */
export async function* removeBlobsBelow(bucket: BucketName, prefix: string): AsyncGenerator<void> {
  for (;;) {
    const keys = await listBlobs(bucket, prefix);
    if (keys.length === 0) return;
    for (const key of keys) await removeBlob(bucket, key);
    yield;
  }
}

/** The size of an object in bytes; undefined if it does not exist. */
export async function sizeOfBlob(bucket: BucketName, key: string): Promise<number | undefined> {
  const command = new HeadObjectCommand(objectOf(bucket, key));
  return (await ask('HEAD', (s3) => s3.send(command)))?.ContentLength;
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
  const command = new PutObjectCommand({
    ...objectOf(bucket, key),
    ContentLength: sizeBytes,
    ContentType: contentType,
  });
  // S3 does not use the service clock, which tests can shift.
  const expiresAt = addSeconds(new Date(), PRESIGNED_SECONDS).toISOString();
  const url = await sign(command, new Set(['host', 'content-type', 'content-length']));
  const headers = { 'content-length': String(sizeBytes), 'content-type': contentType };
  return { url, headers, expiresAt };
}

/**
 * A URL that downloads the object without credentials. S3 responds with this `content-disposition` and
 * `content-type`, if given.
 */
export const presignedGet = (bucket: BucketName, key: string, contentDisposition?: string, contentType?: string) =>
  sign(
    new GetObjectCommand({
      ...objectOf(bucket, key),
      ...(contentDisposition && { ResponseContentDisposition: contentDisposition }),
      ...(contentType && { ResponseContentType: contentType }),
    }),
  );

/** Signing sends nothing to S3, but the SDK may have to fetch credentials for it. */
async function sign(command: GetObjectCommand | PutObjectCommand, signableHeaders?: Set<string>): Promise<string> {
  try {
    return await getSignedUrl(s3Client(), command, {
      expiresIn: PRESIGNED_SECONDS,
      ...(signableHeaders && { signableHeaders }),
    });
  } catch (error) {
    throw isOutage(error) ? notAnswering() : error;
  }
}

const objectOf = (bucket: BucketName, key: string) => ({
  Bucket: bucketNameOf(bucket),
  Key: key,
});

/** Undefined if the object does not exist; errors of S3 are thrown as our own. */
async function ask<T>(method: string, request: (client: S3Client) => Promise<T>): Promise<T | undefined> {
  try {
    return await request(s3Client());
  } catch (error) {
    if (error instanceof Problem) throw error;
    const status = statusOf(error);
    if (status === 404) return undefined;
    // S3 answers 400 to a request that it was too slow for.
    if (isRefusal(status) && !isOutage(error)) throw new Refused(status, method);
    throw notAnswering();
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const isRefusal = (status: number | undefined): status is number =>
  status !== undefined && status >= 300 && status < 500 && status !== 429;

/** The message does not contain the key, which may contain data that must not be logged. */
class Refused extends Error {
  constructor(status: number, method: string) {
    super(`S3 answered ${status} to a ${method}.`);
    this.name = `S3Refused${status}`; // the log shows names only
  }
}

const notAnswering = () => unavailable('Object storage is unavailable. Retry later.');
