import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { tokenTrigger } from '#infra/constructs/user-pool.ts';
import { bundleName } from '#infra/function-names.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes, routes } from '#shared/routes.ts';

const LIMIT_BYTES = 400 * 1024;
const worker = (name: string) => bundleName({ module: 'workers', name });
/** Who reads names in every script carries the tables for it; they are evaluated when one occurs. */
const WITH_SCRIPTS_BYTES = 2_200 * 1024;
const LARGE_DOCUMENTS: Record<string, number> = {
  createDocument: 2_800 * 1024,
  completeSigning: 2_300 * 1024,
};
/** One holds the shapes of all modules and grows with the API; some send messages, one asks a model. */
const LARGER_LIMITS: Record<string, number> = {
  [bundleName(routes.service.readOpenapi)]: 450 * 1024,
  [bundleName(routes.risk.startInvestigation)]: 420 * 1024,
  [worker('runInvestigation')]: 420 * 1024,
  [worker('sendMail')]: 430 * 1024,
  [worker('tickDocuments')]: 430 * 1024,
  [bundleName(routes.screening.refreshScreeningSource)]: 420 * 1024,
  [bundleName(routes.screening.decideScreeningMatch)]: 420 * 1024,
  [bundleName(routes.screening.createScreeningRun)]: WITH_SCRIPTS_BYTES,
  [worker('refreshList')]: WITH_SCRIPTS_BYTES,
  [worker('screenSession')]: WITH_SCRIPTS_BYTES,
  [worker('tickScreenings')]: WITH_SCRIPTS_BYTES,
};
/** Printing brings a parser of templates and the fonts' table; reading and sealing PDFs brings libraries. */
const documents = Object.values(routes.documents).map((route) => [
  bundleName(route),
  LARGE_DOCUMENTS[route.name] ?? 650 * 1024,
]);
Object.assign(LARGER_LIMITS, Object.fromEntries(documents));
const FUNCTIONS = [...allRoutes, ...workers, tokenTrigger];

const PROBE = `
  import { readdirSync } from 'node:fs';
  const directory = process.argv[1];
  const found = {};
  for (const name of readdirSync(directory))
    found[name] = Object.keys(await import(directory + '/' + name + '/index.mjs'));
  console.log(JSON.stringify(found));
`;

const dist = mkdtempSync(join(tmpdir(), 'assay-bundles-'));
afterAll(() => rmSync(dist, { recursive: true }));
const { directory } = bundleFunctions(FUNCTIONS, dist);
const codeOf = (name: string) => join(directory, name, 'index.mjs');

/** What each bundle exports, told by a plain Node process, as Lambda would load it. */
const exportsOf: Record<string, string[]> = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '--eval', PROBE, directory], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024, // a failure prints the line of code, which may be all of a bundle
  }),
);

describe.each(FUNCTIONS.map(bundleName))('%s', (name) => {
  test('is small', () => {
    const limit = LARGER_LIMITS[name] ?? LIMIT_BYTES;

    expect(readFileSync(codeOf(name)).length).toBeLessThanOrEqual(limit);
  });

  test('runs as a module by itself', () => {
    expect(readFileSync(codeOf(name), 'utf8')).not.toContain('Dynamic require of');
    expect(exportsOf[name]).toEqual(['handler']);
  });
});

test('the same sources give the same bytes, whatever was there before', () => {
  const before = fingerprint(directory);
  writeFileSync(
    join(directory, bundleName(tokenTrigger), 'left-over.txt'),
    'from an older version',
  );
  writeFileSync(codeOf(bundleName(tokenTrigger)), 'from an older version');

  bundleFunctions(FUNCTIONS, dist);

  expect(fingerprint(directory)).toBe(before);
});

test('the account of what is in the bundles lies beside them', () => {
  const { outputs } = JSON.parse(readFileSync(join(dist, 'functions.meta.json'), 'utf8'));

  expect(Object.keys(outputs)).toHaveLength(FUNCTIONS.length);
});

test('the page of the documentation finds its files beside its code', () => {
  const files = join(directory, bundleName(routes.service.readDocsFile));
  const original = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css');

  const zipped = readFileSync(join(files, 'swagger-ui.css.gz'));

  expect(readdirSync(files).sort()).toEqual([
    'index.mjs',
    'swagger-ui-bundle.js.gz',
    'swagger-ui.css.gz',
  ]);
  expect(gunzipSync(zipped)).toEqual(readFileSync(original));
  // Time and system, the two parts of the header that could differ.
  expect([...zipped.subarray(4, 8), zipped[9]]).toEqual([0, 0, 0, 0, 255]);
});

test('a line of a table without its function is refused by name', () => {
  const planned = { module: 'risk', name: 'foretellFuture' };

  expect(() => bundleFunctions([planned], dist)).toThrow('functions/risk/foretell-future.ts');
});

function fingerprint(root: string) {
  const hash = createHash('sha256');
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  return hash.digest('hex');
}
