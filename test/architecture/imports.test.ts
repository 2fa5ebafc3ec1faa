import { expect, test } from 'vitest';
import { sourceFiles } from '#test/support/source-files.ts';

/**
 * Who may import whom. An area is a folder, or a file that stands beside folders; it may import
 * itself and what its line names. A new module needs a line here: that is where it is decided.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'shared/tables.ts': [],
  'shared/queues.ts': [],
  'shared/version.ts': [],
  'shared/uses.ts': ['shared/tables.ts', 'shared/queues.ts'],
  // Its types know the names of tables and queues; it knows nothing of what they are for.
  'shared/platform': ['shared/tables.ts', 'shared/queues.ts', 'shared/uses.ts'],
  'shared/identity': ['shared/platform'],
  'shared/webhooks': ['shared/platform', 'shared/identity', 'shared/worker.ts', 'shared/tables.ts'],
  // Sources of evidence are bound to API keys.
  'shared/risk': ['shared/platform', 'shared/identity'],
  // The only crossings between modules: both record evidence.
  'shared/screening': ['shared/platform', 'shared/risk', 'shared/worker.ts'],
  'shared/verification': ['shared/platform', 'shared/risk', 'shared/worker.ts'],
  'shared/documents': ['shared/platform', 'shared/worker.ts'],
  'shared/service': ['shared/platform', 'shared/routes.ts', 'shared/version.ts'],
  // Deleting an organization erases what every module keeps of it.
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
  'shared/endpoint.ts': ['shared/platform', 'shared/identity', 'shared/webhooks'],
  'shared/public-endpoint.ts': ['shared/platform'],
  'shared/worker.ts': ['shared/platform', 'shared/identity', 'shared/webhooks'],
  'shared/routes.ts': ['shared/platform', '*/routes.ts'],
  // What a client needs to speak to the service: the table, the signatures, the answers.
  'shared/client': ['shared/platform', 'shared/routes.ts', 'shared/identity', 'shared/webhooks'],
  functions: ['shared'],
  infra: [
    'shared/routes.ts',
    'shared/tables.ts',
    'shared/queues.ts',
    'shared/uses.ts',
    'shared/platform',
  ],
  bin: ['infra', 'shared', 'cdk.json'],
  bench: ['infra', 'shared', 'functions', 'test/support'],
};

/** Folders whose files are given all they need: no AWS, no clock, no chance, nothing thrown. */
const PURE = [
  'shared/risk/policy-engine',
  'shared/screening/list-parsers',
  'shared/screening/names',
  'shared/screening/matching',
  'shared/documents/markdown',
  'shared/documents/fields',
];

const files = sourceFiles('bin', 'infra', 'functions', 'shared', 'bench');
const areas = Object.keys(MAY_IMPORT);
const areaOf = (path: string) => areas.find((area) => isWithin(path, area));
const isWithin = (path: string, area: string) =>
  area.startsWith('*')
    ? path.endsWith(area.slice(1))
    : path === area || path.startsWith(`${area}/`);

test('every file belongs to an area', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(({ path }) => path).filter((path) => !areaOf(path))).toEqual([]);
});

test('files import what their area may import', () => {
  const wrong = files.flatMap(({ path, imports }) => {
    const area = areaOf(path) ?? '';
    const allowed = [area, ...(MAY_IMPORT[area] ?? [])];
    return imports
      .filter(({ target }) => !allowed.some((one) => isWithin(target, one)))
      .map(({ target }) => `${path} imports ${target}`);
  });

  expect(wrong).toEqual([]);
});

test('a line that imports from another area begins at the root', () => {
  const wrong = files
    // It spells `../../tables.ts`, as it knows nothing of what stands around it.
    .filter(({ path }) => areaOf(path) !== 'shared/platform')
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('..'))
        .filter(({ target }) => target.endsWith('.ts') && areaOf(target) !== areaOf(path))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );

  expect(wrong).toEqual([]);
});

test('pure folders import themselves and zod, know no time and no chance, and throw nothing', () => {
  const wrong = files
    .filter(({ path }) => PURE.some((folder) => isWithin(path, folder)))
    .flatMap(({ path, imports, packages, text }) => {
      const folder = PURE.find((one) => isWithin(path, one)) ?? '';
      return [
        ...imports.map(({ target }) => target).filter((target) => !isWithin(target, folder)),
        ...packages.filter((name) => name !== 'zod'),
        ...(text.match(/Date\.now\(|new Date\(\)|Math\.random|performance\.now|\bthrow\b .*/g) ??
          []),
      ].map((finding) => `${path}: ${finding}`);
    });

  expect(wrong).toEqual([]);
});
