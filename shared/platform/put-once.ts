import { unavailable } from '@assay/foundation';
import { PutObjectCommand, type S3ServiceException } from '@aws-sdk/client-s3';
import { s3Client } from './aws-clients.ts';

/** Answer to a conditional write if the object exists. */
const EXISTS = 412;

export interface LockedObject {
  bucket: string;
  key: string;
  body: string | Uint8Array;
  contentType: string;
}

/** Writes an object of a locked bucket if it is absent: what is written twice changes nothing. */
export async function putOnce({ bucket, key, body, contentType }: LockedObject): Promise<void> {
  const object = { Bucket: bucket, Key: key, Body: body, ContentType: contentType };
  try {
    await s3Client().send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
  } catch (error) {
    const { $metadata } = error as S3ServiceException;
    if ($metadata?.httpStatusCode === EXISTS) return;
    // A key may contain ids of a customer, and workers log what they throw.
    throw unavailable('The archive cannot be written.', 1);
  }
}
