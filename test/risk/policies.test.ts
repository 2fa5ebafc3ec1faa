import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#shared/platform/canonical-json.ts';
import { PolicyRecord } from '#shared/risk/policy.ts';
import { PolicyDefinition } from '#shared/risk/policy-engine/definition.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  ago,
  aWorld,
  done,
  EMAIL_AGE,
  eventTypes,
  readRecord,
  type World,
} from '#test/support/risk-world.ts';

const { createPolicy, publishPolicy, validatePolicy, simulatePolicy, readPolicySchema } =
  riskRoutes;
const SOURCE = 'registered:019ced2c-2000-7000-8000-5d3c2b1a0f00';
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const aKey = () => `p${randomUUID()}`;
const create = (definition: unknown, key = aKey(), as = world.owner) =>
  call(as, createPolicy, { body: { key, definition } });
const publish = (id: string, as = world.owner) => call(as, publishPolicy, { params: { id } });

const screening = (value: string) =>
  aDefinition(SOURCE, {
    inputs: [
      {
        ...{ key: 'screening.sanctions', type: 'string', maxAgeSeconds: 86_400 },
        acceptedSources: [SOURCE],
      },
    ],
    factors: [],
    rules: [
      {
        ...{ key: 'hit', reason: 'Listed.', forceBand: 'high' },
        all: [{ input: 'screening.sanctions', operator: 'eq', value }],
      },
    ],
  });

/** A definition whose normalized request has exactly so many bytes. */
function ofBytes(bytes: number, filler: string, key: string) {
  const reasons = (text: string[]) =>
    aDefinition(SOURCE, {
      rules: text.map((reason, index) => ({
        ...{ key: `r${index}`, reason },
        all: [{ input: EMAIL_AGE, operator: 'gt', value: index }],
      })),
    });
  const room = (definition: unknown) =>
    bytes -
    Buffer.byteLength(canonicalJson({ key, definition: PolicyDefinition.parse(definition) }));
  const text: string[] = [];
  while (room(reasons([...text, filler.repeat(200)])) > 2_000) text.push(filler.repeat(200));
  const rest = room(reasons([...text, 'x', 'x', 'x', 'x']));
  const parts = [0, 1, 2, 3].map((part) => Math.floor((rest + part) / 4));
  return reasons([...text, ...parts.map((part) => `x${'x'.repeat(part)}`)]);
}

describe('a version', () => {
  test('starts as a draft in normalized form, and can be read', async () => {
    const created = await create(aDefinition(SOURCE));
    const read = await readRecord(world, 'policies', created.body.id);

    const { data } = PolicyRecord.parse(created.body);
    expect(created.status).toBe(201);
    expect(data).toMatchObject({ version: 1, status: 'draft', publishedAt: null });
    expect(data.definition).toMatchObject({ applicability: [], rules: [], floor: 0 });
    expect(read).toMatchObject({ status: 200, body: created.body });
  });

  test('of the same key gets the next number, of another key the first', async () => {
    const key = aKey();
    const versions = [];
    for (const name of [key, key, aKey(), key])
      versions.push((await create(aDefinition(SOURCE), name)).body.data.version);

    expect(versions).toEqual([1, 2, 1, 3]);
  });

  test('gets a number of its own when several are made at once', async () => {
    const key = aKey();

    const answers = await Promise.all([1, 2, 3, 4].map(() => create(aDefinition(SOURCE), key)));

    expect(answers.map(({ body }) => body.data?.version).sort()).toEqual([1, 2, 3, 4]);
  });

  test('keeps any number of a condition to the last digit', async () => {
    const all = [1e308, 5e-324, -0.1, 2 ** 53 + 2, 1e21].map((value) => ({
      ...{ input: EMAIL_AGE, operator: 'lt', value },
    }));
    const cases = [{ all, points: 0.000001 }];
    const factors = [{ key: 'f', match: 'first', weight: 1, defaultPoints: 0, cases }];

    const { body } = await create(aDefinition(SOURCE, { factors }));
    const read = await readRecord(world, 'policies', body.id);

    expect(read.body.data.definition.factors[0].cases).toEqual(cases);
  });
});

describe('publication', () => {
  test('lets the version be used and changes nothing else of it', async () => {
    const draft = (await create(aDefinition(SOURCE))).body;

    const published = await publish(draft.id);

    expect(published).toMatchObject({ status: 200, body: { id: draft.id } });
    expect(published.body.data).toEqual({
      ...draft.data,
      ...{ status: 'published', publishedAt: published.body.data.publishedAt },
    });
    expect((await readRecord(world, 'policies', draft.id)).body).toEqual(published.body);
    expect(await eventTypes(world, draft.id)).toEqual([
      'risk.policy.created',
      'risk.policy.published',
    ]);
  });

  test('happens once', async () => {
    const { id } = (await create(aDefinition(SOURCE))).body;

    const answers = await Promise.all([publish(id), publish(id)]);
    const again = await publish(id);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(again).toMatchObject({ status: 409, body: { code: 'already_published' } });
  });

  test('of another version of the key leaves the first as it was', async () => {
    const key = aKey();
    const first = (await create(aDefinition(SOURCE), key)).body;
    const second = (await create(aDefinition(SOURCE), key)).body;
    const published = (await publish(first.id)).body;
    await publish(second.id);

    expect((await readRecord(world, 'policies', first.id)).body).toEqual(published);
  });

  test('refuses screening values that are not documented, which a draft may hold', async () => {
    const draft = await create(screening('blocked'));
    const refused = await publish(draft.body.id);
    const documented = await create(screening('possible_match'));

    expect(draft.status).toBe(201);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
    expect(refused.body.errors).toMatchObject([{ path: 'definition.rules.0.all.0.value' }]);
    expect((await publish(documented.body.id)).status).toBe(200);
    expect((await readRecord(world, 'policies', draft.body.id)).body.data.status).toBe('draft');
  });

  test('takes no body', async () => {
    const { id } = (await create(aDefinition(SOURCE))).body;

    expect((await publish(id)).status).toBe(200);
  });
});

test.each(['client', 'member'] as const)('is nothing for a %s to make or publish', async (who) => {
  const { id } = (await create(aDefinition(SOURCE))).body;

  const answers = [
    await create(aDefinition(SOURCE), aKey(), world[who]),
    await publish(id, world[who]),
  ];

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('is as well an admin’s to make and publish', async () => {
  const { body, status } = await create(aDefinition(SOURCE), aKey(), world.admin);

  expect([status, (await publish(body.id, world.admin)).status]).toEqual([201, 200]);
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('is not there for another %s, whose numbers start anew', async (_case, other) => {
  const stranger = await other();
  const key = aKey();
  const { id } = (await create(aDefinition(SOURCE), key)).body;

  const theirs = await create(aDefinition(SOURCE), key, stranger.owner);

  expect((await publish(id, stranger.owner)).status).toBe(404);
  expect(theirs.body.data.version).toBe(1);
});

test('a definition with faults is refused with all of them', async () => {
  const broken = aDefinition(SOURCE, { aggregation: 'average', bands: [] });

  const response = await create({ ...broken, scripts: ['x'] });

  expect(response).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
  const paths = response.body.errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['definition.aggregation', 'definition.bands', 'definition.scripts']),
  );
});

test.each([
  ['no key', { definition: {} }],
  ['a key of 81 characters', { key: `a${'b'.repeat(80)}`, definition: {} }],
  ['a definition that is a list', { key: 'a', definition: [] }],
  ['a status', { key: 'a', definition: {}, status: 'published' }],
])('a request with %s is refused', async (_case, body) => {
  expect(await call(world.owner, createPolicy, { body })).toMatchObject({ status: 400 });
});

describe('64 KiB of normalized request', () => {
  test.each([
    [65_535, 'x', 201],
    [65_536, 'x', 201],
    [65_537, 'x', 413],
    [65_536, '€', 201],
    [65_537, '€', 413],
    [65_536, '\u{1f600}', 201],
    [65_537, '\u{1f600}', 413],
  ])('%i bytes of %s: %i', async (bytes, filler, status) => {
    const key = aKey();
    const definition = ofBytes(bytes, filler, key);

    const created = await create(definition, key);
    const { body } = await call(world.client, validatePolicy, { body: { key, definition } });

    expect(created.status).toBe(status);
    if (status === 413) expect(created.body.code).toBe('policy_too_large');
    else expect((await readRecord(world, 'policies', created.body.id)).body).toEqual(created.body);
    expect(body.valid).toBe(status === 201);
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(
      status === 201 ? [] : ['policy_too_large'],
    );
  });

  test('are counted after layout is taken away', async () => {
    const rawBody = JSON.stringify(
      { key: aKey(), definition: aDefinition(SOURCE) },
      null,
      1,
    ).replaceAll('\n', `\n${' '.repeat(2_000)}`);

    const created = await call(world.owner, createPolicy, { rawBody });

    expect(Buffer.byteLength(rawBody)).toBeGreaterThan(65_536);
    expect(created.status).toBe(201);
  });
});

describe('validation', () => {
  test('finds nothing in a good policy and shows it normalized', async () => {
    const response = await call(world.client, validatePolicy, {
      body: { key: 'onboarding', definition: aDefinition(SOURCE) },
    });

    expect(response).toMatchObject({ status: 200, body: { valid: true, errors: [] } });
    expect(response.body.normalized).toEqual(PolicyDefinition.parse(aDefinition(SOURCE)));
  });

  test('names every fault with its place and a code', async () => {
    const definition = aDefinition('somebody', {
      bands: [
        { id: 'low', from: 1, effect: { decision: 'none', actions: [] } },
        { id: 'high', from: 1, effect: { decision: 'allow', actions: [] } },
      ],
      factors: [
        {
          ...{ key: 'f', match: 'first', weight: 1 },
          cases: [{ all: [{ input: 'nobody', operator: 'lt', value: 1 }], points: 1 }],
        },
      ],
      rules: [
        {
          ...{ key: 'r', reason: 'Because.', forceBand: 'middle' },
          all: [{ input: EMAIL_AGE, operator: 'eq', value: 'thirty' }],
        },
      ],
    });

    const { body } = await call(world.client, validatePolicy, { body: { key: 'a', definition } });

    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(body).toMatchObject({ valid: false, normalized: null });
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['inputs.0.acceptedSources.0', 'bands.0.from', 'bands.1.from'],
        ...['bands.1.effect.decision', 'factors.0.cases.0.all.0.input'],
        ...['rules.0.forceBand', 'rules.0.all.0.value'],
      ]),
    );
    expect(body.errors.every((error: { code: string }) => /^[a-z_]+$/.test(error.code))).toBe(true);
  });

  test('names undocumented screening values, as publication will', async () => {
    const body = { key: 'a', definition: screening('blocked') };

    const answer = await call(world.client, validatePolicy, { body });

    expect(answer.body).toMatchObject({ valid: false, errors: [{ code: 'undocumented_value' }] });
  });

  test('wants no idempotency key and saves nothing', async () => {
    const before = (await everyRow('risk')).length + (await everyRow('journal')).length;

    const answer = await call(world.client, validatePolicy, {
      body: { key: 'a', definition: aDefinition(SOURCE) },
      idempotencyKey: null,
    });

    expect(answer.status).toBe(200);
    expect((await everyRow('risk')).length + (await everyRow('journal')).length).toBe(before);
  });
});

describe('simulation', () => {
  const evidence = (value: unknown) => [
    { fact: EMAIL_AGE, source: SOURCE, status: 'available', value, observedAt: ago(60_000) },
  ];
  const scenarios = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}`, evidence: evidence(index) }));
  const simulate = (body: object) => call(world.client, simulatePolicy, { body });

  test('evaluates each scenario, and saves and announces nothing', async () => {
    const before = (await everyRow('risk')).length + (await everyRow('journal')).length;

    const answer = await simulate({
      definition: aDefinition(SOURCE),
      scenarios: [
        { name: 'young', evidence: evidence(3) },
        { name: 'old', evidence: evidence(300) },
        { name: 'nothing', evidence: [] },
        { name: 'later', evaluatedAt: ago(-2 * 86_400_000), evidence: evidence(3) },
      ],
    });

    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { name: 'young', evaluation: { score: 40, band: 'high', decision: 'review' } },
      { name: 'old', evaluation: { score: 0, band: 'low', decision: 'none' } },
      { name: 'nothing', evaluation: { score: null, outcome: 'incomplete', decision: 'review' } },
      { name: 'later', evaluation: { inputs: [{ reason: 'stale' }] } },
    ]);
    expect((await everyRow('risk')).length + (await everyRow('journal')).length).toBe(before);
  });

  test('takes a stored version, draft or published', async () => {
    const { id } = (await create(aDefinition(SOURCE))).body;

    const answer = await simulate({ policyVersionId: id, scenarios: scenarios(1) });

    expect(answer.body.results).toMatchObject([{ evaluation: { score: 40 } }]);
  });

  test.each([
    [1, 200],
    [50, 200],
    [51, 400],
    [0, 400],
  ])('of %i scenarios: %i', async (count, status) => {
    const definition = aDefinition(SOURCE);

    expect((await simulate({ definition, scenarios: scenarios(count) })).status).toBe(status);
  });

  test.each([
    ['neither policy nor version', () => ({}), 400],
    ['both', () => ({ definition: aDefinition(SOURCE), policyVersionId: randomUUID() }), 400],
    ['an unknown version', () => ({ policyVersionId: randomUUID() }), 404],
    ['a broken definition', () => ({ definition: { inputs: [] } }), 422],
    ['more than 64 KiB', () => ({ definition: ofBytes(66_000, 'x', 'a') }), 413],
  ])('with %s is refused', async (_case, policy, status) => {
    expect((await simulate({ ...policy(), scenarios: scenarios(1) })).status).toBe(status);
  });

  test('refuses a fact that a source states twice', async () => {
    const twice = [...evidence(1), ...evidence(2)];

    const answer = await simulate({
      definition: aDefinition(SOURCE),
      scenarios: [{ name: 'x', evidence: twice }],
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('answers within what a function may answer, or refuses', async () => {
    // Every rule matches and has its say about band, decision and reason.
    const rules = Array.from({ length: 200 }, (_, index) => ({
      ...{ key: `r${index}${'k'.repeat(70)}`, reason: '€'.repeat(10), forceBand: 'high' },
      all: [{ input: EMAIL_AGE, operator: 'gt', value: 1 }],
      effect: { decision: 'review' },
    }));
    const definition = aDefinition(SOURCE, { rules });
    const all = scenarios(50).map(({ name }) => ({ name, evidence: evidence(1e9) }));

    const answer = await simulate({ definition, scenarios: all });

    expect(answer).toMatchObject({ status: 413, body: { code: 'simulation_too_large' } });
    expect((await simulate({ definition, scenarios: all.slice(40) })).status).toBe(200);
  });
});

test('the format is described by a JSON Schema', async () => {
  const format = await done(world.client, readPolicySchema);

  expect(format).toMatchObject({
    formatVersion: 1,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $ref: '#/$defs/PolicyDefinition',
    },
  });
  expect(Object.keys(format.schema.$defs.PolicyDefinition.properties)).toEqual(
    expect.arrayContaining([
      ...['inputs', 'applicability', 'factors', 'aggregation', 'floor', 'ceiling'],
      ...['bands', 'rules', 'missingEvidence', 'reviewAfterSeconds'],
    ]),
  );
});
