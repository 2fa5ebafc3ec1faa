import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-bulk-'));
afterAll(() => rmSync(home, { recursive: true }));

const ID = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00';
const JOB = { id: ID, total: 3, done: 0, failed: 0, sent: 0, problems: [], report: null, dryRun: false };

async function serviceOf(answer: (asked: Asked) => Reply) {
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  return service;
}

test('documents bulk-send: does not wait for another day', async () => {
  const paused = {
    code: 'spending_limit',
    detail: 'Used up.\u001b[31m It continues.',
    until: '2026-11-18T00:00:00.000Z',
  };
  const service = await serviceOf(({ method, path }) => {
    if (method === 'POST') return { status: 201, body: { ...JOB, status: 'queued' } };
    if (path.includes('/templates/')) return { status: 200, body: { id: ID, name: 'Lease', signerRoles: [] } };
    return { status: 200, body: { ...JOB, status: 'running', done: 2, sent: 2, paused } };
  });
  const csv = join(home, 'paused.csv');
  writeFileSync(csv, 'tenant name,tenant email\nAda,ada@example.com\n');

  const ran = await runAssay(['documents', 'bulk-send', ID, csv], service.env);

  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain('2 documents sent, 0 rows refused.');
  expect(ran.stderr).toContain('Used up.');
  expect(ran.stderr).toContain(`assay call documents.readBulkSend --params id=${ID}`);
  expect(ran.stderr).not.toContain('\u001b[31m');
});

test('documents bulk-send: follows the job, prints refused rows and writes the report', async () => {
  const posted: { templateId: string; csv: string; columns: object; dryRun: boolean; sending: object }[] = [];
  let reads = 0;
  const service = await serviceOf(({ method, path, body }) => {
    if (path.includes('/report')) return { status: 200, body: 'line,status\n' };
    if (method === 'POST') {
      posted.push(JSON.parse(body));
      return { status: 201, body: { ...JOB, status: 'queued' } };
    }
    if (path.includes('/templates/')) return { status: 200, body: { id: ID, name: 'Lease', signerRoles: [] } };
    reads += 1;
    if (reads === 1) return { status: 200, body: { ...JOB, status: 'running', done: 1 } };
    const problems = [{ line: 4, code: 'invalid_row', detail: 'The row is invalid.\u001b[31m' }];
    const report = { fileName: 'r.csv', url: `${service.url}/report`, expiresAt: '2026-11-18T00:00:00Z' };
    return { status: 200, body: { ...JOB, status: 'completed', done: 3, failed: 1, sent: 2, problems, report } };
  });
  const csv = join(home, 'rows.csv');
  writeFileSync(csv, 'tenant name,tenant email\nAda,ada@example.com\n');
  const report = join(home, 'report.csv');

  const args = [
    'documents',
    'bulk-send',
    ID,
    csv,
    '--column',
    'a=b=data.x',
    '--revision',
    '2',
    '--remind-after',
    '3',
    '--report',
    report,
  ];
  const ran = await runAssay(args, service.env);

  expect(ran.stdout).toContain('line 4: The row is invalid.');
  expect(ran.stdout).not.toContain('\u001b[31m');
  expect(ran.stdout).toContain('2 documents sent, 1 row refused.');
  expect(ran.exitCode).toBe(1);
  expect(reads).toBe(2);
  expect(posted).toEqual([
    {
      templateId: ID,
      revision: 2,
      csv: 'tenant name,tenant email\nAda,ada@example.com\n',
      columns: { 'a=b': 'data.x' },
      dryRun: false,
      sending: { remindAfterDays: 3 },
    },
  ]);
  expect(readFileSync(report, 'utf8')).toContain('line,status');

  const again = await runAssay(args, service.env);
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('exists. Use --force')]);
});
