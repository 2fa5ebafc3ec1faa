import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

/** Tests of a policy on the command line: they can fail, and then nothing is created. */
const home = mkdtempSync(join(tmpdir(), 'assay-scenarios-'));
afterAll(() => rmSync(home, { recursive: true }));

const definition = { bands: [{ id: 'low', from: 0 }], weight: 1 };
const scenario = (name: string, expected?: string) => ({
  name,
  evidence: [],
  ...(expected && { expect: { band: expected } }),
});
const file = (scenarios?: unknown, name = 'policy.json') => {
  const path = join(home, name);
  writeFileSync(path, JSON.stringify({ key: 'onboarding', definition, ...(scenarios !== undefined && { scenarios }) }));
  return path;
};

/** Everything is in band low. Each request reaches the rule that is named like its first scenario. */
function tested({ scenarios, coverage }: { scenarios: ReturnType<typeof scenario>[]; coverage?: boolean }) {
  const results = scenarios.map(({ name, expect: expected }) => ({
    name,
    applicability: { status: 'applicable', reasons: [] },
    evaluation: { score: 0, band: 'low', decision: 'none', reasons: [] },
    ...(expected && {
      passed: expected.band === 'low',
      differences: expected.band === 'low' ? [] : [{ member: 'band', expected: expected.band, actual: 'low' }],
    }),
  }));
  const rules = ['s0', 's50', 'never'].filter((rule) => rule !== scenarios[0]?.name);
  const cases = [
    { factor: 'age', case: 1 },
    { factor: 'age', case: null },
  ];
  return { results, ...(coverage && { unreached: { groups: [0], bands: ['high'], cases, rules } }) };
}

const version = (number: number, status: string, weight = 1) => ({
  id: `p-${number}`,
  resource: 'policies',
  data: { key: 'onboarding', version: number, status, definition: { ...definition, weight } },
});

async function serviceWith(versions: unknown[], stored: unknown[] = []) {
  const answer = ({ method, path, body }: Asked): Reply => {
    if (path.endsWith('/simulate')) return { body: tested(JSON.parse(body)) };
    if (path.endsWith('/validate'))
      return { body: { valid: true, errors: [], warnings: [], normalized: JSON.parse(body).definition } };
    if (path.endsWith('/scenarios')) return { body: { scenarios: stored } };
    if (path.endsWith('/publish')) return { body: version(3, 'published') };
    if (path.endsWith('/proposals')) return { status: 201, body: { id: 'proposal-1' } };
    if (method === 'POST') return { status: 201, body: version(3, 'draft') };
    return { body: { items: versions, nextOffset: null } };
  };
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  const sent = (method: string, ending: string) =>
    service.asked
      .filter((one) => one.method === method && one.path.endsWith(ending))
      .map(({ body }) => (body === '' ? undefined : JSON.parse(body)));
  return { service, sent };
}

describe('simulate', () => {
  test('exits with 4 if a scenario fails, says what is otherwise, and what none of them reaches', async () => {
    const { service } = await serviceWith([]);

    const failed = await runAssay(
      ['policies', 'simulate', file([scenario('s0', 'low'), scenario('wrong', 'high'), scenario('unchecked')])],
      service.env,
    );
    const passed = await runAssay(['policies', 'simulate', file([scenario('s0', 'low')])], service.env);
    const unchecked = await runAssay(['policies', 'simulate', file([scenario('s0')])], service.env);

    expect([failed.exitCode, passed.exitCode, unchecked.exitCode]).toEqual([4, 0, 0]);
    expect(failed.stdout).toMatch(/s0 +passed .*\nwrong +failed .*\nunchecked +– /);
    expect(failed.stdout).toContain('wrong: band is "low" instead of "high".\n');
    expect(failed.stdout).toContain(
      'No scenario reaches group 1 of applicability, case 2 of age, the default points of age, band high, rule s50, rule never.\n',
    );
    expect(unchecked.stdout).not.toContain('test');
  });

  test('sends any number of scenarios, 50 at a time, and counts what any of them reaches', async () => {
    const { service, sent } = await serviceWith([]);
    const many = Array.from({ length: 120 }, (_, index) => scenario(`s${index}`, index === 119 ? 'high' : 'low'));

    const { exitCode, stdout } = await runAssay(['policies', 'simulate', file(many)], service.env);

    expect(sent('POST', '/simulate').map(({ scenarios }) => scenarios.length)).toEqual([50, 50, 20]);
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/rule never\.\n$/);
    expect(stdout).not.toMatch(/rule s0|rule s50/);
  });

  test.each([
    [undefined, '--scenarios'],
    ['none', 'must be an array'],
  ])('scenarios %j are wrong usage', async (scenarios, words) => {
    const { service } = await serviceWith([]);

    const { exitCode, stderr } = await runAssay(['policies', 'simulate', file(scenarios)], service.env);

    expect([exitCode, service.asked.length]).toEqual([2, 0]);
    expect(stderr).toContain(words);
  });
});

describe('push', () => {
  test('--test creates nothing if a scenario fails', async () => {
    const { service, sent } = await serviceWith([version(2, 'published', 2)]);

    const { exitCode, stderr } = await runAssay(
      ['policies', 'push', file([scenario('wrong', 'high')]), '--test', '--publish'],
      service.env,
    );

    expect([exitCode, sent('POST', '/policies'), sent('POST', '/publish')]).toEqual([4, [], []]);
    expect(stderr).toContain('1 scenario failed. Nothing was created.');
  });

  test('stores the scenarios and the note with the version', async () => {
    const { service, sent } = await serviceWith([version(2, 'published', 2)]);
    const scenarios = [scenario('s0', 'low')];

    const ran = await runAssay(
      ['policies', 'push', file(scenarios), '--test', '--note', 'Younger addresses.'],
      service.env,
    );

    expect(ran.exitCode).toBe(0);
    expect(sent('POST', '/policies')).toEqual([
      { key: 'onboarding', definition, scenarios, note: 'Younger addresses.' },
    ]);
  });

  test('replaces the scenarios of a draft with the same definition, if they are others', async () => {
    const stored = [
      { ...scenario('s0', 'low'), evaluatedAt: '2026-03-14T09:26:53.589Z', actual: {}, passed: true, differences: [] },
    ];
    const draft = [version(3, 'draft')];
    const [same, other, published] = [
      await serviceWith(draft, stored),
      await serviceWith(draft, stored),
      await serviceWith([version(3, 'published')], stored),
    ];

    await runAssay(['policies', 'push', file([scenario('s0', 'low')])], same.service.env);
    const replaced = await runAssay(
      ['policies', 'push', file([scenario('s1', 'low')], 'other.json')],
      other.service.env,
    );
    await runAssay(['policies', 'push', file([scenario('s1', 'low')], 'third.json')], published.service.env);

    expect([same, other, published].map(({ sent }) => sent('PUT', '/scenarios').length)).toEqual([0, 1, 0]);
    expect(replaced.stderr).toContain('Replaced the scenarios of version 3.');
  });
});

describe('roll-back', () => {
  const rollBack = (env: Record<string, string>, ...options: string[]) =>
    runAssay(['policies', 'roll-back', 'onboarding', ...options], env);

  test('creates a version like the earlier one, with its scenarios, and proposes or publishes it', async () => {
    const stored = [{ ...scenario('s0', 'low'), actual: { band: 'low' }, passed: true, differences: [] }];
    const { service, sent } = await serviceWith([version(2, 'published', 2), version(1, 'published', 7)], stored);

    const proposed = await rollBack(service.env, '--to', '1', '--propose', 'Too strict.');
    const published = await rollBack(service.env, '--to', '1', '--publish');

    expect(sent('POST', '/policies')[0]).toEqual({
      key: 'onboarding',
      definition: { ...definition, weight: 7 },
      note: 'Returns to version 1.',
      scenarios: [scenario('s0', 'low')],
    });
    expect(proposed.stdout).toContain(
      'Created version 3 of onboarding like version 1 (draft, p-3).\nProposed as proposal-1.',
    );
    expect(published.stdout).toContain('like version 1 (published, p-3)');
    expect([sent('POST', '/proposals'), sent('POST', '/publish').length]).toEqual([[{ reason: 'Too strict.' }], 1]);
  });

  test.each([
    [[], 2, '--to is required'],
    [['--to', '1', '--publish', '--propose', 'x'], 2, 'either --propose or --publish'],
    [['--to', '9'], 1, 'has no version 9'],
  ])('%j creates nothing', async (options, code, words) => {
    const { service, sent } = await serviceWith([version(1, 'published')]);

    const { exitCode, stderr } = await rollBack(service.env, ...options);

    expect([exitCode, sent('POST', '/policies')]).toEqual([code, []]);
    expect(stderr).toContain(words);
  });
});
