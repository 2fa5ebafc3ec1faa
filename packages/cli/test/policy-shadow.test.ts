import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const versions = [1, 2].map((version) => ({
  id: `v${version}`,
  resource: 'policies',
  data: { key: 'onboarding', version, status: 'draft', definition: {} },
}));

const state = { policyVersionId: 'v2', policyKey: 'onboarding', enabled: true, since: '2026-03-14T09:26:53.589Z' };
const divergent = (number: number) => ({
  assessmentId: `a${number}`,
  subjectId: `s${number}`,
  before: { decision: 'review', band: 'high', score: 40 },
  after: { decision: 'applicability_unknown', band: null, score: null },
});

const start = () =>
  startFakeService(({ method, path }) => {
    if (method === 'POST') return { body: { ...state, until: '2026-04-14T00:00:00.000Z' } };
    if (path.includes('/divergent')) {
      const isFirst = !path.includes('offset=7');
      return { body: { items: [divergent(isFirst ? 1 : 2)], nextOffset: isFirst ? 7 : null } };
    }
    if (path.includes('/shadow')) {
      const matrix = [
        { before: 'none', after: 'none', cases: 3 },
        { before: 'review', after: 'applicability_unknown', cases: 1 },
      ];
      const counts = { cases: 4, agreement: 0.75, matrix, incomplete: 0, divergentCases: 2 };
      return { body: { ...state, until: null, ...counts, divergent: { items: [divergent(1)], nextOffset: 7 } } };
    }
    return { body: { items: versions, nextOffset: null } };
  });

test('policies shadow: shows how often both versions agree, and enables the highest version by default', async () => {
  service = await start();
  const shown = await runAssay(['policies', 'shadow', 'onboarding'], service.env);
  const all = await runAssay(['policies', 'shadow', 'onboarding', '--divergent', '--json'], service.env);
  const until = '2026-04-14T00:00:00Z';
  const enabled = await runAssay(['policies', 'shadow', 'onboarding', '--enable', '--until', until], service.env);
  await runAssay(['policies', 'shadow', 'onboarding', '--version', '1', '--disable'], service.env);

  expect(shown.stdout).toContain('Version 2 is a shadow since 2026-03-14T09:26:53.589Z.');
  expect(shown.stdout).toContain('The decisions agree in 75.0 % of 4 assessments.');
  expect(shown.stdout).toMatch(/a1 +s1 +review \(high\) +applicability_unknown/);
  expect(JSON.parse(all.stdout).map(({ assessmentId }: { assessmentId: string }) => assessmentId)).toEqual([
    'a1',
    'a2',
  ]);
  expect(enabled.stdout).toContain('until 2026-04-14T00:00:00.000Z');
  const sent = service.asked.filter(({ method }) => method === 'POST');
  expect(sent.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/api/v1/risk/policies/v2/shadow', { enabled: true, untilAt: until }],
    ['/api/v1/risk/policies/v1/shadow', { enabled: false }],
  ]);
});

test('policies shadow: refuses options that contradict each other', async () => {
  service = await start();
  const both = await runAssay(['policies', 'shadow', 'onboarding', '--enable', '--disable'], service.env);
  const until = await runAssay(['policies', 'shadow', 'onboarding', '--until', '2026-04-14T00:00:00Z'], service.env);

  expect([both.exitCode, until.exitCode]).toEqual([2, 2]);
  expect(service.asked).toEqual([]);
});

test('contexts decisions: shows each subject with its role, and policies that have not assessed it', async () => {
  const subject = { subjectId: 's1', kind: 'person', externalId: 'customer-1', role: 'ubo' };
  const decision = {
    policyKey: 'onboarding',
    effectiveDecision: 'reject',
    band: 'high',
    score: 40,
    assessmentId: 'a1',
  };
  service = await startFakeService(() => ({
    body: {
      items: [
        { ...subject, decisions: [decision], unassessed: ['sanctions'] },
        { ...subject, externalId: 'customer-2', role: null, decisions: [], unassessed: [] },
      ],
      nextOffset: null,
    },
  }));
  const { stdout } = await runAssay(['contexts', 'decisions', 'c1', '--pinned'], service.env);

  expect(stdout).toMatch(/customer-1 +ubo +onboarding +reject +high +40 +a1/);
  expect(stdout).toMatch(/customer-1 +ubo +sanctions +not assessed/);
  expect(stdout).toMatch(/customer-2 +not assessed/);
  expect(service.asked[0]?.path).toContain('policies=pinned');
});
