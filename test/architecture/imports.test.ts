import { expect, test } from 'vitest';
import { sourceFiles } from '#test/support/source-files.ts';

/**
 * Allowed imports. An area is a folder, or a file beside folders; it may import itself and the areas in its
 * line. A new module needs a line here.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'shared/tables.ts': [],
  'shared/queues.ts': [],
  'shared/buckets.ts': [],
  'shared/metrics.ts': [],
  'shared/version.ts': [],
  'shared/uses.ts': ['shared/tables.ts', 'shared/queues.ts', 'shared/buckets.ts'],
  // Its types contain the names of tables, queues, buckets and metrics, but not their purpose.
  'shared/platform': [
    'shared/tables.ts',
    'shared/queues.ts',
    'shared/buckets.ts',
    'shared/metrics.ts',
    'shared/uses.ts',
  ],
  'shared/identity': ['shared/platform'],
  'shared/webhooks': ['shared/platform', 'shared/identity', 'shared/worker.ts', 'shared/tables.ts'],
  // Sources of evidence are bound to API keys.
  'shared/risk': ['shared/platform', 'shared/identity', 'shared/worker.ts'],
  // The only imports between modules: both record evidence.
  'shared/screening': ['shared/platform', 'shared/identity', 'shared/risk', 'shared/worker.ts'],
  // Its screening step runs screenings.
  'shared/verification': ['shared/platform', 'shared/risk', 'shared/screening', 'shared/worker.ts'],
  // A signer's link is derived from the master secret.
  'shared/documents': ['shared/platform', 'shared/identity', 'shared/worker.ts'],
  // It describes the routes and the webhook payloads.
  'shared/service': [
    'shared/platform',
    'shared/routes.ts',
    'shared/notifications.ts',
    'shared/version.ts',
    'shared/webhooks',
  ],
  // Deleting an organization erases the data of every module.
  'shared/organization': [
    'shared/platform',
    'shared/identity',
    'shared/webhooks',
    'shared/risk',
    'shared/screening',
    'shared/verification',
    'shared/documents',
    'shared/worker.ts',
  ],
  'shared/pipeline.ts': ['shared/platform', 'shared/webhooks'],
  'shared/endpoint.ts': [
    'shared/pipeline.ts',
    'shared/platform',
    'shared/identity',
    'shared/webhooks',
  ],
  // A signing link leads to a document.
  'shared/signer-endpoint.ts': [
    'shared/pipeline.ts',
    'shared/platform',
    'shared/identity',
    'shared/webhooks',
    'shared/documents',
  ],
  'shared/public-endpoint.ts': ['shared/platform'],
  'shared/worker.ts': ['shared/platform', 'shared/identity', 'shared/webhooks'],
  'shared/routes.ts': ['shared/platform', '*/routes.ts'],
  'shared/notifications.ts': ['shared/webhooks', '*/notifications.ts'],
  // What a client needs: the route table, the signatures and the problems.
  'shared/client': [
    'shared/platform',
    'shared/routes.ts',
    'shared/notifications.ts',
    'shared/identity',
    'shared/webhooks',
  ],
  functions: ['shared'],
  infra: [
    'shared/routes.ts',
    'shared/tables.ts',
    'shared/queues.ts',
    'shared/buckets.ts',
    'shared/metrics.ts',
    'shared/uses.ts',
    'shared/platform',
    // The texts of the signing page are one file per language.
    'shared/documents/signing/languages.ts',
    // A Lambda layer contains the printer and its fonts.
    'shared/documents/printing/fonts.ts',
    // The local cloud configures the URLs of its lists, and the setting of operators is validated.
    'shared/screening/lists/list.ts',
    'shared/screening/lists/list-files.ts',
  ],
  bin: ['infra', 'shared', 'cdk.json'],
  bench: [
    ...['infra', 'shared', 'functions', 'test/support'],
    // The benchmark of the signing page uses the stub service of its tests.
    'test/documents/page/stub-document.ts',
    'test/documents/page/stub-service.ts',
  ],
};

/**
 * Pure folders: no AWS, no clock, no randomness, nothing thrown. Each may import itself, zod, and the paths
 * listed here.
 */
const PURE: Record<string, readonly string[]> = {
  // Its JSON Schema contains rules between properties.
  'shared/risk/policy-engine': ['shared/platform/http/member-rules.ts'],
  // It compares source identities.
  'shared/risk/analyst': ['shared/risk/policy-engine/source-identity.ts'],
  // Published files are streams, in formats that libraries read.
  'shared/screening/list-parsers': [
    'shared/screening/countries.ts',
    'shared/screening/cut-text.ts',
    'shared/screening/listed-entry.ts',
    'shared/screening/partial-date.ts',
    // Invisible characters are not part of a listed name.
    'shared/screening/names/invisible.ts',
    'csv-parse',
    'fflate',
    'saxes',
    'yaml',
    'node:crypto',
    'node:stream',
    'node:stream/promises',
    'node:zlib',
  ],
  // It uses the parser's definition of a position.
  'shared/screening/crawl': ['shared/screening/list-parsers'],
  'shared/screening/names': ['pinyin-pro', 'to-jyutping', 'any-ascii'],
  'shared/screening/matching': [
    // The canonical order of lists in a source.
    'shared/risk/policy-engine/screening-source.ts',
    'shared/screening/names',
    'shared/screening/limits.ts',
    'shared/screening/listed-entry.ts',
    'shared/screening/partial-date.ts',
  ],
  'shared/screening/index': [
    'shared/screening/names',
    'shared/screening/matching',
    'shared/screening/limits.ts',
    'shared/screening/listed-entry.ts',
  ],
  'shared/documents/markdown': [
    'shared/documents/limits.ts',
    'liquidjs',
    'markdown-it',
    'shared/documents/field.ts',
    'shared/documents/fields',
  ],
  // Patterns come from the sender, so they run in a linear-time engine.
  'shared/documents/fields': [
    'shared/documents/field.ts',
    'shared/documents/form-field.ts',
    'shared/documents/limits.ts',
    'shared/platform/problem.ts',
    // Documented rules between settings.
    'shared/platform/http/member-rules.ts',
    're2js',
  ],
};

const files = sourceFiles('bin', 'infra', 'functions', 'shared', 'bench');
const areas = Object.keys(MAY_IMPORT);
const areaOf = (path: string) => areas.find((area) => isWithin(path, area));
const isWithin = (path: string, area: string) =>
  area.startsWith('*')
    ? path.endsWith(area.slice(1))
    : path === area || path.startsWith(`${area}/`);

test('imports: every file belongs to an area', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(({ path }) => path).filter((path) => !areaOf(path))).toEqual([]);
});

test('imports: files import only what their area allows', () => {
  const wrong = files.flatMap(({ path, imports }) => {
    const area = areaOf(path) ?? '';
    const allowed = [area, ...(MAY_IMPORT[area] ?? [])];
    return imports
      .filter(({ target }) => !allowed.some((one) => isWithin(target, one)))
      .map(({ target }) => `${path} imports ${target}`);
  });

  expect(wrong).toEqual([]);
});

test('imports: imports from another area start at the root', () => {
  const wrong = files
    // It uses relative paths such as `../../tables.ts`, so that it does not depend on its surroundings.
    .filter(({ path }) => areaOf(path) !== 'shared/platform')
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('..'))
        .filter(({ target }) => target.endsWith('.ts') && areaOf(target) !== areaOf(path))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );

  expect(wrong).toEqual([]);
});

/** The only place that refuses an untrusted file as a whole. */
const REFUSES_FILES = 'shared/screening/list-parsers/reading/list-unreadable.ts';

test('imports: pure folders import little, use neither time nor randomness, and throw nothing', () => {
  const wrong = files
    .filter(({ path }) => Object.keys(PURE).some((folder) => isWithin(path, folder)))
    .flatMap(({ path, imports, packages, text }) => {
      const folder = Object.keys(PURE).find((one) => isWithin(path, one)) ?? '';
      const allowed = [folder, 'zod', ...(PURE[folder] ?? [])];
      const impurities = /Date\.now\(|new Date\(\)|Math\.random|performance\.now|\bthrow\b .*/g;
      return [
        ...[...imports.map(({ target }) => target), ...packages].filter(
          (target) => !allowed.some((one) => isWithin(target, one)),
        ),
        ...(path === REFUSES_FILES ? [] : (text.match(impurities) ?? [])),
      ].map((finding) => `${path}: ${finding}`);
    });

  expect(wrong).toEqual([]);
});
