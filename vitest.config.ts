import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engines.setup.ts'],
    // Twice the cores of a small machine: while some wait for an engine or a browser, others work.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is what it is otherwise, is little on a machine that runs three other files.
    expect: { poll: { timeout: 30_000 } },
    env: {
      POWERTOOLS_DEV: 'false',
      POWERTOOLS_METRICS_DISABLED: 'true',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
  },
});
