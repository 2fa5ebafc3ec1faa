import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { KnownPath } from '#shared/platform/http/known-paths.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { consoleFilesOf } from './console-page.ts';
import { bundleName, type FunctionName } from './function-names.ts';
import { signingPageFilesOf } from './signing-page.ts';

/**
 * Files of npm packages that a function serves or loads, by bundle name; they are shipped gzipped.
 */
const STATIC_FILES: Record<string, readonly string[]> = {
  'service-read-docs-file': ['swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/swagger-ui-bundle.js'],
  'documents-read-signing-preview': ['@hyzyla/pdfium/pdfium.wasm'],
};

const GZIP_SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** Files beside a function's code, such as `swagger-ui.css.gz`. */
export function staticFilesOf(fn: FunctionName): Record<string, Uint8Array> {
  const files = (STATIC_FILES[bundleName(fn)] ?? []).map((file) => [nameOf(file), contentOf(file)]);
  const all: Record<string, Uint8Array> = {
    ...Object.fromEntries(files),
    ...signingPageFilesOf(fn),
    ...consoleFilesOf(fn),
    ...knownPathsOf(fn),
  };
  return Object.fromEntries(Object.entries(all).map(([name, content]) => [`${name}.gz`, gzip(content)]));
}

const KNOWS_ALL_PATHS = 'service-refuse-unknown';

/** The route table without schemas, for the function that answers unknown paths. */
function knownPathsOf(fn: FunctionName): Record<string, Uint8Array> {
  if (bundleName(fn) !== KNOWS_ALL_PATHS) return {};
  const known: KnownPath[] = allRoutes.map((route) => ({
    method: route.method,
    path: fullPath(route),
  }));
  return { 'known-paths.json': Buffer.from(JSON.stringify(known)) };
}

const { resolve } = createRequire(import.meta.url);
const contentOf = (file: string) => readFileSync(resolve(file));
const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/**
 * Reproducible on every system: Node writes no time into the gzip header, but it writes the system.
 */
function gzip(content: Uint8Array) {
  const zipped = gzipSync(content, { level: 9 });
  zipped[GZIP_SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return zipped;
}
