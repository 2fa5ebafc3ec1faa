import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { staticFilesOf } from '#infra/static-files.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { builtOnce } from './built-once.ts';

type Files = Record<string, Uint8Array>;

/**
 * Builds the console as a deployment does and returns its gzipped files. Deployed files are next to
 * the bundled functions; here the functions run from source and get the path of the files.
 */
export function buildConsolePage(): Files {
  const directory = builtOnce('console', () => ({
    ...staticFilesOf(consoleRoutes.readConsole),
    ...staticFilesOf(consoleRoutes.readConsoleFile),
  }));
  process.env.CONSOLE_FILES = directory;
  return Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]));
}

/** The file name of the script that the page loads. */
export function scriptOf(files: Files): string {
  const page = gunzipSync(files['index.html.gz'] ?? '').toString();
  return /<script type="module" src="\/console\/assets\/([^"]+)"/.exec(page)?.[1] ?? '';
}
