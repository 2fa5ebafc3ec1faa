import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { isSoaking, scaled } from '../../../test/support/soak.ts';
import { type Asked, type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const PROGRAM = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const ROWS = scaled(2_000, 100_000);
const LISTS = {
  items: [
    { key: 'ofac_sdn', enabled: true, versionId: 'v' },
    { key: 'off', enabled: false, versionId: 'v' },
  ],
};

const PROFILES = new Map([
  ['thorough', { key: 'thorough', sources: null }],
  ['mine', { key: 'mine', sources: ['eu_fsf'] }],
]);

const home = mkdtempSync(join(tmpdir(), 'assay-screen-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Screens like the service: one run per idempotency key, and a 429 now and then. */
async function screeningService(
  about: {
    throttleEvery?: number;
    onRun?: (count: number) => Reply | undefined;
    onBody?: (body: unknown) => void;
  } = {},
): Promise<FakeService & { runs: Map<string, string> }> {
  const runs = new Map<string, string>();
  let requests = 0;
  const service = await startFakeService(
    ({ path, headers, body }: Asked) => {
      if (path.endsWith('/screening/sources')) return { body: LISTS };
      const profile = PROFILES.get(path.split('/screening/profiles/')[1] ?? '');
      if (profile) return { body: profile };
      requests += 1;
      if (about.throttleEvery && requests % about.throttleEvery === 0)
        return { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '0.05' } };
      const other = about.onRun?.(requests);
      if (other) return other;
      const key = String(headers['idempotency-key']);
      const { subject } = JSON.parse(body);
      about.onBody?.(JSON.parse(body));
      if (!runs.has(key)) runs.set(key, subject.name);
      const isMatch = subject.name.endsWith('7');
      const match = { source: 'ofac_sdn', sourceEntryId: '101', listedName: '=A, "B"', score: 100 };
      return {
        status: 201,
        body: {
          id: key.replace('cli-', 'run-'),
          status: isMatch ? 'match' : 'clear',
          incompleteReasons: [],
          matches: isMatch ? [match] : [],
        },
      };
    },
    { isRemembering: false },
  );
  onTestFinished(service.stop);
  return { ...service, runs };
}

async function fileOf(name: string, rows: number): Promise<string> {
  const path = join(home, name);
  const file = createWriteStream(path);
  file.write('id,name,date of birth\n');
  for (let row = 1; row <= rows; row += 1)
    if (!file.write(`c-${row},"Person, ${row}",1970-01-01\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
  return path;
}

/** Row numbers and outcomes of a result file. */
async function resultsIn(path: string) {
  const rows: number[] = [];
  const counts: Record<string, number> = {};
  for await (const line of createInterface(createReadStream(path))) {
    const [row = '', outcome = ''] = line.split(',');
    if (row === 'row') continue;
    rows.push(Number(row));
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return { rows, counts };
}

const start = (args: string[], env: Record<string, string>) =>
  spawn(process.execPath, ['--max-old-space-size=256', PROGRAM, ...args], {
    env: { ...process.env, ...env, HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function ended(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

const sequence = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('screen', () => {
  test(`${ROWS} rows: an interrupted and a killed run resume, and no row is lost or doubled`, {
    tags: 'full',
  }, async () => {
    const input = await fileOf('many.csv', ROWS);
    const output = join(home, 'many.out.csv');
    const args = ['screen', input, '--no-batch', '--out', output, '--concurrency', '16'];
    const signals: { at: number; send: () => void }[] = [];
    const service = await screeningService({
      throttleEvery: 700,
      onRun: (count) => {
        const next = signals.find(({ at }) => count === at);
        next?.send();
        return undefined;
      },
    });

    const interrupted = start(args, service.env);
    signals.push({ at: Math.floor(ROWS * 0.3), send: () => interrupted.kill('SIGINT') });
    const first = await ended(interrupted);
    const atInterrupt = await resultsIn(output);

    const killed = start(args, service.env);
    signals.push({ at: Math.floor(ROWS * 0.6), send: () => killed.kill('SIGKILL') });
    const second = await ended(killed);

    const last = await ended(start([...args, '--json'], service.env));
    const { rows, counts } = await resultsIn(output);

    expect([first.code, second.code, last.code]).toEqual([130, null, 0]);
    expect(first.stderr).toContain('Run the same command again to resume.');
    expect(atInterrupt.rows.length).toBeGreaterThan(ROWS / 10);
    expect(last.stderr).toMatch(/^Resuming after [\d,]+ rows\.$/m);
    expect(rows).toEqual(sequence(ROWS));
    expect(counts).toEqual({ match: ROWS / 10, clear: ROWS - ROWS / 10 });
    expect(JSON.parse(last.stdout)).toMatchObject({ rows: ROWS, counts, isFinished: true });
    // One run per row, although rows in flight were sent again.
    expect(service.runs.size).toBe(ROWS);
    expect(new Set(service.runs.values()).size).toBe(ROWS);
    expect(existsSync(`${output}.journal`)).toBe(false);
  });

  test.runIf(isSoaking)('memory does not grow with the file', async () => {
    const service = await screeningService();
    const input = await fileOf('long.csv', 100_000);

    // More than the client itself needs, and less than the rows would.
    const { code } = await ended(start(['screen', input, '--no-batch'], service.env));

    expect(code).toBe(0);
  });

  test('refused rows are reported, and the others go on', async () => {
    const service = await screeningService({
      onRun: (count) =>
        count === 2
          ? {
              status: 400,
              body: {
                code: 'invalid_body',
                detail: 'Invalid.',
                errors: [{ path: 'subject.name', message: 'Too long.' }],
              },
            }
          : undefined,
    });
    const input = join(home, 'refused.csv');
    writeFileSync(input, 'Full name;DOB\nA 7;1970\nB;\n;\nC;17.4.1970\n"D ""x""";1970-01\n');

    const { exitCode, stdout } = await runAssay(['screen', input, '--concurrency', '1'], service.env);

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/2 +invalid_body +Invalid\. subject\.name: Too long\./);
    const [, ...lines] = readFileSync(join(home, 'refused.results.csv'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      '1 match',
      '2 refused',
      '3 refused',
      '4 refused',
      '5 clear',
    ]);
    // A listed name that a spreadsheet would run as a formula.
    expect(lines[0]).toContain(`"'=A, ""B"""`);
    expect([...service.runs.values()]).toEqual(['A 7', 'D "x"']);
  });

  test('a refusal that meets every row ends the run, and the same command resumes', async () => {
    let isDown = true;
    const service = await screeningService({
      onRun: (count) => (isDown && count > 3 ? { status: 403, body: { code: 'forbidden', detail: 'No.' } } : undefined),
    });
    const input = await fileOf('outage.csv', 10);

    const failed = await runAssay(['screen', input, '--concurrency', '2'], service.env);
    const gone = await runAssay(['screen', input], { ...service.env, ASSAY_SECRET: 'other' });
    isDown = false;
    const resumed = await runAssay(['screen', input, '--concurrency', '2'], service.env);

    expect([failed.exitCode, gone.exitCode, resumed.exitCode]).toEqual([1, 1, 0]);
    expect(failed.stderr).toMatch(/Stopped after [123] rows?\. Run the same command again/);
    expect((await resultsIn(join(home, 'outage.results.csv'))).rows).toEqual(sequence(10));
    expect(service.runs.size).toBe(10);
  });

  test('a result file is neither overwritten nor continued with other options', async () => {
    const service = await screeningService({
      onRun: () => ({ status: 401, body: { code: 'unauthenticated', detail: 'No.' } }),
    });
    const input = await fileOf('other.csv', 3);
    const output = join(home, 'other.results.csv');
    await runAssay(['screen', input], service.env);

    const other = await runAssay(['screen', input, '--lists', 'eu_fsf'], service.env);
    rmSync(`${output}.journal`);
    const existing = await runAssay(['screen', input], service.env);

    expect([other.exitCode, existing.exitCode]).toEqual([2, 2]);
    expect(other.stderr).toContain('belongs to an unfinished run');
    expect(existing.stderr).toContain('exists. Choose another --out');
  });

  test('a dry run shows columns and invalid rows, and sends nothing', async () => {
    const service = await screeningService();
    const input = join(home, 'dry.csv');
    writeFileSync(input, 'Name\tDate of birth\nA\t1970\n\t1970\n');

    const { exitCode, stdout } = await runAssay(['screen', input, '--dry-run', '--json'], service.env);

    expect(exitCode).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 2,
      invalid: 1,
      columns: { name: 'Name', datesOfBirth: 'Date of birth' },
      first: [{ subject: { name: 'A', datesOfBirth: ['1970'] } }],
    });
    expect(service.runs.size).toBe(0);
  });

  test.each([
    ['thorough', [], { sources: ['ofac_sdn'] }],
    ['thorough', ['--lists', 'eu_fsf,uk_sanctions'], { sources: ['eu_fsf', 'uk_sanctions'] }],
    ['mine', [], {}],
  ])('the screening profile %s %j is sent with the lists that it does not set', async (profileKey, options, lists) => {
    const asked: unknown[] = [];
    const service = await screeningService({ onBody: (body) => asked.push(body) });
    const input = join(home, `${randomUUID()}.csv`);
    writeFileSync(input, 'name\nA\n');

    const { exitCode } = await runAssay(['screen', input, '--screening-profile', profileKey, ...options], service.env);

    expect(exitCode).toBe(0);
    expect(asked).toEqual([{ subject: { name: 'A' }, profileKey, ...lists }]);
  });

  test.each([
    ['scores', ['--screening-profile', 'thorough', '--review-score', '70'], /sets the scores/],
    ['lists that it sets', ['--screening-profile', 'mine', '--lists', 'eu_fsf'], /sets the lists/],
  ])('a screening profile with %s is wrong usage', async (_case, options, message) => {
    const service = await screeningService();
    const input = join(home, `${randomUUID()}.csv`);
    writeFileSync(input, 'name\nA\n');

    const { exitCode, stderr } = await runAssay(['screen', input, ...options], service.env);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(service.runs.size).toBe(0);
  });

  test.each([
    ['no heading for the name', 'title\nA\n', [], /no column name/],
    ['a mapping to a heading it does not have', 'name\nA\n', ['--map', 'id=No'], /no heading "No"/],
    ['an open quote', 'name\n"A\n', [], /is not valid CSV/],
    ['nothing', '', [], /is empty/],
  ])('a file with %s is wrong usage', async (_case, content, options, message) => {
    const input = join(home, 'wrong.csv');
    writeFileSync(input, content);

    const { exitCode, stderr } = await runAssay(['screen', input, '--dry-run', ...options]);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });
});
