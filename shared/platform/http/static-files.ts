import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HSTS } from './hsts.ts';

/** A file of the build. */
export interface StaticFile {
  /** Gzipped. */
  content: Uint8Array;
  etag: string;
}

/** Files do not change while a function runs. */
const known = new Map<string, StaticFile>();

/**
 * Reads a built file, gzipped beside the code of the function that serves it. `moduleUrl` is the `import.meta.url`
 * of that function; tests run functions from source and give the directory of the files.
 */
export async function findStaticFile(
  moduleUrl: string,
  name: string,
  directory = fileURLToPath(new URL('.', moduleUrl)),
): Promise<StaticFile | undefined> {
  const path = `${directory}/${name}.gz`;
  const file = known.get(path) ?? (await read(path));
  if (file) known.set(path, file);
  return file;
}

export const staticFileOf = (content: Uint8Array): StaticFile => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`,
});

async function read(path: string): Promise<StaticFile | undefined> {
  try {
    return staticFileOf(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** For a file that always exists. */
export async function readStaticFile(moduleUrl: string, name: string, directory?: string): Promise<StaticFile> {
  const file = await findStaticFile(moduleUrl, name, directory);
  if (!file) throw new Error(`The build left out ${name}.`);
  return file;
}

/** Headers of everything that a browser loads for a page. */
export const PAGE_HEADERS = {
  ...HSTS,
  'referrer-policy': 'no-referrer',
};

/** Caching of files whose URL changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export const staticFileHeaders = (cacheControl: string): Record<string, string> => ({
  ...PAGE_HEADERS,
  'content-encoding': 'gzip',
  'cache-control': cacheControl,
});

/** A content security policy as a header's value, from its directives with their sources. */
export const contentSecurityPolicy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

interface PageDirectives {
  'connect-src': string;
  'frame-ancestors': string;
  'form-action': string;
}

/** Directives of a page that runs scripts and styles of the service only. */
export const pageDirectives = (own: PageDirectives) => ({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': own['connect-src'],
  'worker-src': "'self'",
  'frame-ancestors': own['frame-ancestors'],
  'base-uri': "'none'",
  'form-action': own['form-action'],
});
