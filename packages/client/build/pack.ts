import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build.ts';

/**
 * Runs before and after `npm pack --workspace @assay/client`. The manifest in the repository exports the sources, so
 * that nothing has to be built here; while npm packs, another one that exports the built files takes its place.
 */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PACKAGE, 'dist');
const MANIFEST = join(PACKAGE, 'package.json');
const SET_ASIDE = join(PACKAGE, 'package.json.source');

function restore(): void {
  if (existsSync(SET_ASIDE)) renameSync(SET_ASIDE, MANIFEST);
}

function packedManifest(): Record<string, unknown> {
  const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
    readFileSync(MANIFEST, 'utf8'),
  );
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    keywords: ['assay', 'risk', 'screening', 'webhooks', 'client'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    types: './dist/index.d.ts',
    files: ['dist'],
  };
}

// Also if an earlier `npm pack` was interrupted.
restore();
if (process.argv[2] === 'before') {
  await buildPackage(DIST);
  const manifest = packedManifest();
  renameSync(MANIFEST, SET_ASIDE);
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}
