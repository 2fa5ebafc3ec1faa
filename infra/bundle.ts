import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { functionFile } from '#shared/platform/http/route.ts';
import { bundleName, type FunctionName } from './function-names.ts';
import { staticFilesOf } from './static-files.ts';
import { writeDirectory, writeWhenChanged } from './write-directory.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Parts of the AWS SDK that can do no work in our functions, with what is bundled instead. */
const STAND_INS = {
  '@aws-sdk/credential-provider-node': './infra/lambda/environment-credentials.ts',
  '@aws-sdk/endpoint-cache': './infra/lambda/no-endpoint-cache.ts',
  '@aws-sdk/eventstream-handler-node': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/middleware-eventstream': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/middleware-websocket': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/token-providers': './infra/lambda/no-bearer-tokens.ts',
  '@smithy/core/event-streams': './infra/lambda/no-event-streams.ts',
};

/** Packages that are modules for browsers alone; what they have for Node would ask for it by `require`. */
const AS_MODULES = { yaml: './node_modules/yaml/browser/index.js' };

const REQUIRE =
  "import{createRequire as assayRequire}from'node:module';const require=assayRequire(import.meta.url);";

/**
 * Bundles every function in one call of esbuild, each into a directory of its own below
 * `<dist>/functions`, and leaves esbuild's account of what is in them at `<dist>/functions.meta.json`.
 * The same sources give the same bytes, so a deployment touches only the functions that changed.
 */
export function bundleFunctions(functions: readonly FunctionName[], dist = join(PROJECT, 'dist')) {
  refuseMissing(functions.map(sourceOf));

  const directory = join(dist, 'functions');
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: PROJECT,
    entryPoints: functions.map((fn) => ({ in: sourceOf(fn), out: `${bundleName(fn)}/index` })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Packages in CommonJS ask for Node's own modules by `require`, which a module does not have.
    banner: { js: REQUIRE },
    alias: { ...STAND_INS, ...AS_MODULES },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const codeOf = new Map(outputFiles.map(({ path, contents }) => [path, contents]));

  for (const fn of functions) {
    const target = join(directory, bundleName(fn));
    const code = codeOf.get(join(target, 'index.mjs'));
    if (!code) throw new Error(`esbuild left out ${sourceOf(fn)}.`);
    writeDirectory(target, { 'index.mjs': code, ...staticFilesOf(fn) });
  }
  writeWhenChanged(join(dist, 'functions.meta.json'), Buffer.from(JSON.stringify(metafile)));
  return { directory, metafile };
}

const sourceOf = (fn: FunctionName) => join('functions', functionFile(fn));

function refuseMissing(files: string[]) {
  const missing = files.filter((file) => !existsSync(join(PROJECT, file)));
  if (missing.length > 0)
    throw new Error(
      `A route or worker is listed, but its function is missing: ${missing.join(', ')}`,
    );
}
