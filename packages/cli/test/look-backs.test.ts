import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const VERSION = { versionId: 'v2', publishedAt: '2026-03-02', activatedAt: '2026-03-02T14:30:09.000Z' };
const aFinding = (row: number, changes = {}) => ({
  row,
  line: row + 1,
  reference: `r${row}`,
  riskSubjectId: null,
  outcome: 'reached',
  isCertain: true,
  version: VERSION,
  match: { entryId: 'E1', listedName: 'Ambrose Quillfeather', score: 82, status: 'possible_match' },
  incompleteReasons: [],
  done: 'nothing',
  runs: [],
  watchedSince: null,
  ...changes,
});
const ended = (changes = {}) => ({
  id: 'l1',
  status: 'completed',
  total: 4,
  done: 4,
  versions: [{ ...VERSION, versionId: 'v1' }, VERSION],
  unavailable: [{ versionId: 'v1', reason: 'not_archived' }],
  found: 2,
  incomplete: 0,
  ...changes,
});

test('look-backs run: waits, and prints the findings of all pages and what could not be compared', async () => {
  service = await startFakeService(({ path, method }) => {
    if (method === 'POST') return { status: 202, body: ended({ status: 'queued', done: 0 }) };
    if (!path.includes('/findings')) return { body: ended() };
    return path.includes('offset=7')
      ? { body: { items: [aFinding(2, { isCertain: false, done: 'runs' })], nextOffset: null } }
      : { body: { items: [aFinding(1)], nextOffset: 7 } };
  });
  const args = ['look-backs', 'run', 'b1', '--list', 'eu_fsf', '--from', '2026-03-01'];
  const { exitCode, stdout, stderr } = await runAssay(args, service.env);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/1 +r1 +reached +2026-03-02T14:30 +v2 +82 +E1 +nothing/);
  expect(stdout).toMatch(/2 +r2 +reached, or earlier +2026-03-02T14:30 +v2 +82 +E1 +runs/);
  expect(stdout).toContain('2 rows found in 2 versions.');
  expect(stderr).toContain('Version v1 could not be compared: not_archived.');
  const [asked] = service.asked;
  expect(asked?.path).toBe('/api/v1/screening/look-backs');
  expect(JSON.parse(String(asked?.body))).toEqual({ batchId: 'b1', source: 'eu_fsf', from: '2026-03-01T00:00:00Z' });
});

test('look-backs run: with all watches in place of a batch, and not with both or neither', async () => {
  const watch = { watchId: 'w1', row: null, line: null, match: { entryId: 'E1', listedName: null, score: 82 } };
  service = await startFakeService(({ path, method }) => {
    const body = ended({ batchId: null, ...(method === 'POST' && { status: 'queued' }) });
    if (path.includes('/findings')) return { body: { items: [aFinding(1, watch)], nextOffset: null } };
    return { status: method === 'POST' ? 202 : 200, body };
  });
  const args = ['look-backs', 'run', '--watches', '--list', 'eu_fsf', '--from', '2026-03-01'];
  const { exitCode, stdout } = await runAssay(args, service.env);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/w1 +r1 +reached/);
  expect(stdout).toContain('2 customers found in 2 versions.');
  expect(JSON.parse(String(service.asked[0]?.body))).toEqual({
    watches: true,
    source: 'eu_fsf',
    from: '2026-03-01T00:00:00Z',
  });
  for (const wrong of [
    ['look-backs', 'run', 'b1', '--watches', '--list', 'eu_fsf'],
    ['look-backs', 'run', '--list', 'eu_fsf'],
  ])
    expect((await runAssay(wrong, service.env)).stderr).toContain('Name a batch, or use --watches.');
});

test('look-backs show: one that has failed, as text and as JSON; run without a list is refused', async () => {
  const problem = { code: 'rows_erased', detail: 'The rows have been erased.' };
  service = await startFakeService(({ path }) =>
    path.includes('/findings')
      ? { body: { items: [aFinding(1)], nextOffset: null } }
      : { body: ended({ status: 'failed', problem, unavailable: [] }) },
  );
  expect((await runAssay(['look-backs', 'show', 'l1'], service.env)).stderr).toContain(
    'failed. The rows have been erased.',
  );
  const { stdout } = await runAssay(['look-backs', 'show', 'l1', '--json'], service.env);
  expect(JSON.parse(stdout)).toMatchObject({ id: 'l1', findings: [{ row: 1 }] });
  expect((await runAssay(['look-backs', 'run', 'b1'], service.env)).stderr).toContain('--list is required');
});
