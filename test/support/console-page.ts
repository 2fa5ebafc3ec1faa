import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { staticFilesOf } from '#infra/static-files.ts';
import { writeDirectory } from '#infra/write-directory.ts';
import { consoleRoutes } from '#shared/console/routes.ts';

type Files = Record<string, Uint8Array>;
let built: Files | undefined;

/**
 * Builds the console as a deployment does and returns its gzipped files. Deployed files are next to
 * the bundled functions; here the functions run from source and get the path of the files.
 */
export function buildConsolePage(): Files {
  if (built) return built;
  const directory = mkdtempSync(join(tmpdir(), 'assay-console-'));
  built = {
    ...staticFilesOf(consoleRoutes.readConsole),
    ...staticFilesOf(consoleRoutes.readConsoleFile),
  };
  writeDirectory(directory, built);
  process.env.CONSOLE_FILES = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return built;
}

/** The file name of the script that the page loads. */
export function scriptOf(files: Files): string {
  const page = gunzipSync(files['index.html.gz'] ?? '').toString();
  return /<script type="module" src="\/console\/assets\/([^"]+)"/.exec(page)?.[1] ?? '';
}
