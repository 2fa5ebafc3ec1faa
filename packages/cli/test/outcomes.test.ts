import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-outcomes-'));
let service: FakeService;
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  return service.stop();
});

const FILE = `Customer,label,occurredAt,amount,currency,sampled
c-1,loss,2026-03-14,1250.00,EUR,
c-1,loss,2026-03-14,1250.00,EUR,
c-2,legitimate,2026-03-15T10:00:00Z,,,yes
c-3,fraud,2026-03-15,,,
c-4,loss,2026-03-15,5,,
`;

test('outcomes import: sends each row with a key of its content, so that a row that is repeated is one outcome', async () => {
  service = await startFakeService(({ path }) => {
    const found = /externalId=([\w-]+)/.exec(path)?.[1];
    return found ? { body: { items: [{ id: `id-${found}` }], nextOffset: null } } : { status: 201, body: { id: 'o1' } };
  });
  const file = join(folder, 'chargebacks.csv');
  writeFileSync(file, FILE);
  const args = ['outcomes', 'import', file, '--map', 'externalId=Customer'];
  const { exitCode, stdout, stderr } = await runAssay(args, service.env);
  const sent = service.asked.filter(({ method }) => method === 'POST');
  const again = await runAssay([...args, '--restart'], service.env);
  const keys = service.asked.flatMap(({ method, headers }) => (method === 'POST' ? [headers['idempotency-key']] : []));

  expect([exitCode, again.exitCode]).toEqual([1, 1]);
  expect(stdout + stderr).toMatch(/Row 4: label must be one of|label must be one of/);
  expect(sent.map(({ path, body }) => [path.split('/subjects/')[1], JSON.parse(body)])).toEqual(
    expect.arrayContaining([
      [
        'id-c-1/outcomes',
        { label: 'loss', occurredAt: '2026-03-14T00:00:00Z', amount: { value: '1250.00', currency: 'EUR' } },
      ],
      ['id-c-2/outcomes', { label: 'legitimate', occurredAt: '2026-03-15T10:00:00Z', sampled: true }],
    ]),
  );
  expect(sent).toHaveLength(3);
  expect(new Set(keys).size).toBe(2);
});

test('outcomes record, withdraw and list: send and show outcomes', async () => {
  const data = {
    label: 'loss',
    occurredAt: '2026-03-14T00:00:00.000Z',
    amount: { value: '1250.00', currency: 'EUR' },
    reference: 'CASE-17',
    sampled: false,
    withdrawal: { withdrawnAt: '2026-04-09T08:30:00.000Z' },
  };
  service = await startFakeService(({ method, path }) => {
    if (method === 'GET') return { body: { items: [{ id: 'o1', data }], nextOffset: null } };
    return { status: 201, body: path.endsWith('/withdraw') ? { id: 'w1', data: { outcomeId: 'o1' } } : { id: 'o1' } };
  });
  const run = (...args: string[]) => runAssay(['outcomes', ...args], service.env);
  const recorded = await run('record', 's1', '--label', 'loss', '--occurred-at', '2026-03-14', '--sampled');
  const halfAmount = await run('record', 's1', '--label', 'loss', '--occurred-at', '2026-03-14', '--amount', '5');
  const withdrawn = await run('withdraw', 'o1', '--reason', 'Reversed.');
  const listed = await run('list', 's1');

  expect(recorded.stdout).toContain('Recorded outcome o1.');
  expect(halfAmount).toMatchObject({ exitCode: 2 });
  expect(withdrawn.stdout).toContain('Withdrew outcome o1.');
  expect(listed.stdout).toMatch(/o1 +loss +2026-03-14T00:00 +1250\.00 EUR +CASE-17 +2026-04-09/);
  expect(service.asked.map(({ body }) => body).slice(0, 2)).toEqual([
    '{"label":"loss","occurredAt":"2026-03-14T00:00:00Z","sampled":true}',
    '{"reason":"Reversed."}',
  ]);
});

test('policies quality: shows shares with their intervals, and why one is absent', async () => {
  const known = { share: 0.3, low: 0.1667, high: 0.4788, count: 9, of: 30, absentBecause: null };
  const absent = { share: null, low: null, high: null, count: 3, of: 4, absentBecause: 'too_few' };
  const set = {
    assessed: 120,
    flagged: 40,
    awaiting: 0,
    positives: 9,
    negatives: 21,
    labelled: known,
    precision: known,
    recall: { ...absent, absentBecause: 'not_sampled' },
    overridden: absent,
    timeToDecision: { count: 38, p50Seconds: 5_400, p90Seconds: 64_800 },
  };
  const rules = [
    { key: 'listed', matched: 4, positives: 3, negatives: 1, labelled: absent, precision: absent, recall: absent },
  ];
  const factors = [
    { key: 'age', assessed: 120, positives: { count: 9, meanPoints: null }, negatives: { count: 21, meanPoints: 4.5 } },
  ];
  const versions = [{ version: 3, ...set, bands: [{ key: 'high', ...set }], rules, factors }];
  service = await startFakeService(() => ({
    body: { policyKey: 'onboarding', since: '2026-03-01', until: '2026-03-31', leastCases: 20, versions },
  }));
  const { stdout } = await runAssay(['policies', 'quality', 'onboarding', '--since', '2026-03-01'], service.env);

  expect(stdout).toMatch(/band high +120 +40 +9 +21 +30\.0% \(16\.7% to 47\.9%\).*not sampled +too few \(4\) +5400 s/);
  expect(stdout).toMatch(/age +120 +too few \(9\) +4\.5/);
  expect(service.asked[0]?.path).toContain('/risk/policies/onboarding/quality?since=2026-03-01');
});
