import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-backtest-'));
afterAll(() => rmSync(home, { recursive: true }));

const ended = (more: object = {}) => ({
  id: 'job-1',
  status: 'completed',
  done: 4,
  failed: 0,
  matrix: [
    { before: 'none', after: 'none', cases: 1 },
    { before: 'review', after: 'reject', cases: 3 },
  ],
  changedCases: 3,
  skipped: 0,
  incomplete: 1,
  problems: [],
  isCut: true,
  ...more,
});
const version = (number: number, status: string) => ({
  id: `p-${number}`,
  resource: 'policies',
  data: { key: 'onboarding', version: number, status },
});
const SINCE = ['--since', '2026-01-01T00:00:00Z'];

async function backtest(job: object, ...options: string[]) {
  const answer = ({ method, path }: Asked): Reply => {
    if (method === 'POST') return { status: 201, body: { ...ended(), status: 'queued', done: 0 } };
    return path.includes('/backtests/')
      ? { body: job }
      : { body: { items: [version(2, 'draft'), version(1, 'published')], nextOffset: null } };
  };
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  const ran = await runAssay(['policies', 'backtest', 'onboarding', ...options], service.env);
  const asked = service.asked.find(({ method }) => method === 'POST');
  return { ...ran, body: asked && JSON.parse(asked.body) };
}

test('backtest takes the latest version, also a draft, waits for the end and prints the decisions', async () => {
  const ran = await backtest(ended(), ...SINCE, '--limit', '4');

  expect(ran).toMatchObject({
    exitCode: 0,
    body: {
      policyVersionId: 'p-2',
      against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00Z' },
      evidence: 'as_known',
      limit: 4,
    },
  });
  expect(ran.stdout).toMatch(/review +reject +3\nnone +none +1\n4 assessments: 3 with another decision or band/);
  expect(ran.stdout).toContain('1 without all the evidence');
  expect(ran.stdout).toContain('There were more');
});

test('backtest takes a definition from a file, and the evidence of now', async () => {
  const file = join(home, 'policy.json');
  writeFileSync(file, JSON.stringify({ key: 'other', definition: { inputs: [] } }));

  const ran = await backtest(ended(), ...SINCE, '--file', file, '--as-now');

  expect(ran.body).toMatchObject({ definition: { inputs: [] }, evidence: 'as_now' });
  expect(ran.body).not.toHaveProperty('policyVersionId');
});

test.each([
  [ended({ status: 'failed', problem: { detail: 'The definition was deleted.' } }), SINCE, 1, 'was deleted'],
  [ended(), [], 2, '--since is required'],
  [ended(), [...SINCE, '--version', '7'], 1, 'has no version 7'],
  [ended(), [...SINCE, '--version', '1', '--file', 'x.json'], 2, 'either --file or --version'],
])('backtest fails for %j %j', async (job, options, code, words) => {
  expect(await backtest(job, ...options)).toMatchObject({ exitCode: code, stderr: expect.stringContaining(words) });
});
