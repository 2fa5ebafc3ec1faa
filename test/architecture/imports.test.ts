import { readFileSync } from 'node:fs';
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
  // A layer of its own: the rest of the organization module uses every other module, and these read its settings.
  'shared/organization/settings': ['shared/platform'],
  'shared/webhooks': ['shared/platform', 'shared/identity', 'shared/tables.ts'],
  // Sources of evidence are bound to API keys.
  'shared/risk': ['shared/platform', 'shared/identity', 'shared/organization/settings', 'shared/worker.ts'],
  // The only imports between modules: both record evidence.
  'shared/screening': [
    'shared/platform',
    'shared/identity',
    'shared/organization/settings',
    'shared/risk',
    'shared/worker.ts',
  ],
  // It reviews decisions of both.
  'shared/quality': [
    'shared/platform',
    'shared/identity',
    'shared/organization/settings',
    'shared/risk',
    'shared/screening',
    'shared/worker.ts',
  ],
  // Its screening step runs screenings.
  'shared/verification': ['shared/platform', 'shared/risk', 'shared/screening', 'shared/worker.ts'],
  // A signer's link is derived from the master secret, and a setting keeps it from callers. A workflow can check who
  // the signer is.
  'shared/documents': [
    'shared/platform',
    'shared/identity',
    'shared/organization/settings',
    'shared/verification',
    'shared/worker.ts',
  ],
  'shared/console': ['shared/platform'],
  // Exports read the lists of the modules.
  'shared/jobs': [
    'shared/platform',
    'shared/identity',
    'shared/risk',
    'shared/screening',
    'shared/documents',
    'shared/worker.ts',
  ],
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
    'shared/organization/settings',
    'shared/webhooks',
    'shared/risk',
    'shared/quality',
    'shared/screening',
    'shared/verification',
    'shared/documents',
    'shared/jobs',
  ],
  'shared/pipeline.ts': ['shared/platform', 'shared/webhooks'],
  'shared/commit-part.ts': ['shared/platform', 'shared/webhooks'],
  'shared/endpoint.ts': ['shared/pipeline.ts', 'shared/platform', 'shared/identity', 'shared/webhooks'],
  // A signing link leads to a document.
  'shared/signer-endpoint.ts': [
    'shared/pipeline.ts',
    'shared/platform',
    'shared/identity',
    'shared/webhooks',
    'shared/documents',
  ],
  'shared/public-endpoint.ts': ['shared/platform'],
  'shared/public-records-endpoint.ts': ['shared/platform'],
  'shared/worker.ts': ['shared/platform', 'shared/identity', 'shared/webhooks'],
  'shared/routes.ts': ['shared/platform', '*/routes.ts'],
  'shared/notifications.ts': ['shared/webhooks', '*/notifications.ts'],
  functions: ['shared'],
  infra: [
    'shared/routes.ts',
    'shared/tables.ts',
    'shared/queues.ts',
    'shared/buckets.ts',
    'shared/metrics.ts',
    'shared/uses.ts',
    'shared/platform',
    // The local cloud configures the URLs of its lists, and the setting of operators is validated.
    'shared/screening/contract.ts',
  ],
  // The demo runs functions in its own thread.
  bin: ['infra', 'shared', 'functions', 'cdk.json'],
  bench: [
    'packages',
    'infra',
    'shared',
    'functions',
    'bin/audit',
    'test/support',
    // The benchmarks of the signing page and of the console use the stub services of their tests.
    'test/console/stub-service.ts',
    'test/console/filled.ts',
    'test/console/screens.ts',
    'test/documents/page/stub-service.ts',
    'test/documents/page/signing-server.ts',
  ],
};

/**
 * Pure folders: no AWS, no clock, no randomness, nothing thrown. Each may import itself, zod, and the paths
 * listed here.
 */
const PURE: Record<string, readonly string[]> = {
  'packages/names/src': ['pinyin-pro', 'to-jyutping', 'any-ascii'],
  'packages/policy-engine/src': ['@assay/foundation'],
  // Published files are streams, in formats that libraries read.
  'packages/watchlist/src/parsers': [
    'packages/watchlist/src',
    '@assay/names',
    'csv-parse',
    'fflate',
    'saxes',
    'yaml',
    'node:crypto',
    'node:stream',
    'node:stream/promises',
    'node:zlib',
  ],
  'packages/watchlist/src': ['@assay/foundation/wilson', '@assay/names'],
  // It compares source identities.
  'shared/risk/analyst': ['@assay/policy-engine'],
  // It uses the parser's definition of a position.
  'shared/screening/crawl': ['@assay/watchlist/parsers'],
  'packages/agreements/src/markdown': [
    '@assay/foundation',
    'liquidjs',
    'markdown-it',
    'packages/agreements/src/field.ts',
    'packages/agreements/src/fields',
    'packages/agreements/src/limits.ts',
  ],
  // Patterns come from the sender, so they run in a linear-time engine.
  'packages/agreements/src/fields': [
    '@assay/foundation',
    'packages/agreements/src/field.ts',
    'packages/agreements/src/form-field.ts',
    'packages/agreements/src/limits.ts',
    'packages/agreements/src/visible.ts',
    're2js',
  ],
};

/** Packages by name, with the packages of ours that each may use. */
const PACKAGES: Record<string, readonly string[]> = {
  foundation: [],
  names: [],
  watchlist: ['foundation', 'names'],
  'policy-engine': ['foundation'],
  agreements: ['foundation'],
  'signing-page': ['agreements'],
  'local-aws': [],
  client: [],
  'sign-in': [],
  cli: ['agreements', 'client', 'foundation', 'sign-in'],
};

/** Packed as one bundle each, so what they import is a dependency of the build. */
const BUNDLED = ['client', 'cli'];

/** Its templates contain imports of the files that it generates. */
const GENERATOR = 'bin/new-endpoint.ts';

const files = sourceFiles('bin', 'infra', 'functions', 'shared', 'bench').filter(({ path }) => path !== GENERATOR);
const packageFiles = sourceFiles('packages').filter(({ path }) => !path.includes('node_modules'));
const packageSources = packageFiles.filter(({ path }) => !path.includes('/test/'));
const areas = Object.keys(MAY_IMPORT);
const areaOf = (path: string) => areas.find((area) => isWithin(path, area));
const isWithin = (path: string, area: string) =>
  area.startsWith('*') ? path.endsWith(area.slice(1)) : path === area || path.startsWith(`${area}/`);

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

/**
 * What other modules may import of a module: use cases and storage from `index.ts`, shapes and pure
 * functions that route tables, the client and infra share from `contract.ts`, and the tables of
 * routes and webhook payloads.
 */
const ENTRY_POINT = /^shared\/(?:[^/]+|organization\/settings)\/(?:index|contract|routes|notifications)\.ts$/;

/** Functions belong to the module of their folder; workers and other folders to none. */
const moduleOf = (path: string) => /^(?:shared|functions)\/([^/]+)\//.exec(path)?.[1];

test('imports: modules import each other through their entry points', () => {
  const modules = files
    .map(({ path }) => /^shared\/([^/]+)\//.exec(path)?.[1])
    .filter((module) => module !== undefined && module !== 'platform');
  expect(new Set(modules).size).toBeGreaterThan(7);
  const wrong = [...files, ...sourceFiles('console')]
    .filter(({ path }) => !path.startsWith('bench/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('shared/') && modules.includes(moduleOf(target)))
        .filter(({ target }) => moduleOf(target) !== moduleOf(path) && !ENTRY_POINT.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );

  expect(wrong).toEqual([]);
});

/** The only place that refuses an untrusted file as a whole. */
const REFUSES_FILES = 'packages/watchlist/src/parsers/reading/list-unreadable.ts';

test('imports: pure folders import little, use neither time nor randomness, and throw nothing', () => {
  const wrong = [...files, ...packageSources]
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

test('packages: sources import their own package, declared dependencies and nothing of the service', () => {
  expect(packageSources.length).toBeGreaterThan(100);
  const wrong = packageSources.flatMap(({ path, imports, packages }) => {
    const name = path.split('/')[1] ?? '';
    const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
    const { dependencies = {}, devDependencies = {} } = manifest;
    const built = BUNDLED.includes(name) ? Object.keys(devDependencies) : [];
    const declared = [...Object.keys(dependencies), ...built, 'node:'];
    const ours = (PACKAGES[name] ?? []).map((one) => `@assay/${one}`);
    return [
      ...imports.filter(({ target }) => !target.startsWith(`packages/${name}/`)).map(({ specifier }) => specifier),
      ...packages.filter(
        (one) =>
          !declared.some(
            (known) => [one, `@types/${one}`].includes(known) || one.startsWith(known.replace(/([^:])$/, '$1/')),
          ),
      ),
      ...packages.filter(
        (one) => one.startsWith('@assay/') && !ours.some((known) => `${one}/`.startsWith(`${known}/`)),
      ),
    ].map((finding) => `${path}: ${finding}`);
  });

  expect(wrong).toEqual([]);
});

test('packages: the service uses their entry points, and only tests and benchmarks look inside', () => {
  const wrong = files
    .filter(({ path }) => !path.startsWith('bench/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('packages/'))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );

  expect(wrong).toEqual([]);
});

test('packages: no file holds state at module level, apart from what is loaded or started once', () => {
  const LOADED_ONCE = [
    // Names of months, from the runtime's own tables.
    'packages/agreements/src/fields/free-date.ts',
    // Started for the first document and reused, one job at a time: a browser, Typst's thread, PDFium.
    'packages/agreements/src/printing/chromium/browser.ts',
    'packages/agreements/src/printing/chromium-printer.ts',
    'packages/agreements/src/printing/typst/typesetting.ts',
    'packages/agreements/src/pdf/draw-first-page.ts',
  ];
  const wrong = packageSources
    .filter(({ path, text }) => /^(?:export )?let /m.test(text) && !LOADED_ONCE.includes(path))
    // A browser loads the page's modules once per page: their state is the state of the page.
    .filter(({ path }) => !isWithin(path, 'packages/signing-page/src/client'))
    .map(({ path }) => path);

  expect(wrong).toEqual([]);
});

test('cycles: no file imports itself through others, types included', () => {
  const all = [...files, ...packageSources, ...sourceFiles('console')];
  const known = new Map(all.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));

  expect(cyclesIn(known)).toEqual([]);
});

/** Strongly connected components of more than one file, as Tarjan finds them. */
function cyclesIn(graph: Map<string, string[]>): string[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[] = [];
  const visit = (node: string) => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.toSorted().join(' <-> '));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
