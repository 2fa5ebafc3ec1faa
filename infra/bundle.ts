import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { functionFile } from '#shared/platform/http/route.ts';
import { bundleName, type FunctionName } from './function-names.ts';
import { staticFilesOf } from './static-files.ts';
import { writeDirectory, writeWhenChanged } from './write-directory.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Parts of the AWS SDK that our functions never use, with the module that is bundled instead. */
const STAND_INS = {
  '@aws-sdk/credential-provider-node': './infra/lambda/environment-credentials.ts',
  '@aws-sdk/endpoint-cache': './infra/lambda/no-endpoint-cache.ts',
  '@aws-sdk/eventstream-handler-node': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/middleware-eventstream': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/middleware-websocket': './infra/lambda/no-event-streams.ts',
  '@aws-sdk/token-providers': './infra/lambda/no-bearer-tokens.ts',
  '@smithy/core/event-streams': './infra/lambda/no-event-streams.ts',
};

/** Browser-only packages; their Node builds load these modules with `require`. */
const AS_MODULES = { yaml: './node_modules/yaml/browser/index.js' };

const REQUIRE =
  "import{createRequire as assayRequire}from'node:module';const require=assayRequire(import.meta.url);";

/**
 * Bundles every function with one esbuild call, each into its own directory below
 * `<dist>/functions`, and writes esbuild's metafile to `<dist>/functions.meta.json`. Bundles are
 * reproducible, so a deployment only updates functions that changed.
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
    // CommonJS packages load Node's built-in modules with `require`, which ES modules do not have.
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
