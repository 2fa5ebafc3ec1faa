import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SMALL_PLAN } from './shared/platform/store/shard-plan.ts';

/**
 * Workers, and the programs that tests start, load the same packages: the first to compile one leaves it there
 * for the others. Anew in every run, since what was compiled of older bundles would pile up.
 */
const COMPILED = fileURLToPath(new URL('.local/compiled', import.meta.url));
rmSync(COMPILED, { recursive: true, force: true });
process.env.NODE_COMPILE_CACHE = COMPILED;

/**
 * Tests of rules: data in, data out, with no engine to ask and nothing that a file could leave behind for the
 * next. Names are not among them: which scripts they read depends on the tables that have been loaded.
 */
const RULES = [
  'packages/policy-engine/test',
  'packages/watchlist/test/parsers',
  'test/documents/fields',
  'test/documents/markdown',
  'test/platform/http',
  'test/risk/analyst',
].map((folder) => `${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    // Twice the cores of a small machine: while some wait for an engine or a browser, others work.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is what it is otherwise, is little on a machine that runs three other files.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/support/fixed-seeds.setup.ts'],
    env: {
      POWERTOOLS_DEV: 'false',
      POWERTOOLS_METRICS_DISABLED: 'true',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      // Tests of the lists themselves name operators of their own.
      LIST_OPERATORS: '*',
      // That of the first rows, which a test reads, and of the local cloud.
      SHARD_PLAN: SMALL_PLAN,
    },
    projects: [
      // Many files share a worker: importing the rules anew for each takes longer than most of the tests.
      { extends: true, test: { name: 'rules', include: RULES, isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: RULES,
          globalSetup: ['test/support/engines.setup.ts'],
          setupFiles: ['test/support/delete-tables.setup.ts'],
        },
      },
    ],
  },
});
