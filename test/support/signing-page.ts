import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFilesOf } from '#infra/static-files.ts';
import { writeDirectory } from '#infra/write-directory.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { oncePerWorker } from './once-per-worker.ts';

/**
 * Builds the signing page as a deployment does. Deployed files are next to the bundled functions;
 * here the functions run from source and get the path of the files.
 */
export function buildSigningPage(): string {
  const directory = oncePerWorker('signing-page', build);
  process.env.PAGE_FILES = directory;
  return directory;
}

function build(): string {
  const directory = mkdtempSync(join(tmpdir(), 'assay-page-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  writeDirectory(directory, {
    ...staticFilesOf(pageRoutes.readSigningAsset),
    ...staticFilesOf(pageRoutes.readEmbedScript),
  });
  return directory;
}
