import type { AwsRequest } from './aws-request.ts';
import type { AwsAnswer } from './denials.ts';
import { completionOf, uploadIdIn } from './multipart-upload.ts';

/** Below the limit of the engine, and above the 5 MB that S3 requires of a part. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * S3 accepts objects of up to 5 GB in one request, the engine up to 11 MB. Larger objects are
 * forwarded as a multipart upload, so they appear as a whole or not at all.
 *
 * Parts of the caller's own multipart upload and `aws-chunked` bodies are left to the engine.
 */
export const isLargeObject = ({ service, method, path, headers }: AwsRequest) =>
  service === 's3' &&
  method === 'PUT' &&
  Number(headers['content-length']) > PART_BYTES &&
  !new URL(path, 'http://s3').searchParams.has('uploadId') &&
  headers['x-amz-decoded-content-length'] === undefined;

/** Headers that S3 stores with the object. */
const DESCRIBING = /^(?:content-(?:type|disposition|language)|cache-control|expires|x-amz-meta-.+)$/;

const describing = (headers: AwsRequest['headers']) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    DESCRIBING.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );

async function* partsOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** An error response of the engine, passed on unchanged. */
class Refused extends Error {
  readonly answer: AwsAnswer;

  constructor(status: number, body: string) {
    super('The engine refuses.');
    this.answer = { status, contentType: 'application/xml', body };
  }
}

/** The response to the multipart upload, in the form of a PutObject response. */
export async function putLargeObject(
  engine: string,
  { path, headers }: AwsRequest,
  body: AsyncIterable<Buffer>,
): Promise<AwsAnswer> {
  const ask = async (method: string, query: Record<string, string>, init: RequestInit = {}) => {
    const address = new URL(path, engine);
    address.search = new URLSearchParams(query).toString();
    const response = await fetch(address, { method, ...init });
    const text = await response.text();
    if (!response.ok) throw new Refused(response.status, text);
    return { text, etag: response.headers.get('etag') ?? '' };
  };
  const putParts = async (uploadId: string) => {
    const tags: string[] = [];
    for await (const part of partsOf(body)) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { etag } = await ask('PUT', query, { body: new Uint8Array(part) });
      tags.push(etag);
    }
    const headers = { 'content-type': 'application/xml' };
    return ask('POST', { uploadId }, { body: completionOf(tags), headers });
  };
  try {
    const begun = await ask('POST', { uploads: '' }, { headers: describing(headers) });
    const uploadId = uploadIdIn(begun.text);
    const { text } = await putParts(uploadId).catch(async (error: unknown) => {
      await ask('DELETE', { uploadId });
      throw error;
    });
    return {
      status: 200,
      contentType: 'application/xml',
      headers: { etag: etagIn(text) },
      body: '',
    };
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

const etagIn = (xml: string) => (/<ETag>([^<]+)<\/ETag>/.exec(xml)?.[1] ?? '').replaceAll('&quot;', '"');
