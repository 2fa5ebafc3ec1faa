import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from '../client.ts';
import { usageError } from '../failure.ts';
import { putBody, putFile, sizeOf } from '../put-file.ts';

/** Rows of a batch. */
const MOST_ROWS = 1_000_000;
const BLOCK_CHARACTERS = 64 * 1024;

/**
 * Uploads lines as the file of a batch; the id of the upload. They are made twice, because the size is announced first: a file
 * on the disk would be a second copy of personal data.
 */
export async function uploadLines(
  client: Client,
  path: string,
  lines: () => AsyncIterable<string>,
): Promise<{ uploadId: string; rows: number }> {
  let [rows, sizeBytes] = [0, 0];
  for await (const line of lines()) {
    rows += 1;
    sizeBytes += Buffer.byteLength(line);
  }
  if (rows === 0) throw usageError(`${path} has no rows.`);
  if (rows > MOST_ROWS)
    throw usageError(`${path} has more than ${MOST_ROWS.toLocaleString('en')} rows. Split it into several files.`);
  const target = await client.screening.createBatchUpload({ body: { fileName: basename(path), sizeBytes } });
  await putBody(target, { sizeBytes, body: Readable.from(blocksOf(lines())) });
  return { uploadId: target.uploadId, rows };
}

/** Uploads a file as it is; the id of the upload. */
export async function uploadFile(client: Client, path: string): Promise<string> {
  const target = await client.screening.createBatchUpload({
    body: { fileName: basename(path), sizeBytes: sizeOf(path) },
  });
  await putFile(path, target);
  return target.uploadId;
}

async function* blocksOf(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < BLOCK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
