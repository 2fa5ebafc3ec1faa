import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFilesOf } from '#infra/static-files.ts';
import { writeDirectory } from '#infra/write-directory.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';

let directory: string | undefined;

/**
 * Builds the signing page as a deployment does. The files come to lie beside the bundled functions;
 * these run from source, so they are told where the files are.
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
