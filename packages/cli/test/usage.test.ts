import { expect, onTestFinished, test } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const NOTHING = { investigations: 0, inputTokens: 0, outputTokens: 0, testEvents: 0, prints: 0 };
const USAGE = {
  from: '2026-03-01',
  to: '2026-03-02',
  days: [
    { date: '2026-03-01', live: NOTHING, test: NOTHING },
    { date: '2026-03-02', live: { ...NOTHING, investigations: 2, inputTokens: 61_840 }, test: NOTHING },
  ],
  limits: {
    investigations: { perDay: 200, used: 2 },
    tokens: { perDay: null, used: 61_840 },
    testEvents: { perDay: 1_000, used: 0 },
    prints: { perDay: 20_000, used: 0 },
  },
};

test('usage: shows the days with use and the limits of today', async () => {
  const service = await startFakeService(() => ({ body: USAGE }));
  onTestFinished(service.stop);

  const { exitCode, stdout } = await runAssay(['usage', '--from', '2026-03-01', '--to', '2026-03-02'], service.env);

  expect(exitCode).toBe(0);
  expect(service.asked[0]?.path).toBe('/api/v1/organization/usage?from=2026-03-01&to=2026-03-02');
  expect(stdout).toMatch(/2026-03-02 +live +2 +61840 +0 +0 +0/);
  expect(stdout).not.toContain('2026-03-01');
  expect(stdout).toMatch(/tokens +61840 +none/);
  expect(stdout).toMatch(/investigations +2 +200/);
});

test('usage: says that nothing was used, and prints JSON', async () => {
  const service = await startFakeService(() => ({ body: { ...USAGE, days: USAGE.days.slice(0, 1) } }));
  onTestFinished(service.stop);

  expect((await runAssay(['usage'], service.env)).stdout).toContain('Nothing was used from 2026-03-01 to 2026-03-02.');
  expect(JSON.parse((await runAssay(['usage', '--json'], service.env)).stdout).limits).toEqual(USAGE.limits);
});
