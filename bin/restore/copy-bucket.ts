import { CopyObjectCommand, paginateListObjectsV2, type S3ServiceException } from '@aws-sdk/client-s3';
import { s3Client } from '#shared/platform/aws-clients.ts';
import type { ObjectAt } from './point-in-time.ts';

const COPIES_AT_ONCE = 16;

export async function keysIn(bucket: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3Client() }, { Bucket: bucket }))
    for (const { Key } of Contents) if (Key !== undefined) keys.add(Key);
  return keys;
}

/**
 * Copies within S3. The bucket was empty when the restore began, so an existing object was copied
 * before, completely: S3 writes objects atomically. Returns the expected number of objects.
 */
export async function copyObjects(objects: AsyncIterable<ObjectAt>, to: string): Promise<number> {
  const copied = await keysIn(to);
  let count = 0;
  const iterator = objects[Symbol.asyncIterator]();
  const copyNext = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      count += 1;
      if (!copied.has(next.value.key)) await copyObject(next.value, to);
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, copyNext));
  return count;
}

async function copyObject({ bucket, key, versionId }: ObjectAt, to: string): Promise<void> {
  const path = `${bucket}/${key}`.split('/').map(encodeURIComponent).join('/');
  const CopySource = versionId === undefined ? path : `${path}?versionId=${versionId}`;
  // Buckets refuse to replace sealed files, and a copy that exists is complete.
  const command = new CopyObjectCommand({ Bucket: to, Key: key, CopySource, IfNoneMatch: '*' });
  await s3Client()
    .send(command)
    .catch((error: unknown) => {
      if ((error as S3ServiceException).$metadata?.httpStatusCode !== EXISTS) throw error;
    });
}

const EXISTS = 412;
