import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const aWatch = (id: string) => ({
  id,
  version: 1,
  sources: ['eu_fsf'],
  reviewScore: null,
  matchScore: null,
  pepLookbackMonths: null,
  profileKey: null,
  riskSubjectId: null,
  reference: 'row 1',
  createdBy: 'api_key:k',
  createdAt: '2026-03-14T09:26:53.589Z',
  updatedAt: '2026-03-14T09:26:53.589Z',
  status: 'active',
  result: { status: 'possible_match', matchCount: 2, runId: 'r1', screenedAt: '2026-03-14T09:26:53.589Z' },
  profile: null,
  problem: null,
  verified: {
    at: '2026-03-14T10:00:00.000Z',
    listVersions: [{ list: 'eu_fsf', versionId: 'v1', publishedAt: '2026-03-14' }],
  },
});

test('watches: creates, shows, changes, runs and deletes them, and lists all pages', async () => {
  service = await startFakeService(({ path, method }) => {
    if (method === 'DELETE') return { status: 204 };
    if (method !== 'GET' || !/watches(\?|$)/.test(path)) return { body: aWatch('w1') };
    return path.includes('offset=7')
      ? { body: { items: [aWatch('w2')], nextOffset: null } }
      : { body: { items: [aWatch('w1')], nextOffset: 7 } };
  });
  const file = join(mkdtempSync(join(tmpdir(), 'watches-')), 'watch.json');
  writeFileSync(file, JSON.stringify({ subject: { name: 'Ambrose Quillfeather' }, sources: ['eu_fsf'] }));
  const assay = (...args: string[]) => runAssay(['watches', ...args], service.env);

  expect((await assay('create', file)).stdout).toMatch(/result +possible_match/);
  expect((await assay('get', 'w1')).stdout).toMatch(/eu_fsf +v1 +2026-03-14/);
  expect((await assay('update', 'w1', file)).exitCode).toBe(0);
  expect((await assay('run', 'w1', '--json')).stdout).toContain('"status": "active"');
  expect((await assay('delete', 'w1')).stderr).toContain('Deleted watch w1');
  expect((await assay('list', '--subject', 's1')).stdout).toMatch(/w2 +active +possible_match +2/);
  expect(service.asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT', 'POST', 'DELETE', 'GET', 'GET']);
});

test('batches watch: waits for the job, and says how many rows are not watched', async () => {
  const job = { id: 'j1', status: 'completed', done: 5, failed: 2 };
  service = await startFakeService(({ method }) =>
    method === 'POST' ? { status: 202, body: { ...job, status: 'queued', done: 0, failed: 0 } } : { body: job },
  );
  const { exitCode, stdout } = await runAssay(['batches', 'watch', 'b1'], service.env);

  expect([exitCode, stdout]).toEqual([0, 'Watches of 3 rows. Not watched: 2 rows that could not be screened.\n']);
  expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/screening/batches/b1/watches',
    'GET /api/v1/jobs/j1',
  ]);
});

test('batches watch: a job that fails prints its reason', async () => {
  const problem = { code: 'rows_erased', detail: 'The rows and results of the batch have been erased.' };
  const job = { id: 'j1', status: 'failed', done: 1_000, failed: 0, problem };
  service = await startFakeService(() => ({ status: 202, body: job }));
  const { exitCode, stderr } = await runAssay(['batches', 'watch', 'b1'], service.env);

  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('failed after 1,000 rows: The rows and results of the batch have been erased.');
});
