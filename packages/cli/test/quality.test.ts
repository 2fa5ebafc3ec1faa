import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const PLAN = { streams: ['overrides'], percent: 5, perAnalystPerWeek: null, blind: true, version: 3, changedAt: null };
const share = (value: number | null) => ({ value, low: 0.01, high: 0.2 });

test('quality plan: shows the plan, and changes only what the options name', async () => {
  service = await startFakeService(() => ({ body: PLAN }));
  const shown = await runAssay(['quality', 'plan'], service.env);
  const changed = await runAssay(['quality', 'plan', '--per-analyst-per-week', '3', '--reason', 'Fewer.'], service.env);
  const refused = await runAssay(['quality', 'plan', '--percent', '1'], service.env);

  expect(shown.stdout).toContain('5%');
  expect(changed.exitCode).toBe(0);
  const sent = service.asked.find(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    streams: ['overrides'],
    percent: null,
    perAnalystPerWeek: 3,
    blind: true,
    reason: 'Fewer.',
    expectedVersion: 3,
  });
  expect(refused.exitCode).toBe(2);
});

test('quality review: claims and prints the evidence, then sends the decision', async () => {
  service = await startFakeService(({ path }) => ({
    body: path.endsWith('/claim')
      ? {
          id: 's1',
          decisions: ['completed', 'cancelled'],
          evidence: { score: 80 },
          data: { claim: { until: '2026-03-14' } },
        }
      : {
          id: 's1',
          data: {
            first: { decision: 'completed', decidedBy: 'user:1' },
            review: { decision: 'cancelled', agrees: false, followUp: { kind: 'request' } },
          },
        },
  }));
  const claimed = await runAssay(['quality', 'review', 's1'], service.env);
  const decided = await runAssay(
    ['quality', 'review', 's1', '--decision', 'cancelled', '--reason', 'No.'],
    service.env,
  );

  expect(JSON.parse(claimed.stdout)).toEqual({ score: 80 });
  expect(claimed.stderr).toContain('completed, cancelled');
  expect(decided.stdout).toContain('different: request');
});

test('quality summary: shows rates with their intervals', async () => {
  service = await startFakeService(() => ({
    body: {
      from: '2026-03-01',
      to: '2026-03-31',
      screenings: 120,
      alerts: 6,
      now: {
        open: { total: 3 },
        overdue: { total: 1 },
        pendingRuns: { upTo1Day: 1, upTo7Days: 0, upTo30Days: 0, older: 2 },
      },
      assurance: null,
      lists: [{ key: 'eu_fsf', stale: true, held: 0, gaps: 2 }],
      quality: [{ stream: 'overrides', drawn: 5, reviewed: 4, agreement: share(0.75), errorRate: share(null) }],
    },
  }));
  const { stdout } = await runAssay(['quality', 'summary', '--month', '2026-03'], service.env);

  expect(stdout).toMatch(/overrides +5 +4 +75% \(1% to 20%\) +none/);
  expect(stdout).toContain('List eu_fsf: stale, 0 held, 2 days with a gap');
});
