import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf } from '../../../shared/identity/api-key.ts';
import { identifierOf } from '../../../shared/identity/key-identifier.ts';
import { keyOf } from '../../../test/support/api.ts';
import { aPdf } from '../../../test/support/document-examples.ts';
import { prepareEngine } from '../../../test/support/engine.ts';
import { installTarball, packWorkspace } from '../../../test/support/pack.ts';
import { serveRoutes } from './gateway.ts';

const KB = 1024;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const BIN = join(PROJECT, 'node_modules/.bin');
const folder = mkdtempSync(join(tmpdir(), 'assay-client-'));
/** An empty project that has installed the packed client. */
const project = join(folder, 'project');
const installed = join(project, 'node_modules/@assay/client');
let tarball: string;

const execute = promisify(execFile);

beforeAll(async () => {
  ({ tarball } = await packWorkspace('@assay/client', folder));
  mkdirSync(project);
  program('package.json', JSON.stringify({ type: 'module' }));
  await installTarball(tarball, project);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface AttwProblem {
  kind: string;
}

const program = (name: string, text: string) => {
  const file = join(project, name);
  writeFileSync(file, text);
  return file;
};

test('client package: has scripts of at most 30 KB compressed, which import only each other', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((name) => /\.[cm]?js$/.test(name));
  expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/LICENSE', 'dist/index.js', 'dist/index.d.ts']));
  expect(files.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))).toEqual([]);
  const texts = scripts.map((name) => readFileSync(join(installed, name), 'utf8'));
  expect(gzipSync(texts.join('')).length).toBeLessThanOrEqual(30 * KB);
  const imported = texts.flatMap((text) => [...text.matchAll(/\bfrom ['"]([^'"]+)['"]/g)].map(([, name]) => name));
  expect(imported.filter((name) => !/^\.{1,2}\/.*\.js$/.test(name ?? ''))).toEqual([]);
  expect(texts.join('')).not.toMatch(/\brequire\(|\bimport\(|node:|\bprocess\.|\bBuffer\b/);
  expect(readdirSync(join(project, 'node_modules/@assay'))).toEqual(['client']);
  expect(readdirSync(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@assay']);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect([manifest.dependencies, manifest.devDependencies]).toEqual([undefined, undefined]);
});

test('client package: publint and arethetypeswrong find nothing', { tags: 'full' }, async () => {
  expect((await publint({ pkgDir: installed, strict: true, pack: false })).messages).toEqual([]);
  const attw = await execute(join(BIN, 'attw'), [tarball, '--profile', 'esm-only', '-f', 'json']);
  const { problems, analysis } = JSON.parse(attw.stdout);
  expect(analysis.packageName).toBe('@assay/client');
  // The profile decides the exit code only: the output includes what CommonJS would find.
  const found = Object.values<AttwProblem[]>(problems ?? {}).flat();
  expect(found.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('client package: an installed client calls the service', async () => {
  await prepareEngine();
  const { key } = await keyOf(randomUUID(), 'test');
  const gateway = await serveRoutes();
  const pdf = join(project, 'lease.pdf');
  writeFileSync(pdf, await aPdf());
  const file = program(
    'use.mjs',
    `
    import { createHash } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    import { AssayProblem, createClient } from '@assay/client';
    const [baseUrl, key, secret, pdf] = process.argv.slice(2);
    const assay = createClient({ baseUrl, credentials: { key, secret } });
    const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
    const body = { kind: 'person', externalId: 'customer-4711' };
    const subject = await assay.risk.createSubject({ body });
    const refused = await assay.risk.createSubject({ body }).catch((error) => error);
    const listed = [];
    for await (const { id } of assay.risk.listRecords.each({ params: { resource: 'subjects' } }))
      listed.push(id);
    const file = new Uint8Array(readFileSync(pdf));
    const document = await assay.upload.document({ file, name: 'Lease' });
    const read = await assay.documents.readDocumentPdf({ params: { id: document.id } });
    console.log(JSON.stringify({
      isListed: listed.includes(subject.id),
      isProblem: refused instanceof AssayProblem,
      code: refused.code,
      existed: refused.document.existingId === subject.id,
      isItsFile: read instanceof Uint8Array && sha256(read) === document.sha256,
    }));
    `,
  );
  const baseUrl = `http://127.0.0.1:${gateway.port}`;
  const credentials = [identifierOf(key), (await secretOf(key)) ?? ''];

  const { stdout } = await execute(process.execPath, [file, baseUrl, ...credentials, pdf]);
  await gateway.stop();

  expect(JSON.parse(stdout)).toEqual({
    isListed: true,
    isProblem: true,
    code: 'subject_exists',
    existed: true,
    isItsFile: true,
  });
});

/** Recipes by file name. */
const recipes = [
  ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/```ts\n(\/\/ (\S+)\n[\s\S]*?)```/g),
].map(([, text = '', name = '']) => ({ name, text }));
/** It uses Node, and the others do not. */
const RECEIVER = 'receiver.ts';

const OPTIONS = {
  module: 'nodenext',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** Errors of the compiler. */
const compile = async (name: string, config: object) => {
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  // One checker takes less time in total than several that share two cores.
  const options = [tsc, '--singleThreaded', '-p', program(name, JSON.stringify(config))];
  return execute(process.execPath, options).then(
    () => '',
    ({ stdout }) => String(stdout),
  );
};

test('client package: recipes compile without types of Node, of zod or of this repository', {
  tags: 'full',
}, async () => {
  expect(recipes.map(({ name }) => name)).toHaveLength(10);
  for (const { name, text } of recipes) program(name, text);

  const errors = await compile('tsconfig.recipes.json', {
    compilerOptions: { ...OPTIONS, lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    files: recipes.map(({ name }) => name).filter((name) => name !== RECEIVER),
  });

  expect(errors).toBe('');
});

test('client package: the receiver compiles, strictly and without a check of libraries skipped', {
  tags: 'full',
}, async () => {
  const errors = await compile('tsconfig.receiver.json', {
    compilerOptions: {
      ...OPTIONS,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      typeRoots: [join(PROJECT, 'node_modules/@types')],
    },
    files: [RECEIVER],
  });

  expect(errors).toBe('');
});
