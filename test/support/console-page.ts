import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { staticFilesOf } from '#infra/static-files.ts';
import { writeDirectory } from '#infra/write-directory.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { oncePerWorker } from './once-per-worker.ts';

type Files = Record<string, Uint8Array>;

/**
 * Builds the console as a deployment does and returns its gzipped files. Deployed files are next to
 * the bundled functions; here the functions run from source and get the path of the files.
 */
export function buildConsolePage(): Files {
  const { directory, files } = oncePerWorker('console-page', build);
  process.env.CONSOLE_FILES = directory;
  return files;
}

function build(): { directory: string; files: Files } {
  const directory = mkdtempSync(join(tmpdir(), 'assay-console-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const files = {
    ...staticFilesOf(consoleRoutes.readConsole),
    ...staticFilesOf(consoleRoutes.readConsoleFile),
  };
  writeDirectory(directory, files);
  return { directory, files };
}

/** The file name of the script that the page loads. */
export function scriptOf(files: Files): string {
  const page = gunzipSync(files['index.html.gz'] ?? '').toString();
  return /<script type="module" src="\/console\/assets\/([^"]+)"/.exec(page)?.[1] ?? '';
}
