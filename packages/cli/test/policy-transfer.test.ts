import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

/** Policies as files that fit every mode, and from one mode to the other. */
const home = mkdtempSync(join(tmpdir(), 'assay-transfer-'));
afterAll(() => rmSync(home, { recursive: true }));

const definition = (...acceptedSources: string[]) => ({ inputs: [{ key: 'age', acceptedSources }], weight: 1 });
const scenario = (source: string) => ({ name: 'new', evidence: [{ fact: 'age', source, value: 3 }], expect: {} });
const version = (number: number, found: unknown, more: object = {}) => ({
  id: `p-${number}`,
  resource: 'policies',
  data: { key: 'onboarding', version: number, status: 'published', definition: found, ...more },
});
const source = (id: string, key: string) => ({ id, resource: 'sources', data: { key } });

interface Mode {
  versions?: unknown[];
  sources?: unknown[];
  scenarios?: unknown[];
}

/** Validation resolves keys as the service does. */
async function serviceWith(modes: { test?: Mode; live?: Mode }) {
  const answer = ({ method, path, body, headers }: Asked): Reply => {
    const mode: Mode = modes[headers['x-service-mode'] as 'test' | 'live'] ?? {};
    if (path.includes('/risk/sources')) return { body: { items: mode.sources ?? [], nextOffset: null } };
    if (path.endsWith('/validate')) {
      const text = JSON.stringify(JSON.parse(body).definition);
      const ids = new Map((mode.sources as ReturnType<typeof source>[]).map(({ id, data }) => [data.key, id]));
      const normalized = JSON.parse(text.replace(/source:(\w+)/g, (_, key) => `registered:${ids.get(key)}`));
      return { body: { valid: true, errors: [], warnings: [], normalized } };
    }
    if (path.endsWith('/scenarios')) return { body: { scenarios: mode.scenarios ?? [] } };
    if (path.endsWith('/proposals')) return { status: 201, body: { id: 'proposal-1' } };
    if (method === 'POST') return { status: 201, body: version(3, {}, { status: 'draft' }) };
    return { body: { items: mode.versions ?? [], nextOffset: null } };
  };
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  const created = () =>
    service.asked
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/policies'))
      .map(({ headers, body }) => [headers['x-service-mode'], JSON.parse(body)]);
  const { ASSAY_URL } = service.env;
  return { service, created, env: { ASSAY_URL, ASSAY_TOKEN: 'token' } as Record<string, string> };
}

const inTest: Mode = {
  versions: [version(2, definition('registered:t-1', 'user:u'), { inForce: true }), version(1, definition('user:u'))],
  sources: [source('t-1', 'kyc'), source('t-2', 'other')],
  scenarios: [{ ...scenario('registered:t-2'), actual: {}, passed: true, differences: [] }],
};
const inLive: Mode = { sources: [source('l-1', 'kyc'), source('l-2', 'other')] };
const named = { definition: definition('source:kyc', 'user:u'), scenarios: [scenario('source:other')] };

test('pull writes the version in force with the keys of its sources and its scenarios, and replaces no file', async () => {
  const { env } = await serviceWith({ test: inTest });
  const out = join(home, 'pulled.json');
  const pull = (...options: string[]) => runAssay(['policies', 'pull', 'onboarding', '--out', out, ...options], env);

  const first = await pull();
  const written = JSON.parse(readFileSync(out, 'utf8'));
  const again = await pull();
  const other = await pull('--version', '1', '--force');

  expect([first.exitCode, again.exitCode, other.exitCode]).toEqual([0, 2, 0]);
  expect(first.stdout).toBe(`Wrote version 2 of onboarding to ${out}, with 1 scenario.\n`);
  expect(written).toEqual({ key: 'onboarding', ...named });
  expect(again.stderr).toContain('--force');
  expect(JSON.parse(readFileSync(out, 'utf8')).definition).toEqual(definition('user:u'));
});

test('diff compares sources by their keys', async () => {
  const { env } = await serviceWith({ test: inTest });
  const file = join(home, 'policy.json');
  const diff = async (...sources: string[]) => {
    writeFileSync(file, JSON.stringify({ key: 'onboarding', definition: definition(...sources) }));
    return runAssay(['policies', 'diff', file], env);
  };

  const [same, other] = [await diff('source:kyc', 'user:u'), await diff('source:other', 'user:u')];

  expect([same.exitCode, other.exitCode]).toEqual([0, 4]);
  expect(other.stdout).toContain(
    '- inputs[age].acceptedSources[0]: "source:kyc"\n+ inputs[age].acceptedSources[0]: "source:other"',
  );
});

describe('promote', () => {
  const promote = (env: Record<string, string>, ...options: string[]) =>
    runAssay(['policies', 'promote', 'onboarding', '--from', 'test', '--to', 'live', ...options], env);

  test('creates the version in force in the other mode, prints the sources, and proposes it', async () => {
    const { env, created } = await serviceWith({ test: inTest, live: inLive });

    const { exitCode, stdout } = await promote(env, '--propose', 'Tested.');

    expect(exitCode).toBe(0);
    expect(created()).toEqual([['live', { key: 'onboarding', ...named, note: 'Version 2 of test.' }]]);
    expect(stdout).toMatch(
      /source:kyc +registered:t-1 +registered:l-1\nsource:other +registered:t-2 +registered:l-2\n/,
    );
    expect(stdout).toContain('Created version 3 in live like version 2 in test (draft, p-3).\nProposed as proposal-1.');
  });

  test('creates nothing if the latest version of the other mode is the same', async () => {
    const same = { ...inLive, versions: [version(7, definition('registered:l-1', 'user:u'))] };
    const { env, created } = await serviceWith({ test: inTest, live: same });

    const { exitCode, stdout } = await promote(env, '--json');

    expect([exitCode, created()]).toEqual([0, []]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 7, isNew: false, sources: [{ source: 'source:kyc' }, {}] });
  });

  test.each<[string, { test?: Mode; live?: Mode }, string[], number, string]>([
    [
      'a missing source',
      { test: inTest, live: { sources: [source('l-1', 'kyc')] } },
      [],
      4,
      'in live first: source:other',
    ],
    [
      'an API key',
      { test: { ...inTest, versions: [version(1, definition('api_key:k'), { inForce: true })] }, live: inLive },
      [],
      4,
      'accepts API keys',
    ],
    ['no version in force', { test: { versions: [version(1, definition())] } }, [], 1, 'no version in force'],
    ['an unknown version', { test: inTest }, ['--version', '9'], 1, 'has no version 9'],
    ['the same mode', { test: inTest }, ['--to', 'test'], 2, 'different modes'],
  ])('%s creates nothing', async (_case, modes, options, code, words) => {
    const { env, created } = await serviceWith(modes);

    const { exitCode, stderr } = await promote(env, ...options);

    expect([exitCode, created()]).toEqual([code, []]);
    expect(stderr).toContain(words);
  });

  test('an API key, which has one mode, is wrong usage', async () => {
    const { service } = await serviceWith({});

    expect(await promote(service.env)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('assay login') });
  });
});

describe('rollout', () => {
  const ended = (more: object = {}) => ({
    id: 'job-1',
    status: 'completed',
    version: 2,
    fromVersion: 1,
    done: 4,
    replaced: 3,
    skipped: 1,
    failed: 0,
    problems: [],
    changes: null,
    ...more,
  });
  const versions = [version(2, {}, { inForce: true }), version(1, {})];

  async function rollOut(job: object, ...options: string[]) {
    const answer = ({ method, path }: Asked): Reply => {
      if (path.endsWith('/rollout')) return { status: 201, body: { ...ended(), status: 'queued', done: 0 } };
      if (path.includes('/rollouts/')) return { body: job };
      return method === 'GET' ? { body: { items: versions, nextOffset: null } } : { status: 500 };
    };
    const service = await startFakeService(answer);
    onTestFinished(service.stop);
    const ran = await runAssay(['policies', 'rollout', 'onboarding', ...options], service.env);
    const asked = service.asked.find(({ path }) => path.endsWith('/rollout'));
    return { ...ran, path: asked?.path, body: asked && JSON.parse(asked.body) };
  }

  test('takes the version in force, waits for the end, and prints the decisions of a dry run', async () => {
    const changes = [{ before: 'review', after: 'reject', subjects: 3 }];

    const tried = await rollOut(ended({ changes }), '--from', '1', '--dry-run', '--limit', '9');
    const rolledOut = await rollOut(ended(), '--from', '1');

    expect([tried.exitCode, rolledOut.exitCode]).toEqual([0, 0]);
    expect(tried).toMatchObject({
      path: expect.stringContaining('/policies/p-2/'),
      body: { from: 'p-1', dryRun: true, limit: 9 },
    });
    expect(tried.stdout).toMatch(/review +reject +3\n3 subjects would be monitored by version 2 instead of version 1/);
    expect(rolledOut.stdout).toContain('3 subjects monitored by version 2 instead of version 1.\n1 subject skipped');
  });

  test.each([
    [ended({ status: 'failed', problem: { detail: 'The version was retired.' } }), ['--from', '1'], 1, 'was retired'],
    [ended(), [], 2, '--from is required'],
    [ended(), ['--from', '7'], 1, 'has no version 7'],
  ])('fails for %j %j', async (job, options, code, words) => {
    expect(await rollOut(job, ...options)).toMatchObject({ exitCode: code, stderr: expect.stringContaining(words) });
  });
});
