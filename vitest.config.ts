import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engines.setup.ts'],
    // DynamoDB Local is one process on a machine with few cores; more workers only queue up there.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: {
      POWERTOOLS_DEV: 'false',
      POWERTOOLS_METRICS_DISABLED: 'true',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
  },
});
