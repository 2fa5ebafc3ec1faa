import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type Metafile, version } from 'esbuild';
import { functionFile } from '#shared/platform/http/route.ts';
import { alone } from './alone.ts';
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

const REQUIRE = "import{createRequire as assayRequire}from'node:module';const require=assayRequire(import.meta.url);";

interface Bundles {
  directory: string;
  metafile: Metafile;
}

/**
 * Bundles every function with one esbuild call, each into its own directory below
 * `<dist>/functions`, and writes esbuild's metafile to `<dist>/functions.meta.json`. Bundles are
 * reproducible, so a deployment only updates functions that changed. If no input has changed since
 * the last call, its bundles are used again: making all of them takes half a minute.
 */
export function bundleFunctions(functions: readonly FunctionName[], dist = join(PROJECT, 'dist')): Bundles {
  refuseMissing(functions.map(sourceOf));

  mkdirSync(dist, { recursive: true });
  // Processes that synthesise at the same time wait for the bundles of the first.
  return alone(join(dist, 'functions.lock'), () => {
    const directory = join(dist, 'functions');
    const known = knownBundles(functions, dist);
    const { metafile, codeOf } = known ? { metafile: known, codeOf: readFileSync } : build(functions, directory);

    for (const fn of functions)
      writeDirectory(join(directory, bundleName(fn)), {
        'index.mjs': codeOf(bundleIn(dist, fn)),
        ...staticFilesOf(fn),
      });
    if (!known) {
      writeWhenChanged(metafileIn(dist), Buffer.from(JSON.stringify(metafile)));
      writeWhenChanged(digestIn(dist), Buffer.from(digestOf(functions, dist, metafile)));
    }
    return { directory, metafile };
  });
}

function build(functions: readonly FunctionName[], directory: string) {
  const { outputFiles, metafile } = buildSync({ ...optionsFor(functions, directory), metafile: true, write: false });
  const outputs = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const codeOf = (file: string) => {
    const code = outputs.get(file);
    if (!code) throw new Error(`esbuild left out ${file}.`);
    return code;
  };
  return { metafile, codeOf };
}

const optionsFor = (functions: readonly FunctionName[], directory: string) =>
  ({
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
    logLevel: 'warning',
  }) as const satisfies BuildOptions;

/**
 * Bundles every function for the local cloud: what functions have in common lies in chunks beside
 * them. That takes 3 seconds instead of half a minute, but a function cannot be deployed alone.
 */
export function bundleTogether(functions: readonly FunctionName[], directory: string): void {
  refuseMissing(functions.map(sourceOf));
  buildSync({ ...optionsFor(functions, directory), splitting: true, chunkNames: 'chunks/[hash]' });
  for (const fn of functions)
    for (const [name, content] of Object.entries(staticFilesOf(fn)))
      writeWhenChanged(join(directory, bundleName(fn), name), content);
}

const bundleIn = (dist: string, fn: FunctionName) => join(dist, 'functions', bundleName(fn), 'index.mjs');
const metafileIn = (dist: string) => join(dist, 'functions.meta.json');
const digestIn = (dist: string) => join(dist, 'functions.sha256');

/** The metafile of the last bundles, if they are of these functions and nothing has changed. */
function knownBundles(functions: readonly FunctionName[], dist: string): Metafile | undefined {
  if (!existsSync(metafileIn(dist)) || !existsSync(digestIn(dist))) return undefined;
  const metafile: Metafile = JSON.parse(readFileSync(metafileIn(dist), 'utf8'));
  const digest = readFileSync(digestIn(dist), 'utf8');
  return digest === digestOf(functions, dist, metafile) ? metafile : undefined;
}

/** Of the bundles and of everything that determines them: their inputs, this file, and esbuild. */
function digestOf(functions: readonly FunctionName[], dist: string, { inputs }: Metafile): string {
  const digest = createHash('sha256')
    .update(version)
    .update(readFileSync(metafileIn(dist)));
  const files = [
    fileURLToPath(import.meta.url),
    ...Object.keys(inputs).map((file) => join(PROJECT, file)),
    ...functions.map((fn) => bundleIn(dist, fn)),
  ];
  for (const file of files) digest.update(`\n${file}\n`).update(existsSync(file) ? readFileSync(file) : 'missing');
  return digest.digest('hex');
}

const sourceOf = (fn: FunctionName) => join('functions', functionFile(fn));

function refuseMissing(files: string[]) {
  const missing = files.filter((file) => !existsSync(join(PROJECT, file)));
  if (missing.length > 0)
    throw new Error(`A route or worker is listed, but its function is missing: ${missing.join(', ')}`);
}
