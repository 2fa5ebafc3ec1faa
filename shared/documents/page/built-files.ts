import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { pageFilesDirectory } from '#shared/platform/environment.ts';

/**
 * Reads the built files of `client/`, which are gzipped next to the code of the functions that
 * serve them. `moduleUrl` is the `import.meta.url` of such a function.
 */
export async function findBuiltFile(moduleUrl: string, name: string): Promise<Uint8Array | undefined> {
  const directory = pageFilesDirectory() ?? fileURLToPath(new URL('.', moduleUrl));
  return readFile(`${directory}/${name}.gz`).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** For a file that always exists. */
export async function readBuiltFile(moduleUrl: string, name: string): Promise<Uint8Array> {
  const file = await findBuiltFile(moduleUrl, name);
  if (!file) throw new Error(`The build left out ${name}.`);
  return file;
}

/** The digest under which this build's files are served. */
export const readBuild = async (moduleUrl: string) =>
  gunzipSync(await readBuiltFile(moduleUrl, 'build.txt')).toString('utf8');
