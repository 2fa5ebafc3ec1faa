import { afterEach, describe, expect, test } from 'vitest';
import { type Asked, type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());
const serve = async (answer: (asked: Asked) => Reply) => {
  service = await startFakeService(answer);
};

const matchAt = (number: number) => ({
  match: {
    id: `m${number}`,
    source: 'eu_fsf',
    sourceEntryId: `${number}`,
    listedName: `Ambrose Quillfeather ${number}`,
    matchedName: 'Ambrose Quillfeather',
    score: 90,
    decision: 'pending',
    listKind: 'sanctions',
    group: { id: 'g1' },
    pepStanding: null,
  },
  run: { id: 'r1', status: 'possible_match' },
  subject: { id: 's1', kind: 'person', externalId: 'customer-1' },
  proposal: null,
});

describe('matches list', () => {
  const pages = ({ path }: Asked): Reply => {
    const offset = Number(new URL(path, 'http://a').searchParams.get('offset'));
    return { body: { items: [matchAt(offset + 1)], nextOffset: offset < 2 ? offset + 1 : null } };
  };

  test('follows all pages, with the filters', async () => {
    await serve(pages);
    const { exitCode, stdout } = await runAssay(
      ['matches', 'list', '--list', 'eu_fsf', '--min-score', '80'],
      service.env,
    );

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/m1.*eu_fsf.*Quillfeather 1.*90.*customer-1.*pending.*g1/);
    expect(stdout).toContain('m3');
    expect(service.asked).toHaveLength(3);
    for (const { path } of service.asked) expect(path).toMatch(/decision=pending.*source=eu_fsf.*minScore=80/);
  });

  test('stops at the limit', async () => {
    await serve(pages);
    const { stdout } = await runAssay(['matches', 'list', '--limit', '2', '--json'], service.env);

    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(service.asked).toHaveLength(2);
  });
});

describe('matches decide', () => {
  const options = ['--decision', 'false_positive', '--reason', 'Different person'];
  const answer = ({ path }: Asked): Reply =>
    path.endsWith('/decisions')
      ? { body: { groupId: 'g1', decided: [matchAt(1).match, matchAt(2).match] } }
      : { body: { match: matchAt(1).match, run: { id: 'r1', status: 'clear' } } };

  test('decides matches one by one', async () => {
    await serve(answer);
    const { exitCode, stdout } = await runAssay(['matches', 'decide', 'm1', 'm2', ...options], service.env);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('false_positive: m1 Ambrose Quillfeather 1 (run r1 is clear)');
    expect(service.asked.map(({ path }) => path)).toEqual([
      '/api/v1/screening/matches/m1/decision',
      '/api/v1/screening/matches/m2/decision',
    ]);
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual({
      decision: 'false_positive',
      reason: 'Different person',
    });
    const keys = service.asked.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  test('decides a group in one request', async () => {
    await serve(answer);
    const args = ['matches', 'decide', '--group', 'g1', '--except', 'm3', ...options];
    const { exitCode, stdout } = await runAssay(args, service.env);

    expect([exitCode, stdout.split('\n').filter(Boolean)]).toEqual([0, expect.objectContaining({ length: 2 })]);
    expect(service.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { groupId: 'g1', decision: 'false_positive', reason: 'Different person', except: ['m3'] },
    ]);
  });

  test.each([
    ['nothing to decide', options, /either the ids of matches/],
    ['ids and a group', ['m1', '--group', 'g1', ...options], /either the ids of matches/],
    ['no reason', ['m1', '--decision', 'confirmed'], /--decision and --reason/],
    ['exceptions without a group', ['m1', '--except', 'm2', ...options], /--except is only/],
    ['a proposal of several', ['m1', 'm2', '--proposal', 'p1', ...options], /--proposal is for one match/],
  ])('%s is refused before anything is sent', async (_case, args, message) => {
    await serve(answer);
    const { exitCode, stderr } = await runAssay(['matches', 'decide', ...args], service.env);

    expect([exitCode, service.asked]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });

  test('a refusal ends the command, and what was decided before is printed', async () => {
    await serve((asked) =>
      asked.path.includes('m2') ? { status: 409, body: { code: 'x', detail: 'Taken.' } } : answer(asked),
    );
    const { exitCode, stdout } = await runAssay(['matches', 'decide', 'm1', 'm2', 'm3', ...options], service.env);

    expect(exitCode).not.toBe(0);
    expect(stdout).toContain('m1');
    expect(service.asked).toHaveLength(2);
  });
});

describe('policies retire', () => {
  const versions = [3, 2].map((version) => ({
    resource: 'policies',
    id: `v${version}`,
    data: { version, status: 'published', key: 'onboarding' },
  }));
  const answer = ({ path }: Asked): Reply => {
    if (path.includes('/proposals')) return { body: { id: 'p1' } };
    if (path.endsWith('/retire')) return { body: { id: 'v2', data: {} } };
    return { body: { items: versions, nextOffset: null } };
  };
  const retire = (...args: string[]) =>
    runAssay(['policies', 'retire', 'onboarding', '--reason', 'Replaced.', ...args], service.env);
  const sent = () =>
    service.asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, JSON.parse(body)]);

  test('retires the version of that number, with the proposal of another person', async () => {
    await serve(answer);

    expect((await retire('--version', '2', '--proposal', 'p1')).stdout).toContain('Retired version 2 of onboarding');
    expect(sent()).toEqual([['/api/v1/risk/policies/v2/retire', { reason: 'Replaced.', proposalId: 'p1' }]]);
  });

  test('proposes it', async () => {
    await serve(answer);

    expect((await retire('--version', '3', '--propose')).stdout).toContain('--proposal p1');
    expect(sent()).toEqual([['/api/v1/risk/policies/v3/proposals', { reason: 'Replaced.', change: 'retire' }]]);
  });

  test('an unknown version, and a call without one, send nothing', async () => {
    await serve(answer);

    expect((await retire('--version', '9')).stderr).toContain('no version 9');
    expect((await retire()).stderr).toContain('--version and --reason');
    expect(sent()).toEqual([]);
  });
});
