import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFilesOf } from '#infra/static-files.ts';
import { writeDirectory } from '#infra/write-directory.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';

let directory: string | undefined;

/**
 * Builds the signing page as a deployment does. Deployed files are next to the bundled functions;
 * here the functions run from source and get the path of the files.
 */
export function buildSigningPage(): string {
  if (directory) return directory;
  const built = mkdtempSync(join(tmpdir(), 'assay-page-'));
  writeDirectory(built, {
    ...staticFilesOf(pageRoutes.readSigningAsset),
    ...staticFilesOf(pageRoutes.readEmbedScript),
  });
  process.env.PAGE_FILES = built;
  process.once('exit', () => rmSync(built, { recursive: true, force: true }));
  directory = built;
  return built;
}
