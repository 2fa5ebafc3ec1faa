import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import type { ListFiles } from '@assay/watchlist/parsers';
import { putBlob } from '#shared/platform/blobs.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { putOnce } from '#shared/platform/put-once.ts';
import type { ArchivedFile } from './list-version.ts';

/** Where the files are in their bucket, by the SHA-256 of their uncompressed content. */
const ARCHIVED_FILES = 'archive/';
/** A publication has a few files, a crawl has a thousand: these are archived as one. */
const SEPARATE_FILES = 20;
const BUNDLE = 'files.ndjson';

/**
 * Copies the files of a publication, as published, to the locked bucket of the stage or, without one, to that of the
 * lists, so that a run can be proved with what it was compared with. Before the version is recorded: a worker that dies in
 * between leaves a file that no version names, and the next one finds it there.
 */
export async function archiveFiles(files: ListFiles): Promise<ArchivedFile[]> {
  const bucket = optionalSetting('LIST_ARCHIVE');
  const names = Object.keys(files).sort();
  const separate = names.length <= SEPARATE_FILES ? names.map((name) => [name, contentOf(files, name)] as const) : [];
  const all = separate.length > 0 || names.length === 0 ? separate : [[BUNDLE, bundled(files, names)] as const];
  const archived: ArchivedFile[] = [];
  for (const [name, content] of all) archived.push(await archiveFile(bucket, name, content));
  return archived;
}

async function* contentOf(files: ListFiles, name: string): AsyncGenerator<Uint8Array> {
  const content = files[name];
  if (content) yield* content;
}

/** A line per file, with its name and its text. */
async function* bundled(files: ListFiles, names: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of contentOf(files, name)) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    yield Buffer.from(`${JSON.stringify({ name, text })}\n`);
  }
}

async function archiveFile(
  bucket: string | undefined,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<ArchivedFile> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const packer = createGzip();
  const packed: Buffer[] = [];
  const collected = (async () => {
    for await (const chunk of packer) packed.push(chunk as Buffer);
  })();
  for await (const chunk of content) {
    digest.update(chunk);
    sizeBytes += chunk.length;
    if (!packer.write(chunk)) await new Promise((resolve) => packer.once('drain', resolve));
  }
  packer.end();
  await collected;
  const file = { name, digest: digest.digest('hex'), sizeBytes };
  const key = `${ARCHIVED_FILES}${file.digest}`;
  const body = Buffer.concat(packed);
  // Written anew by each version that was read from it: the bucket of the lists deletes by age.
  if (bucket === undefined) await putBlob('lists', key, body);
  else await putOnce({ bucket, key, body, contentType: 'application/gzip' });
  return file;
}
