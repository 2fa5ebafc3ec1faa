import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSoaking } from '#test/support/soak.ts';

/** A copy of what the generator changes, beside links to the rest of the project. */
const copy = mkdtempSync(join(tmpdir(), 'assay-new-endpoint-'));
const COPIED = ['functions', 'shared', 'test', 'package.json', 'tsconfig.json', 'biome.json'];
const LINKED = ['bench', 'bin', 'infra', 'node_modules', 'packages', 'vitest.config.ts'];
const FIXTURES = resolve('test/fixtures');

for (const entry of COPIED)
  cpSync(entry, join(copy, entry), { recursive: true, filter: (from) => resolve(from) !== FIXTURES });
for (const entry of LINKED) symlinkSync(resolve(entry), join(copy, entry));

// The test of routes lists files of the folder that it runs in.
const root = process.cwd();
beforeAll(() => process.chdir(copy));
afterAll(() => {
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
});

const run = (program: string, ...options: string[]) => spawnSync(program, options, { cwd: copy, encoding: 'utf8' });
const generate = (...options: string[]) => run('node', 'bin/new-endpoint.ts', ...options);

const generated = [
  generate('organization', 'GET', '/organization/quotas', 'readQuotas'),
  generate('risk/subjects', 'POST', '/risk/usage-notes', 'createUsageNote'),
];

test('new-endpoint: generates what it says', () => {
  expect(generated.map(({ status, stderr }) => ({ status, stderr }))).toEqual([
    { status: 0, stderr: '' },
    { status: 0, stderr: '' },
  ]);
  expect(readFileSync(join(copy, 'test/architecture/routes.test.ts'), 'utf8')).toContain("'GET /organization/quotas',");
});

// Their tests become tests of this file; they import the modules of the copy.
describe.each([
  'test/organization/read-quotas.test.ts',
  'test/risk/create-usage-note.test.ts',
  'test/architecture/routes.test.ts',
])('new-endpoint: %s passes with the generated endpoints', async (file) => {
  if (existsSync(join(copy, file))) await import(join(copy, file));
});

test('new-endpoint: generated files are formatted', () => {
  const files = ['functions/organization/read-quotas.ts', 'functions/risk/create-usage-note.ts'];

  expect(run('npx', 'biome', 'check', '--error-on-warnings', ...files).status).toBe(0);
});

test.runIf(isSoaking)('new-endpoint: the project with generated endpoints compiles', () => {
  expect(run('npx', 'tsc', '--noEmit').stdout).toBe('');
});

test.each([
  ['an unknown method', ['organization', 'FETCH', '/a', 'readA'], 'Unknown method FETCH.'],
  ['an unknown module', ['nowhere', 'GET', '/a', 'readA'], 'There is no shared/nowhere/routes.ts.'],
  ['a path without a slash', ['organization', 'GET', 'a', 'readA'], 'must begin with a slash'],
  ['a name that is not in camel case', ['organization', 'GET', '/a', 'read-a'], 'must be in camel case'],
  ['a module with several files of routes', ['risk', 'GET', '/a', 'readA'], 'Name the file, such as risk/'],
  ['missing arguments', ['organization'], 'Usage: npm run new-endpoint'],
])('new-endpoint: %s is refused, and nothing is written', (_case, options, message) => {
  const { status, stderr } = generate(...options);

  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
