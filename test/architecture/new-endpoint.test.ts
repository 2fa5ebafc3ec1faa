import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoaking } from '#test/support/soak.ts';

/** A copy of the project, since the generator changes files. */
const copy = mkdtempSync(join(tmpdir(), 'assay-new-endpoint-'));
const COPIED = [
  'bin',
  'functions',
  'infra',
  'shared',
  'packages',
  'test',
  'bench',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'biome.json',
  'cdk.json',
];
const FIXTURES = resolve('test/fixtures');

beforeAll(() => {
  for (const entry of COPIED.filter((one) => existsSync(one)))
    cpSync(entry, join(copy, entry), {
      recursive: true,
      force: true,
      filter: (from) => resolve(from) !== FIXTURES && !from.endsWith('node_modules'),
    });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, '.local'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...command: string[]) => {
  const [program = '', ...options] = command;
  // Engines of its own: those of this run are not in its environment.
  const { VITEST: _, VITEST_WORKER_ID: __, VITEST_POOL_ID: ___, ...env } = process.env;
  return spawnSync(program, options, { cwd: copy, encoding: 'utf8', env });
};
const generate = (...options: string[]) => run('node', 'bin/new-endpoint.ts', ...options);

test('new-endpoint: the generated tests pass, and the route table accepts the routes', () => {
  expect(generate('organization', 'GET', '/organization/usage', 'readUsage').status).toBe(0);
  expect(generate('risk/subjects', 'POST', '/risk/usage-notes', 'createUsageNote').status).toBe(0);

  const { status, stdout } = run(
    'npx',
    'vitest',
    'run',
    '--project',
    'service',
    'test/architecture/routes.test.ts',
    'test/organization/read-usage.test.ts',
    'test/risk/create-usage-note.test.ts',
  );

  expect(stdout).toMatch(/Test Files .*3 passed/);
  expect(status).toBe(0);
  expect(readFileSync(join(copy, 'test/architecture/routes.test.ts'), 'utf8')).toContain("'GET /organization/usage',");
}, 300_000);

test('new-endpoint: generated files are formatted', () => {
  const generated = ['functions/organization/read-usage.ts', 'functions/risk/create-usage-note.ts'];

  expect(() =>
    execFileSync('npx', ['biome', 'check', '--error-on-warnings', ...generated], { cwd: copy }),
  ).not.toThrow();
});

test.runIf(isSoaking)(
  'new-endpoint: the project with generated endpoints compiles',
  () => {
    expect(run('npx', 'tsc', '--noEmit').stdout).toBe('');
  },
  600_000,
);

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
