import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Asked, type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

/** Files that are uploaded as a batch. */
const PROGRAM = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const ID = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00';
const LISTS = { items: [{ key: 'ofac_sdn', enabled: true, versionId: 'v' }] };

const home = mkdtempSync(join(tmpdir(), 'assay-batch-'));
afterAll(() => rmSync(home, { recursive: true }));

interface BatchService extends FakeService {
  /** Bodies of the requests for a batch, by idempotency key. */
  created: Map<string, Record<string, unknown>>;
  items: { subject: { name?: string }; reference?: string; riskSubjectId?: string }[];
  uploads: number;
  reads: number;
}

/** Screens like the service: a step of rows whenever the batch is read. */
async function batchService(
  about: { step?: number; ends?: Record<string, unknown>; answer?: (asked: Asked) => Reply | undefined } = {},
): Promise<BatchService> {
  const state = { created: new Map(), items: [] as BatchService['items'], uploads: 0, reads: 0 };
  let done = 0;
  const resultOf = (row: number) => {
    const { subject, reference = null } = state.items[row - 1] ?? { subject: {} };
    const isMatch = subject.name?.endsWith('7');
    const problem = { code: 'invalid_row', detail: 'subject.name: Invalid.\u001b[31m' };
    const base = { row, line: row, reference, riskSubjectId: null, incompleteReasons: [], errorCode: null };
    const rest = { incomplete: false, matchCount: 0, topScore: null, runId: null, sameAsLine: null };
    const none = { matchedList: null, matchedEntryId: null, matchedListedName: null, isUnchanged: false };
    if (subject.name === undefined) return { ...base, ...rest, ...none, status: null, problem };
    if (!isMatch) return { ...base, ...rest, ...none, status: 'clear' };
    const match = { matchedList: 'ofac_sdn', matchedEntryId: '101', matchedListedName: '=A, "B"' };
    return { ...base, ...rest, ...none, ...match, status: 'match', matchCount: 1, topScore: 100, runId: `run-${row}` };
  };
  const batchOf = () => {
    const rows = state.items.length;
    const results = Array.from({ length: done }, (_, index) => resultOf(index + 1));
    const number = (status: string | null) => results.filter((one) => one.status === status).length;
    return {
      id: ID,
      status: done < rows ? 'running' : 'completed',
      total: rows,
      rows,
      done,
      failed: number(null),
      byStatus: { match: number('match'), possible_match: 0, clear: number('clear'), incomplete: 0, error: 0 },
      createdAt: '2026-11-18T00:00:00.000Z',
      rowsKeptUntil: '2026-12-18T00:00:00.000Z',
      estimatedEndAt: done < rows ? new Date(Date.now() + 60_000).toISOString() : null,
      listVersions: [{ list: 'ofac_sdn', versionId: 'v', publishedAt: null }],
      runs: [],
      ...(done === rows && about.ends),
    };
  };
  const service = await startFakeService((asked) => {
    const { method, path, headers, body } = asked;
    const other = about.answer?.(asked);
    if (other) return other;
    if (path.endsWith('/screening/sources')) return { body: LISTS };
    if (path.includes('/screening/profiles/')) return { body: { key: 'mine', sources: ['eu_fsf'] } };
    if (path.endsWith('/uploads')) {
      state.uploads += 1;
      const { sizeBytes } = JSON.parse(body);
      const upload = { url: `${service.url}/file?size=${sizeBytes}`, headers: { 'x-signed': '1' } };
      return { status: 201, body: { ...upload, uploadId: ID, expiresAt: '2026-11-18T00:00:00.000Z' } };
    }
    if (path.startsWith('/file')) {
      expect(path).toBe(`/file?size=${Buffer.byteLength(body)}`);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
      const lines = body.trimEnd().split('\n');
      state.items = lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : { subject: { name: line } }));
      return {};
    }
    if (method === 'POST' && path.endsWith('/screening/batches')) {
      state.created.set(String(headers['idempotency-key']), JSON.parse(body));
      return { status: 201, body: { ...batchOf(), status: 'queued' } };
    }
    if (path.includes('/rows')) {
      const query = new URL(path, service.url).searchParams;
      const [from, limit] = [Number(query.get('from')), Number(query.get('limit'))];
      const last = Math.min(done, from + limit - 1);
      const all = Array.from({ length: last - from + 1 }, (_, index) => resultOf(from + index));
      const wanted = query.get('status');
      const items = wanted ? all.filter(({ status }) => (status ?? 'failed') === wanted) : all;
      return { body: { items, nextFrom: last < done ? last + 1 : null } };
    }
    if (method === 'DELETE') return { status: 204 };
    if (path.endsWith('/cancel')) return { body: { id: ID, status: 'cancelled', done } };
    if (path.includes('/screening/batches?') || path.endsWith('/screening/batches'))
      return { body: { items: [batchOf()], nextOffset: null } };
    state.reads += 1;
    done = Math.min(state.items.length, done + (about.step ?? 800));
    return { body: batchOf() };
  });
  onTestFinished(service.stop);
  return Object.assign(state, service);
}

function fileOf(name: string, rows: number): string {
  const path = join(home, name);
  const lines = Array.from({ length: rows }, (_, index) => `c-${index + 1},"Person, ${index + 1}",1970-01-01`);
  writeFileSync(path, `id,Full name,DOB\n${lines.join('\n')}\n`);
  return path;
}

const numbersIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));

const sequence = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('screen, above 1,000 rows', () => {
  test('uploads the file as a batch and writes a result per row, in their order', async () => {
    const service = await batchService();
    const input = fileOf('many.csv', 1_001);
    const output = join(home, 'many.results.csv');

    const { exitCode, stdout, stderr } = await runAssay(
      ['screen', input, '--keep-rows-days', '5', '--review-score', '60'],
      service.env,
    );

    expect([exitCode, stderr]).toEqual([0, `Uploaded 1,001 rows.\nBatch ${ID}.\n`]);
    expect(stdout).toMatch(/rows +1001\nclear +901\nmatch +100\nresults .*\nbatch +019ced2c/);
    expect([...service.created.values()]).toEqual([
      { uploadId: ID, format: 'ndjson', sources: ['ofac_sdn'], reviewScore: 60, keepRowsDays: 5 },
    ]);
    expect(service.items[6]).toEqual({
      subject: { name: 'Person, 7', datesOfBirth: ['1970-01-01'] },
      reference: 'c-7',
    });
    expect(numbersIn(output)).toEqual(sequence(1_001));
    const [head, ...lines] = readFileSync(output, 'utf8').split('\n');
    expect(head).toBe(
      'row,outcome,id,topScore,matches,parties,list,entryId,listedName,measures,incomplete,runId,code,detail',
    );
    expect(lines.slice(5, 7)).toEqual([
      '6,clear,c-6,,0,,,,,,,,,',
      `7,match,c-7,100,1,,ofac_sdn,101,"'=A, ""B""",,,run-7,,`,
    ]);
    expect(existsSync(`${output}.journal`)).toBe(false);
  });

  test('1,000 rows are runs of their own, and --batch and --no-batch say otherwise', async () => {
    const service = await batchService({
      answer: ({ path }) =>
        path.endsWith('/screening/runs')
          ? { status: 201, body: { id: 'r', status: 'clear', incompleteReasons: [], matches: [] } }
          : undefined,
    });
    const few = fileOf('few.csv', 2);

    const runs = await runAssay(['screen', few, '--out', join(home, 'few.1.csv')], service.env);
    const runsOfMany = await runAssay(['screen', fileOf('more.csv', 1_001), '--no-batch'], service.env);
    expect([runs.exitCode, runsOfMany.exitCode, service.uploads]).toEqual([0, 0, 0]);
    const asBatch = await runAssay(['screen', few, '--batch', '--out', join(home, 'few.ndjson')], service.env);

    expect([asBatch.exitCode, service.uploads, service.created.size]).toEqual([0, 1, 1]);
    const [first] = readFileSync(join(home, 'few.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ row: 1, outcome: 'clear', id: 'c-1', result: { line: 1 } });
  });

  test('refused rows keep their place and are reported', async () => {
    const service = await batchService();
    const input = join(home, 'refused.csv');
    writeFileSync(input, 'Name;Type;Passport;Risk subject id\nA 7;Company;X1;s-1\n;;;\nB;;;\n');

    const { exitCode, stdout } = await runAssay(['screen', input, '--batch'], service.env);

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/Refused rows:\n.*\n2 +invalid_row +subject\.name: Invalid\.\n/);
    expect(service.items).toEqual([
      {
        subject: { name: 'A 7', identifiers: [{ kind: 'passport', value: 'X1' }] },
        riskSubjectId: 's-1',
      },
      { subject: {} },
      { subject: { name: 'B' } },
    ]);
    expect(numbersIn(join(home, 'refused.results.csv'))).toEqual([1, 2, 3]);
  });

  test('with --mapping, and JSON lines, the file is uploaded as it is', async () => {
    const service = await batchService();
    const input = join(home, 'mapped.csv');
    writeFileSync(input, 'Kunde\nA 7\n');

    const ran = await runAssay(['screen', input, '--mapping', 'core', '--keep-rows-days', '2'], service.env);
    for (const name of ['customers.ndjson', 'customers.ftm.json']) {
      writeFileSync(join(home, name), '{"subject":{"name":"A"}}\n');
      expect((await runAssay(['screen', join(home, name)], service.env)).exitCode).toBe(0);
    }
    const missing = await runAssay(['screen', 'no.csv', '--mapping', 'core'], service.env);

    expect([ran.exitCode, missing.exitCode]).toEqual([0, 2]);
    expect(service.asked.find(({ path }) => path.startsWith('/file'))?.body).toBe('Kunde\nA 7\n');
    expect([...service.created.values()]).toEqual([
      { uploadId: ID, mapping: 'core', sources: ['ofac_sdn'], keepRowsDays: 2 },
      { uploadId: ID, format: 'ndjson', sources: ['ofac_sdn'] },
      { uploadId: ID, format: 'ftm', sources: ['ofac_sdn'] },
    ]);
  });

  test('failed rows of a batch are screened again with its lists and scores, or with others', async () => {
    const service = await batchService({ ends: { sources: ['eu_fsf'], reviewScore: 60, matchScore: 95 } });
    service.items.push({ subject: { name: 'A 7' } });
    const args = ['screen', '--failed-rows-of', ID, '--out'];

    const same = await runAssay([...args, join(home, 'same.csv')], service.env);
    await runAssay([...args, join(home, 'other.csv'), '--lists', 'un', '--keep-rows-days', '1'], service.env);
    await runAssay([...args, join(home, 'profile.csv'), '--screening-profile', 'mine'], service.env);

    expect(same.exitCode).toBe(0);
    expect([...service.created.values()]).toEqual([
      { failedRowsOf: ID, sources: ['eu_fsf'], reviewScore: 60, matchScore: 95 },
      { failedRowsOf: ID, sources: ['un'], reviewScore: 60, matchScore: 95, keepRowsDays: 1 },
      { failedRowsOf: ID, profileKey: 'mine' },
    ]);
    expect(readFileSync(join(home, 'same.csv'), 'utf8')).toMatch(/^row,outcome,line,id,.*\n1,match,1,/);
  });

  test('a stopped command is resumed by itself or by the id of the batch, and asks for one batch', async () => {
    const service = await batchService({
      step: 700,
      answer: ({ path }) => {
        if (path.endsWith(`/screening/batches/${ID}`) && service.reads === 2) child.kill('SIGINT');
        return undefined;
      },
    });
    const input = fileOf('stopped.csv', 3_000);
    const output = join(home, 'stopped.csv.out.csv');
    const args = ['screen', input, '--out', output];
    const env = { ...process.env, ...service.env, HOME: home, XDG_CONFIG_HOME: home };
    const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(child, 'close');
    const before = numbersIn(output).length;

    const other = await runAssay([...args, '--keep-rows-days', '3'], service.env);
    const resumed = await runAssay([...args, '--json'], service.env);
    const byId = await runAssay(['screen', '--resume', ID, '--out', join(home, 'by-id.csv')], service.env);

    expect([code, other.exitCode, resumed.exitCode, byId.exitCode]).toEqual([130, 2, 0, 0]);
    expect(stderr).toContain(`Cancel it with \`assay batches cancel ${ID}\`.`);
    expect(before).toBeGreaterThanOrEqual(700);
    expect(before).toBeLessThan(3_000);
    expect(resumed.stderr).toMatch(/^Batch .*, resuming after [\d,]+ rows\.$/m);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ rows: 3_000, isFinished: true, batchId: ID });
    for (const path of [output, join(home, 'by-id.csv')]) expect(numbersIn(path)).toEqual(sequence(3_000));
    expect([service.uploads, service.created.size]).toEqual([1, 1]);
  });

  test('a batch that fails or is cancelled exits with 1 and keeps what it has screened', async () => {
    const problem = { code: 'list_version_gone', detail: 'A list version is gone.' };
    const service = await batchService({ ends: { status: 'failed', problem } });
    const output = join(home, 'failed.csv');

    const ran = await runAssay(['screen', fileOf('fails.csv', 3), '--batch', '--out', output], service.env);

    expect([ran.exitCode, ran.stderr]).toEqual([1, expect.stringContaining('The batch is failed: A list version is')]);
    expect(numbersIn(output)).toEqual([1, 2, 3]);
    expect(existsSync(`${output}.journal`)).toBe(false);
  });

  test('a request that is refused leaves nothing, so that another can follow', async () => {
    let isRefused = true;
    const service = await batchService({
      answer: ({ method, path }) =>
        isRefused && method === 'POST' && path.endsWith('/batches')
          ? { status: 422, body: { code: 'unknown_list', detail: 'No such list.' } }
          : undefined,
    });
    const input = fileOf('unknown.csv', 3);

    const refused = await runAssay(['screen', input, '--batch', '--lists', 'no'], service.env);
    isRefused = false;
    const again = await runAssay(['screen', input, '--batch', '--lists', 'ofac_sdn'], service.env);

    expect([refused.exitCode, again.exitCode]).toEqual([1, 0]);
    expect(refused.stderr).toContain('No such list. (422 unknown_list)');
  });

  test('an upload that is refused creates no batch', async () => {
    const service = await batchService({
      answer: ({ path }) => (path.startsWith('/file') ? { status: 403, body: '' } : undefined),
    });

    const { exitCode, stderr } = await runAssay(['screen', fileOf('no-upload.csv', 3), '--batch'], service.env);

    expect([exitCode, service.created.size]).toEqual([1, 0]);
    expect(stderr).toContain('The upload was refused with status 403.');
    expect(existsSync(join(home, 'no-upload.results.csv.journal'))).toBe(false);
  });

  test.each([
    [['--batch', '--search'], '--batch and --search exclude each other.'],
    [['--batch', '--no-batch'], '--batch and --no-batch exclude each other.'],
    [['--keep-rows-days', '3'], '--keep-rows-days is for batches.'],
    [['--batch', '--keep-rows-days', '91'], '--keep-rows-days must be a whole number from 1 to 90.'],
    [['--resume', ID], 'Leave out the file.'],
    [['--resume', ID, '--lists', 'x'], 'Leave out --lists.'],
    [['--failed-rows-of', ID], 'Leave out the file.'],
    [['--failed-rows-of', ID, '--batch'], 'Leave out --batch.'],
    [['--mapping', 'core', '--map', 'name=Name'], 'Leave out --map.'],
  ])('%j exits with 2, and nothing is sent', async (options, message) => {
    const service = await batchService();

    const { exitCode, stderr } = await runAssay(['screen', fileOf('usage.csv', 2), ...options], service.env);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(service.asked).toEqual([]);
  });
});

describe('batches', () => {
  test('are listed, shown, cancelled and erased', async () => {
    const service = await batchService();
    service.items.push({ subject: { name: 'A 7' } }, { subject: {} });

    const shown = await runAssay(['batches', 'show', ID], service.env);
    const listed = await runAssay(['batches', 'list', '--limit', '1'], service.env);
    const cancelled = await runAssay(['batches', 'cancel', ID], service.env);
    const erased = await runAssay(['batches', 'erase', ID], service.env);

    expect(shown.stdout).toMatch(/status +completed\nrows +2\n[\s\S]*failed +1\n[\s\S]*\nLIST .*\nofac_sdn +v/);
    expect(listed.stdout).toMatch(new RegExp(`^BATCH .*\n${ID} +2026-11-18T00:00 +completed +2 +2 +1 +1 +2026-12-18`));
    expect(cancelled.stdout).toBe('Cancelled after 2 rows. Their runs and results stay.\n');
    expect(erased.stderr).toContain(`Erased the rows and results of batch ${ID}.`);
    const sent = service.asked.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /api/v1/jobs/${ID}/cancel`,
      `DELETE /api/v1/screening/batches/${ID}/rows`,
    ]);
  });

  test('rows of a status go to stdout or a file, which is not overwritten', async () => {
    const service = await batchService({ step: 5_000 });
    service.items.push(...Array.from({ length: 2_500 }, (_, index) => ({ subject: { name: `P ${index}` } })));
    await runAssay(['batches', 'show', ID], service.env);
    const out = join(home, 'rows.jsonl');

    const printed = await runAssay(['batches', 'rows', ID, '--status', 'match'], service.env);
    const written = await runAssay(['batches', 'rows', ID, '--out', out], service.env);
    const again = await runAssay(['batches', 'rows', ID, '--out', out], service.env);

    expect(printed.stdout.split('\n').slice(0, 2)).toEqual([expect.stringMatching(/^row,outcome/), expect.any(String)]);
    expect(printed.stdout.trimEnd().split('\n')).toHaveLength(251);
    expect(written.stdout).toBe(`${out}: 2,500 rows.\n`);
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(2_500);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('exists. Use --force')]);
  });

  test('erased rows exit with 1, and create no file', async () => {
    const service = await batchService({
      answer: ({ path }) =>
        path.includes('/rows') ? { status: 410, body: { code: 'rows_erased', detail: 'Erased.' } } : undefined,
    });
    const out = join(home, 'erased.csv');

    const { exitCode, stderr } = await runAssay(['batches', 'rows', ID, '--out', out], service.env);

    expect([exitCode, stderr]).toEqual([1, 'Erased. (410 rows_erased)\n']);
    expect(existsSync(out)).toBe(false);
  });
});
