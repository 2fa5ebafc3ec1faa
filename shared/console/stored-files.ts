import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { getBlob, putBlob, sizeOfBlob } from '#shared/platform/blobs.ts';
import { consoleFilesDirectory } from '#shared/platform/environment.ts';
import { findStaticFile, type StaticFile, staticFileOf } from '#shared/platform/http/static-files.ts';
import { logDefect, logDependencyFailure } from '#shared/platform/log.ts';

const BUCKET = 'console';
const PAGE = 'index.html';
const PACKED = '.gz';
const FILES_AT_ONCE = 8;
const RETRY_MS = 60_000;
/** All files together are a megabyte, which takes less than a second. */
const LONGEST_MS = 5_000;

const objectOf = (name: string) => `files/${name}`;
/** Written last: all files of the build are stored. */
const markerOf = (page: StaticFile) => `builds/${page.etag.replaceAll('"', '')}`;

let storing: Promise<void> | undefined;
let failedMs = 0;

/**
 * Stores the files of this build before its page is shown for the first time. During a release, and in tabs that
 * stay open, the page of one build asks another build for its files, and the names contain the digest of the
 * content: whatever build is asked, a file that it does not have is in the bucket. Costs one request when a process
 * starts. Without object storage the page is shown all the same, because the build itself is likely to answer.
 */
export async function storeFilesOf(moduleUrl: string, page: StaticFile): Promise<void> {
  if (Math.abs(Date.now() - failedMs) < RETRY_MS) return;
  storing ??= store(moduleUrl, page).catch((error: unknown) => {
    (error instanceof Problem ? logDependencyFailure : logDefect)('storeConsoleFiles', 'none', error);
    failedMs = Date.now();
    storing = undefined;
  });
  await Promise.race([storing, sleep(LONGEST_MS, undefined, { ref: false })]);
}

async function store(moduleUrl: string, page: StaticFile): Promise<void> {
  const marker = markerOf(page);
  if ((await sizeOfBlob(BUCKET, marker)) !== undefined) return;
  const directory = consoleFilesDirectory() ?? fileURLToPath(new URL('.', moduleUrl));
  const packed = (await readdir(directory)).filter((file) => file.endsWith(PACKED));
  const names = packed.map((file) => file.slice(0, -PACKED.length)).filter((name) => name !== PAGE);
  await mapConcurrently(names, FILES_AT_ONCE, async (name) => {
    const file = await findStaticFile(moduleUrl, name, consoleFilesDirectory());
    if (file) await putBlob(BUCKET, objectOf(name), file.content);
  });
  await putBlob(BUCKET, marker, new Uint8Array());
}

/** A file of this build, or of another one whose page was shown. */
export async function findConsoleFile(moduleUrl: string, name: string): Promise<StaticFile | undefined> {
  const own = await findStaticFile(moduleUrl, name, consoleFilesDirectory());
  if (own || name === PAGE) return own;
  const content = await getBlob(BUCKET, objectOf(name));
  return content && staticFileOf(content);
}
