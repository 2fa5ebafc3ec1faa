import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { notifications } from '../../../shared/notifications.ts';
import { routes } from '../../../shared/routes.ts';
import { operations } from '../src/operations.ts';
import { apiDeclarations } from './declarations.ts';

/**
 * The files of the packed client: one JavaScript file without dependencies, and declarations that need neither zod
 * nor this repository.
 */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PROJECT = join(PACKAGE, '../..');

/** The table of operations as JSON, instead of the module that derives it from the schemas. */
const operationsAsJson: Plugin = {
  name: 'operations as JSON',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/operations\.ts$/ }, () => ({
      contents: `export const operations = ${JSON.stringify(operations)};`,
    }));
  },
};

export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildScript(join(folder, 'index.js'));
  writeDeclarations(folder);
  cpSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
}

const buildScript = (outfile: string) =>
  build({
    absWorkingDir: PACKAGE,
    entryPoints: ['index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    // Node 20, and browsers of 2023.
    target: 'es2022',
    plugins: [operationsAsJson],
    logLevel: 'warning',
  });

/** The compiler writes the declarations, from sources whose derived types are written out. */
function writeDeclarations(folder: string): void {
  const sources = join(folder, 'sources');
  for (const file of ['index.ts', 'src']) cpSync(join(PACKAGE, file), join(sources, file), { recursive: true });
  for (const [file, text] of Object.entries(replaced())) writeFileSync(join(sources, 'src', file), text);
  compile(sources, folder);
  rmSync(sources, { recursive: true });
}

/** The files that import the service. */
const replaced = () => ({
  'api.ts': apiDeclarations(routes, notifications),
  'operations.ts': 'export declare const operations: import("./operation.ts").OperationTable;',
  'path-escapes.ts': 'export declare function withPathEscaped(pathAndQuery: string): string;',
});

const CONFIG = {
  extends: join(PROJECT, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    typeRoots: [join(PROJECT, 'node_modules/@types')],
  },
  include: ['index.ts', 'src'],
  exclude: [],
};

function compile(sources: string, folder: string): void {
  const outDir = join(sources, 'out');
  const config = join(sources, 'tsconfig.json');
  const { compilerOptions } = CONFIG;
  writeFileSync(config, JSON.stringify({ ...CONFIG, compilerOptions: { ...compilerOptions, outDir } }));
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--singleThreaded', '-p', config], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The declarations do not compile.\n${stdout}`);
  const written = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  for (const file of written.filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(outDir, file), 'utf8');
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text.replace(/(from '|from ")(\.[^'"]+)\.ts/g, '$1$2.js'));
  }
}
