import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { consoleFilesDirectory } from '#shared/platform/environment.ts';

export interface BuiltFile {
  /** Gzipped. */
  content: Uint8Array;
  etag: string;
}

/** Files do not change while a function runs. */
const known = new Map<string, BuiltFile>();

/**
 * Reads a built file of the console, gzipped beside the code of the function that serves it.
 * `moduleUrl` is the `import.meta.url` of that function.
 */
export async function findConsoleFile(moduleUrl: string, name: string): Promise<BuiltFile | undefined> {
  const directory = consoleFilesDirectory() ?? fileURLToPath(new URL('.', moduleUrl));
  const file = known.get(name) ?? (await readBuilt(`${directory}/${name}.gz`));
  if (file) known.set(name, file);
  return file;
}

async function readBuilt(path: string): Promise<BuiltFile | undefined> {
  try {
    const content = await readFile(path);
    return {
      content,
      etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
