import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs before and after `npm pack --workspace @assay/client`. The manifest in the repository exports the sources, so
 * that nothing has to be built here; while npm packs, another one that exports the built files takes its place.
 */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PROJECT = join(PACKAGE, '../..');
const DIST = join(PACKAGE, 'dist');
const MANIFEST = join(PACKAGE, 'package.json');
const SET_ASIDE = join(PACKAGE, 'package.json.source');

function restore(): void {
  if (existsSync(SET_ASIDE)) renameSync(SET_ASIDE, MANIFEST);
}

/** JavaScript modules and declarations, by the compiler alone: the client has no dependencies to bundle. */
function buildPackage(): void {
  rmSync(DIST, { recursive: true, force: true });
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const options = [tsc, '--singleThreaded', '-p', join(PACKAGE, 'tsconfig.build.json')];
  const { status, stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The client does not compile.\n${stdout}`);
  // The compiler writes the names of modules into scripts, and leaves those of declarations as they are.
  for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts')) {
      const file = join(DIST, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '|from ")(\.[^'"]+)\.ts/g, '$1$2.js'));
    }
  cpSync(join(PROJECT, 'LICENSE'), join(DIST, 'LICENSE'));
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
  buildPackage();
  const manifest = packedManifest();
  renameSync(MANIFEST, SET_ASIDE);
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}
