import type { BucketName } from '../buckets.ts';
import { completionOf, PART_BYTES, uploadIdIn } from './multipart-upload.ts';
import { askS3, drain, notAnswering, textOf } from './s3-requests.ts';

/**
 * Puts a large object part by part; it is there as a whole or not at all. Parts of an object that was given up
 * are forgotten by the bucket's own rule.
 */
export async function putInParts(bucket: BucketName, key: string, body: Uint8Array): Promise<void> {
  const begun = await askS3('POST', bucket, key, { query: { uploads: '' } }, textOf);
  const uploadId = uploadIdIn(begun);

  const tags: string[] = [];
  for (let start = 0; start < body.length; start += PART_BYTES) {
    const partNumber = tags.length + 1;
    const tag = await askS3(
      ...(['PUT', bucket, key] as const),
      {
        query: { partNumber: String(partNumber), uploadId },
        body: body.subarray(start, start + PART_BYTES),
      },
      async (response) => {
        await drain(response);
        return response.headers.get('etag') ?? '';
      },
    );
    tags.push(tag);
  }

  const asked = { query: { uploadId }, body: Buffer.from(completionOf(tags)) };
  const answer = await askS3('POST', bucket, key, asked, textOf);
  // Here S3 answers 200 before it knows, and what went wrong stands in the text.
  if (/<Error>/.test(answer)) throw notAnswering();
}
