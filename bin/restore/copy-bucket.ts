import { CopyObjectCommand, paginateListObjectsV2, type S3ServiceException } from '@aws-sdk/client-s3';
import { s3Client } from '#shared/platform/aws-clients.ts';
import type { ObjectAt } from './point-in-time.ts';

const COPIES_AT_ONCE = 16;

/** In order, as S3 lists them. */
export async function* keysIn(bucket: string): AsyncGenerator<string> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3Client() }, { Bucket: bucket }))
    for (const { Key } of Contents) if (Key !== undefined) yield Key;
}

/**
 * Copies within S3. The bucket was empty when the restore began, so an existing object was copied
 * before, completely: S3 writes objects atomically. Returns the expected number of objects.
 */
export async function copyObjects(objects: AsyncIterable<ObjectAt>, to: string): Promise<number> {
  let count = 0;
  const compared = compareWith(keysIn(to), objects);
  const copyNext = async () => {
    for (let next = await compared.next(); !next.done; next = await compared.next()) {
      count += 1;
      if (!next.value.isCopied) await copyObject(next.value.object, to);
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, copyNext));
  return count;
}

/**
 * Reads both listings side by side, because the keys of a large bucket do not fit into memory. An object that they had in
 * another order would be copied again, which changes nothing.
 */
async function* compareWith(copied: AsyncIterator<string>, objects: AsyncIterable<ObjectAt>) {
  let next = await copied.next();
  for await (const object of objects) {
    while (!next.done && next.value < object.key) next = await copied.next();
    yield { object, isCopied: !next.done && next.value === object.key };
  }
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
