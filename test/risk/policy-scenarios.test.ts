import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, type Response } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { aDefinition, aWorld, done, EMAIL_AGE, eventTypes, newSource, type World } from '#test/support/risk-world.ts';

/** Tests of a policy: scenarios with what they expect, alone and stored beside a version. */
const { createPolicy, simulatePolicy, readPolicyScenarios, replacePolicyScenarios } = riskRoutes;
const { proposePolicy, publishPolicy } = riskRoutes;

let world: World;
let source: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  source = (await newSource(world)).identity;
});

const AT = '2026-03-14T09:26:53.589Z';
const scenario = (name: string, value: number | null, more: object = {}) => ({
  name,
  evaluatedAt: AT,
  evidence:
    value === null ? [] : [{ fact: EMAIL_AGE, source, status: 'available', value, observedAt: '2026-03-14T09:00:00Z' }],
  ...more,
});
const NEW = (expected: object) => scenario('a new address', 3, { expect: expected });

const codeOf = ({ status, body }: Response) => [status, body.code];
const definition = () => aDefinition(source);
const create = async (scenarios?: unknown, as: Credential = world.owner) =>
  call(as, createPolicy, {
    body: { key: `p${randomUUID()}`, definition: definition(), ...(scenarios !== undefined && { scenarios }) },
  });
const draftWith = async (scenarios?: unknown): Promise<string> => {
  const { status, body } = await create(scenarios);
  expect(status).toBe(201);
  return body.id;
};
const read = (id: string) => done(world.client, readPolicyScenarios, { params: { id } });
const replace = (id: string, scenarios: unknown, as: Credential = world.owner) =>
  call(as, replacePolicyScenarios, { params: { id }, body: { scenarios } });

describe('simulating with an expectation', () => {
  const simulate = (body: object) =>
    call(world.client, simulatePolicy, { body: { definition: definition(), ...body } });

  test('says whether it holds, and what is otherwise', async () => {
    const { body } = await simulate({
      scenarios: [
        NEW({ applicability: 'applicable', outcome: 'complete', score: 40, band: 'high', decision: 'review' }),
        NEW({ score: 41, band: 'high', actions: [] }),
        scenario('unknown', null, { expect: { outcome: 'complete', score: null } }),
        scenario('unchecked', 3),
      ],
    });

    expect(body.results.map(({ passed, differences }: Response['body']) => ({ passed, differences }))).toEqual([
      { passed: true, differences: [] },
      {
        passed: false,
        differences: [
          { member: 'score', expected: 41, actual: 40 },
          { member: 'actions', expected: [], actual: ['manual_review'] },
        ],
      },
      { passed: false, differences: [{ member: 'outcome', expected: 'complete', actual: 'incomplete' }] },
      { passed: undefined, differences: undefined },
    ]);
    expect(body.results[3]).not.toHaveProperty('passed');
    expect(body).not.toHaveProperty('unreached');
  });

  test('names what no scenario reaches, where it is asked', async () => {
    const { body } = await simulate({ scenarios: [scenario('old', 400)], coverage: true });

    expect(body.unreached).toEqual({
      groups: [],
      bands: ['high'],
      cases: [{ factor: 'email_age', case: 0 }],
      rules: [],
    });
  });

  test.each([
    ['without members', {}],
    ['with an unknown member', { points: 1 }],
    ['with a repeated action', { actions: ['a', 'a'] }],
    ['with an unknown decision', { decision: 'allow' }],
    ['that is null', null],
  ])('an expectation %s is refused', async (_case, expected) => {
    const answer = await simulate({ scenarios: [scenario('one', 3, { expect: expected })] });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(answer.body.errors[0].path).toMatch(/^scenarios\.0\.expect/);
  });
});

describe('scenarios of a version', () => {
  test('are stored with the draft and answered with what it makes of them', async () => {
    const id = await draftWith([NEW({ band: 'high' }), NEW2({ band: 'high' }), scenario('unchecked', null)]);

    const stored = await read(id);

    expect(stored).toMatchObject({
      policyVersionId: id,
      passed: 1,
      failed: 1,
      unchecked: 1,
      savedBy: expect.stringMatching(/^user:/),
      unreached: { groups: [], bands: [], cases: [], rules: [] },
    });
    expect(stored.scenarios).toMatchObject([
      {
        name: 'a new address',
        expect: { band: 'high' },
        passed: true,
        differences: [],
        actual: { score: 40, band: 'high' },
      },
      { name: 'an old address', passed: false, differences: [{ member: 'band', expected: 'high', actual: 'low' }] },
      { name: 'unchecked', actual: { outcome: 'incomplete', band: null } },
    ]);
    expect(stored.scenarios[2]).not.toHaveProperty('passed');
  });

  const NEW2 = (expected: object) => scenario('an old address', 400, { expect: expected });

  test('are none where none were saved, and an unknown version is not found', async () => {
    const empty = await read(await draftWith());
    const unknown = await call(world.client, readPolicyScenarios, { params: { id: randomUUID() } });
    const replaced = await replace(randomUUID(), []);

    expect(empty).toMatchObject({ scenarios: [], passed: 0, failed: 0, unchecked: 0, savedBy: null, savedAt: null });
    expect(empty.unreached.bands).toEqual(['low', 'high']);
    expect([codeOf(unknown), codeOf(replaced)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });

  test('are replaced as a whole, with an event, and change neither definition nor hash', async () => {
    const { body: created } = await create([NEW({ band: 'high' })]);

    const answer = await replace(created.id, [scenario('another', 400, { expect: { decision: 'none' } })]);
    const record = await done(world.client, riskRoutes.readRecord, {
      params: { resource: 'policies', id: created.id },
    });

    expect(answer).toMatchObject({ status: 200, body: { passed: 1, scenarios: [{ name: 'another' }] } });
    expect(await read(created.id)).toEqual(answer.body);
    expect(record).toEqual(created);
    expect(await eventTypes(world, created.id)).toEqual(['risk.policy.created', 'risk.policy.scenarios_replaced']);
  });

  test('without a time are evaluated at the time they were saved, on every later day', async () => {
    const { evaluatedAt: _none, ...now } = scenario('fresh', 3, { expect: { band: 'high' } });
    const recent = {
      ...now,
      evidence: [{ ...now.evidence[0], observedAt: new Date(Date.now() - 60_000).toISOString() }],
    };

    const stored = await read(await draftWith([recent]));

    expect(stored.scenarios[0].evaluatedAt).toBe(stored.savedAt);
    expect(stored.passed).toBe(1);
  });

  const manyFacts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      fact: `fact.${index}`,
      source: `registered:${'0'.repeat(8)}-0000-7000-8000-00000000000a`,
      status: 'available',
      value: 'x'.repeat(60),
      observedAt: AT,
    }));

  test.each([
    ['two of one name', () => [scenario('one', 3), scenario('one', 4)], 400, 'invalid_body'],
    ['more than 200', () => Array.from({ length: 201 }, (_, index) => scenario(`s${index}`, 3)), 400, 'invalid_body'],
    [
      'more than 256 KiB',
      () => Array.from({ length: 200 }, (_, index) => scenario(`s${index}`, 3, { evidence: manyFacts(10) })),
      413,
      'scenarios_too_large',
    ],
  ])('%s are refused, and nothing changes', async (_case, made, status, code) => {
    const scenarios = made();
    const id = await draftWith([NEW({ band: 'high' })]);
    const before = await everyRow('risk');

    const answers = [await replace(id, scenarios), await create(scenarios)];

    expect(answers.map(codeOf)).toEqual([
      [status, code],
      [status, code],
    ]);
    expect(await everyRow('risk')).toEqual(before);
  });

  test('are replaced by owners and admins only', async () => {
    const id = await draftWith();

    const answers = [
      await replace(id, [NEW({ band: 'high' })], world.member),
      await replace(id, [NEW({ band: 'high' })], world.client),
      await replace(id, [NEW({ band: 'high' })], world.admin),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
  });

  test('of another mode or organization are not found', async () => {
    const id = await draftWith([NEW({ band: 'high' })]);
    const [live, other] = [await aWorld('live', world.organizationId), await aWorld()];

    for (const { client, owner } of [live, other]) {
      expect(codeOf(await call(client, readPolicyScenarios, { params: { id } }))).toEqual([404, 'not_found']);
      expect(codeOf(await replace(id, [], owner))).toEqual([404, 'not_found']);
    }
    expect(await read(id)).toMatchObject({ passed: 1 });
  });
});

describe('a version whose scenarios fail', () => {
  const propose = (id: string, as: Credential = world.member) =>
    call(as, proposePolicy, { params: { id }, body: { reason: 'Tested.' } });
  const publish = (id: string, body?: object, as: Credential = world.owner) =>
    call(as, publishPolicy, { params: { id }, ...(body && { body }) });

  test('can be neither proposed nor published, and says what fails', async () => {
    const id = await draftWith([
      NEW({ band: 'high' }),
      scenario('an old address', 400, { expect: { band: 'high', score: 1 } }),
    ]);
    const before = await everyRow('risk');

    const answers = [await propose(id), await publish(id)];

    expect(answers.map(codeOf)).toEqual([
      [422, 'scenarios_failed'],
      [422, 'scenarios_failed'],
    ]);
    for (const { body } of answers)
      expect(body.errors).toEqual([
        { path: 'scenarios.1.expect.score', message: 'Scenario "an old address": expected 1, was 0.' },
        { path: 'scenarios.1.expect.band', message: 'Scenario "an old address": expected "high", was "low".' },
      ]);
    expect(await everyRow('risk')).toEqual(before);
    await replace(id, [NEW({ band: 'high' })]);
    expect(await propose(id)).toMatchObject({
      status: 201,
      body: { scenarios: { passed: 1, failed: 0, unchecked: 0 } },
    });
    expect((await publish(id)).status).toBe(200);
  });

  test('a proposal without scenarios says nothing of them', async () => {
    expect((await propose(await draftWith())).body).not.toHaveProperty('scenarios');
  });

  test('what a second person approves does not change before the approval', async () => {
    const strict = await aWorld();
    await done(strict.owner, organizationRoutes.updateSettings, {
      body: { fourEyes: { policies: true }, expectedRevision: 0 },
    });
    const { identity } = await newSource(strict);
    const { id } = await done(strict.owner, createPolicy, {
      body: {
        key: 'p',
        definition: aDefinition(identity),
        scenarios: [scenario('unknown', null, { expect: { outcome: 'incomplete' } })],
      },
    });
    const { body: proposal } = await propose(id, strict.owner);

    const changed = await replace(id, [], strict.owner);
    const published = await publish(id, { proposalId: proposal.id, reason: 'Read.' }, strict.admin);
    const afterwards = await replace(id, [], strict.owner);

    expect([codeOf(changed), published.status, codeOf(afterwards)]).toEqual([
      [409, 'proposal_open'],
      200,
      [409, 'already_published'],
    ]);
    expect(await done(strict.client, readPolicyScenarios, { params: { id } })).toMatchObject({ passed: 1 });
  });

  test('scenarios that change while the version is published or proposed: one of both wins', async () => {
    for (const other of [publish, propose]) {
      const id = await draftWith([NEW({ band: 'high' })]);

      const [changed, made] = await Promise.all([replace(id, [NEW({ band: 'low' })]), other(id)]);
      const { failed } = await read(id);

      // Whoever came second saw what the first had stored.
      const hasChanged = changed.status === 200;
      expect(failed).toBe(hasChanged ? 1 : 0);
      expect(made.status < 300).toBe(!hasChanged);
    }
  });
});
