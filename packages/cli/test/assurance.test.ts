import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const ended = (outcome: string) => ({
  id: 'a1',
  status: 'completed',
  done: 3,
  total: 3,
  reviewScore: 70,
  missed: 2,
  limits: [],
  lapsedLimits: [],
  outcomeBeyondLimits: outcome,
  misses: [{ reason: 'not_searched' }, { reason: 'below_score' }],
  result: {
    outcome,
    classes: [
      {
        class: 'order',
        known: 'bare',
        expected: 'must',
        status: 'short',
        cases: 4,
        recall: 0.5,
        low: 0.15,
        high: 0.85,
      },
      {
        class: 'cut_140',
        known: 'bare',
        expected: 'should',
        status: 'untested',
        cases: 0,
        recall: null,
        low: 0,
        high: 1,
      },
    ],
    alerts: [{ known: 'bare', alertsPerThousand: 1.5, flaggedPerThousand: 1 }],
  },
});

test('assurance run: prints classes, alerts and outcome, and a failed test exits with an error', async () => {
  let outcome = 'limited';
  service = await startFakeService(({ method }) =>
    method === 'POST'
      ? { status: 201, body: { ...ended(outcome), status: 'queued', result: null } }
      : { body: ended(outcome) },
  );
  const args = ['assurance', 'run', '--lists', 'eu_fsf,un_sanctions', '--review-score', '70', '--seed', '7'];
  const limited = await runAssay(args, service.env);

  expect(limited.exitCode).toBe(0);
  expect(limited.stdout).toMatch(/order +bare +must +short +4 +50.0 % +15.0 % to 85.0 %/);
  expect(limited.stdout).toContain('1 of those shown were left out by the search');
  expect(limited.stdout).toMatch(/Outcome: limited\.\n$/);
  const [asked] = service.asked;
  expect(asked?.path).toBe('/api/v1/screening/assurance');
  expect(JSON.parse(String(asked?.body))).toEqual({ sources: ['eu_fsf', 'un_sanctions'], reviewScore: 70, seed: 7 });
  outcome = 'failed';
  expect((await runAssay(args, service.env)).exitCode).not.toBe(0);
});

test('assurance run: sends own cases, and an accepted limit lets a failed test pass', async () => {
  const limit = {
    class: 'order',
    known: 'bare',
    acceptedBy: 'user:1',
    expiresAt: '2026-09-01T00:00:00Z',
    reason: 'Known.',
  };
  const deviation = { line: 3, reference: 'r3', expected: 'found', outcome: 'not_found', topScore: null, source: null };
  const own = {
    found: { cases: 2, asExpected: 1 },
    notFound: { cases: 1, asExpected: 1 },
    deviations: [{ ...deviation, entryId: null }],
  };
  const test = ended('failed');
  const body = { ...test, limits: [limit], outcomeBeyondLimits: 'passed', result: { ...test.result, own } };
  service = await startFakeService(({ method, path }) => {
    if (path.endsWith('/batches/uploads'))
      return { status: 201, body: { uploadId: 'u1', url: `${service.env.ASSAY_URL}/upload`, headers: {} } };
    if (method === 'PUT') return { body: '' };
    return method === 'POST' ? { status: 201, body: { ...body, status: 'queued', result: null } } : { body };
  });
  const folder = await mkdtemp(join(tmpdir(), 'assay-own-'));
  const file = join(folder, 'cases.csv');
  await writeFile(file, 'name,expected\nA B,found\n');
  const { exitCode, stdout } = await runAssay(['assurance', 'run', '--lists', 'eu_fsf', '--own', file], service.env);
  await rm(folder, { recursive: true });

  expect(exitCode).toBe(0);
  expect(stdout).toContain('1 of 2 known hits are found.');
  expect(stdout).toMatch(/3 +r3 +found +not_found/);
  expect(stdout).toContain('Accepted by user:1 until 2026-09-01: order, bare. Known.');
  expect(stdout).toMatch(/Outcome: failed\.\nWithout accepted limits: passed\.\n$/);
  const asked = service.asked.find(({ path }) => path.endsWith('/assurance'));
  expect(JSON.parse(String(asked?.body))).toEqual({ sources: ['eu_fsf'], own: 'u1' });
});

test('assurance list and show: all pages, and one that has not ended', async () => {
  const one = { id: 'a1', status: 'running', profile: { key: 'daily', version: 2 }, createdAt: '2026-03-01T00:00:00Z' };
  const item = { ...one, outcome: null, reviewScore: 70, entries: 200, nextDueAt: null };
  service = await startFakeService(({ path }) =>
    path.endsWith('/a1') ? { body: { ...one, result: null } } : { body: { items: [item], nextOffset: null } },
  );

  expect((await runAssay(['assurance', 'list'], service.env)).stdout).toMatch(
    /a1 +running +.*daily 2 +70 +200 +2026-03-01/,
  );
  expect((await runAssay(['assurance', 'show', 'a1'], service.env)).stderr).toContain('The test is running.');
});

test('assurance report: saves the PDF under the given name', async () => {
  service = await startFakeService(() => ({
    body: Buffer.from('%PDF-1.7'),
    headers: { 'content-type': 'application/pdf' },
  }));
  const folder = await mkdtemp(join(tmpdir(), 'assay-report-'));
  const file = join(folder, 'report.pdf');
  const saved = await runAssay(['assurance', 'report', 'a1', '--out', file], service.env);

  expect(saved).toMatchObject({ exitCode: 0, stderr: `Wrote ${file}.\n` });
  expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
  expect(service.asked.map(({ path }) => path)).toEqual(['/api/v1/screening/assurance/a1/report']);
  await rm(folder, { recursive: true });
});
