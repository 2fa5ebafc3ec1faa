import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SMALL_PLAN } from './shared/platform/store/shard-plan.ts';
import { SkippedTests } from './test/support/skipped-tests.ts';
import { isFull } from './test/support/soak.ts';

/**
 * Workers, and programs that tests start, load the same packages and share a compile cache. It is
 * deleted before every run, because entries of older bundles would pile up.
 */
const COMPILED = fileURLToPath(new URL('.local/compiled', import.meta.url));
rmSync(COMPILED, { recursive: true, force: true });
process.env.NODE_COMPILE_CACHE = COMPILED;

/** The pages of the console and of signers, which the first worker that needs them builds for all. */
const BUILT = mkdtempSync(join(tmpdir(), 'assay-built-'));
const deleteBuilt = () => rmSync(BUILT, { recursive: true, force: true });
process.once('exit', deleteBuilt);
process.env.BUILT_FILES = BUILT;

/**
 * Tests of pure rules, which need no engine and leave no state. Tests of names are excluded: which
 * scripts they read depends on the tables that have been loaded.
 */
const RULES = [
  'packages/policy-engine/test',
  'packages/watchlist/test/parsers',
  'packages/agreements/test/fields',
  'packages/agreements/test/markdown',
  'packages/cli/test',
  'test/platform/http',
  'test/risk/analyst',
].map((folder) => `${folder}/**/*.test.ts`);

/** Tests that call the local cloud of the run. They neither stop it nor move its clock. */
const CLOUD = [
  'test/console/agreement-journeys',
  'test/console/journeys',
  'test/console/policy-journey',
  'test/console/second-person',
  'test/console/notes',
  'test/console/requests',
  'test/console/start-journey',
  'test/documents/page/journey',
  'test/readme/tour',
  'test/readme/verify-identity',
].map((file) => `${file}.test.ts`);

/** Tests in a browser, which files of a worker share. */
const BROWSER = [
  'test/console/accessibility',
  'test/console/attempts',
  'test/console/brand',
  'test/console/budget',
  'test/console/bulk-send',
  'test/console/bulk-work',
  'test/console/command-sign-in',
  'test/console/deciding-steps',
  'test/console/decision-reasons',
  'test/console/document-page',
  'test/console/empty-lists',
  'test/console/event-log',
  'test/console/forced-colors',
  'test/console/keyboard',
  'test/console/line-words',
  'test/console/list-upload',
  'test/console/look',
  'test/console/match-groups',
  'test/console/new-document',
  'test/console/notifications',
  'test/console/outcomes',
  'test/console/outline',
  'test/console/place-fields',
  'test/console/policy-lab',
  'test/console/profiles',
  'test/console/proposals',
  'test/console/screen-someone',
  'test/console/selection',
  'test/console/start-dialogs',
  'test/console/subjects-list',
  'test/console/template-editor',
  'test/console/trouble',
  'test/console/two-people',
  'test/console/webhooks',
  'test/console/whom-to-ask',
  'test/documents/page/**',
  'test/service/docs-page',
].map((files) => `${files.replace('/**', '/**/*')}.test.ts`);

/** Tests with a process each, and why they cannot share one. */
const ISOLATED = [
  // They mock modules, or classes of the SDK, that other files have loaded.
  'packages/local-aws/test/schedules',
  'test/identity/key-rotation',
  'test/infra/checks',
  'test/platform/aws-clients',
  'test/platform/mocked-services',
  'test/reliability/logs',
  'test/restore/aws-point-in-time',
  'test/risk/investigation-logs',
  'test/screening/added-list',
  'test/screening/crawl-crashes',
  // They measure the process, or let engines fail that it is connected to.
  'packages/client/test/package',
  'packages/local-aws/test/function-pool',
  'test/reliability/outages',
  // They bundle all functions or synthesize all stacks, and the process keeps what that takes.
  'test/infra/app',
  'test/infra/bundle',
  'test/infra/template',
  // They start browsers, printers or local clouds that the process holds until it ends.
  'packages/agreements/test/printing/**',
  'test/console/session',
  'test/console/sign-in',
  'test/local/**',
  'test/reliability/harsh-cloud',
  'test/risk/monitoring-cloud',
].map((files) => `${files.replace('/**', '/**/*')}.test.ts`);

/** Files share a process, whose packages stay loaded. */
const SHARING = {
  isolate: false,
  // Its thread would end with the first of the files of a process, and block the others.
  env: { ESBUILD_WORKER_THREADS: '0' },
  globalSetup: ['test/support/engines.setup.ts'],
  setupFiles: ['test/support/file-isolation.setup.ts', 'test/support/delete-tables.setup.ts'],
};

const ENGINES = {
  globalSetup: ['test/support/engines.setup.ts'],
  setupFiles: ['test/support/delete-tables.setup.ts'],
};

export default defineConfig({
  test: {
    // In watch mode the next run builds the pages again.
    reporters: ['default', new SkippedTests(), { onTestRunEnd: deleteBuilt }],
    // What repeats much, and what other tests show at a smaller scale.
    tags: [{ name: 'full', description: 'Only in `npm run test:full` and in the soak.' }],
    tagsFilter: isFull ? [] : ['!full'],
    // More than twice the cores of a small machine: some wait for an engine or a browser while others run.
    maxWorkers: 5,
    setupFiles: ['test/support/time-limits.setup.ts', 'test/support/fixed-seeds.setup.ts'],
    env: {
      POWERTOOLS_DEV: 'false',
      POWERTOOLS_METRICS_DISABLED: 'true',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      // Tests of list operators set their own.
      LIST_OPERATORS: '*',
      // The plan of the first stored rows, which a test reads, and of the local cloud.
      SHARD_PLAN: SMALL_PLAN,
      RATE_DEADLINE_MS: '60000',
    },
    projects: [
      // Files share a worker, because importing the rules for each takes longer than most of the
      // tests.
      { extends: true, test: { name: 'rules', include: RULES, isolate: false } },
      {
        extends: true,
        test: { ...ENGINES, name: 'isolated', include: ISOLATED },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: CLOUD,
          globalSetup: ['test/support/cloud.setup.ts'],
          setupFiles: ['test/support/cloud-file.setup.ts'],
        },
      },
      { extends: true, test: { ...SHARING, name: 'browser', include: BROWSER, exclude: CLOUD } },
      {
        extends: true,
        test: {
          ...SHARING,
          name: 'service',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...RULES, ...ISOLATED, ...BROWSER, ...CLOUD],
        },
      },
    ],
  },
});
