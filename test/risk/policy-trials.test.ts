import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#packages/foundation/src/canonical-json.ts';
import { PolicyDefinition } from '#packages/policy-engine/src/definition.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { aPolicyKey, aScreeningPolicy } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aDefinition, ago, aWorld, done, EMAIL_AGE, newSource, readRecord } from '#test/support/risk-world.ts';

/** A policy before it counts: its size, what is wrong with it, and what it would decide. */
const { createPolicy, validatePolicy, simulatePolicy, readPolicySchema } = riskRoutes;
const world = preparedForFile(async () => {
  const made = await aWorld();
  return { ...made, source: (await newSource(made)).identity };
});

const create = (definition: unknown, key = aPolicyKey()) =>
  call(world.owner, createPolicy, { body: { key, definition } });

/** A definition whose normalized request has exactly so many bytes. */
function ofBytes(bytes: number, filler: string, key: string) {
  const reasons = (text: string[]) =>
    aDefinition(world.source, {
      rules: text.map((reason, index) => ({
        key: `r${index}`,
        reason,
        all: [{ input: EMAIL_AGE, operator: 'gt', value: index }],
      })),
    });
  const room = (definition: unknown) =>
    bytes - Buffer.byteLength(canonicalJson({ key, definition: PolicyDefinition.parse(definition) }));
  const text: string[] = [];
  while (room(reasons([...text, filler.repeat(200)])) > 2_000) text.push(filler.repeat(200));
  const rest = room(reasons([...text, 'x', 'x', 'x', 'x']));
  const parts = [0, 1, 2, 3].map((part) => Math.floor((rest + part) / 4));
  return reasons([...text, ...parts.map((part) => `x${'x'.repeat(part)}`)]);
}

describe('the 64 KiB limit of a normalized policy', () => {
  test.each([
    [65_535, 'x', 201],
    [65_536, 'x', 201],
    [65_537, 'x', 413],
    [65_536, '€', 201],
    [65_537, '€', 413],
    [65_536, '\u{1f600}', 201],
    [65_537, '\u{1f600}', 413],
  ])('%i bytes of %s: %i', async (bytes, filler, status) => {
    const key = aPolicyKey();
    const definition = ofBytes(bytes, filler, key);

    const created = await create(definition, key);
    const { body } = await call(world.client, validatePolicy, { body: { key, definition } });

    expect(created.status).toBe(status);
    if (status === 413) expect(created.body.code).toBe('policy_too_large');
    else expect((await readRecord(world, 'policies', created.body.id)).body).toEqual(created.body);
    expect(body.valid).toBe(status === 201);
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(status === 201 ? [] : ['policy_too_large']);
  });

  const rules = (count: number, reason: string) =>
    Array.from({ length: count }, (_, index) => ({
      key: `r${index}`,
      reason,
      all: [{ input: EMAIL_AGE, operator: 'gt', value: index }],
    }));

  test('is the only limit on the number of rules', async () => {
    const definition = aDefinition(world.source, { rules: rules(201, 'Short.') });

    expect((await create(definition)).status).toBe(201);
  });

  test.each([
    ['many rules', { rules: rules(700, 'x'.repeat(100)) }],
    ['rules that are also invalid', { rules: rules(700, 'x'.repeat(100)), bands: [] }],
  ])('are checked before anything else: %s', async (_case, changes) => {
    const definition = aDefinition(world.source, changes);

    const created = await create(definition);
    const simulated = await call(world.client, simulatePolicy, {
      body: { definition, scenarios: [{ name: 'a', evidence: [] }] },
    });

    for (const answer of [created, simulated])
      expect(answer).toMatchObject({ status: 413, body: { code: 'policy_too_large' } });
    expect(created.body.detail).toMatch(/has \d+ bytes\. The limit is 65536\./);
  });

  test('does not count whitespace', async () => {
    const rawBody = JSON.stringify({ key: aPolicyKey(), definition: aDefinition(world.source) }, null, 1).replaceAll(
      '\n',
      `\n${' '.repeat(2_000)}`,
    );

    const created = await call(world.owner, createPolicy, { rawBody });

    expect(Buffer.byteLength(rawBody)).toBeGreaterThan(65_536);
    expect(created.status).toBe(201);
  });
});

describe('validating a policy', () => {
  test('finds no error in a valid policy and returns it normalized', async () => {
    const response = await call(world.client, validatePolicy, {
      body: { key: 'onboarding', definition: aDefinition(world.source) },
    });

    expect(response).toMatchObject({ status: 200, body: { valid: true, errors: [], warnings: [] } });
    expect(response.body.normalized).toEqual(PolicyDefinition.parse(aDefinition(world.source)));
  });

  test('names what does nothing in a valid policy, and nothing in an invalid one', async () => {
    const rule = { key: 'r', reason: 'Because.', all: [{ input: EMAIL_AGE, operator: 'gt', value: 1 }] };
    const warned = async (changes: Record<string, unknown>) =>
      (await call(world.client, validatePolicy, { body: { key: 'a', definition: aDefinition(world.source, changes) } }))
        .body;

    expect(await warned({ rules: [rule] })).toMatchObject({
      valid: true,
      warnings: [
        { path: 'rules.0', code: 'rule_without_effect', message: 'The rule `r` changes no band, decision or action.' },
      ],
    });
    expect(await warned({ rules: [rule, { ...rule, key: 's', forceBand: 'top' }] })).toMatchObject({
      valid: false,
      warnings: [],
    });
  });

  test('reports every error with path and code', async () => {
    const definition = aDefinition('somebody', {
      bands: [
        { id: 'low', from: 1, effect: { decision: 'none', actions: [] } },
        { id: 'high', from: 1, effect: { decision: 'allow', actions: [] } },
      ],
      factors: [
        {
          key: 'f',
          match: 'first',
          weight: 1,
          cases: [{ all: [{ input: 'nobody', operator: 'lt', value: 1 }], points: 1 }],
        },
      ],
      rules: [
        {
          key: 'r',
          reason: 'Because.',
          forceBand: 'middle',
          all: [{ input: EMAIL_AGE, operator: 'eq', value: 'thirty' }],
        },
      ],
    });

    const { body } = await call(world.client, validatePolicy, { body: { key: 'a', definition } });

    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(body).toMatchObject({ valid: false, normalized: null });
    expect(paths).toEqual(
      expect.arrayContaining([
        'inputs.0.acceptedSources.0',
        'bands.0.from',
        'bands.1.from',
        'bands.1.effect.decision',
        'factors.0.cases.0.all.0.input',
        'rules.0.forceBand',
        'rules.0.all.0.value',
      ]),
    );
    expect(body.errors.every((error: { code: string }) => /^[a-z_]+$/.test(error.code))).toBe(true);
  });

  test('reports undocumented screening values, as publication does', async () => {
    const body = { key: 'a', definition: aScreeningPolicy('blocked') };

    const answer = await call(world.client, validatePolicy, { body });

    expect(answer.body).toMatchObject({ valid: false, errors: [{ code: 'undocumented_value' }] });
  });

  test('requires no idempotency key and saves nothing', async () => {
    const before = (await everyRow('risk')).length + (await everyRow('journal')).length;

    const answer = await call(world.client, validatePolicy, {
      body: { key: 'a', definition: aDefinition(world.source) },
      idempotencyKey: null,
    });

    expect(answer.status).toBe(200);
    expect((await everyRow('risk')).length + (await everyRow('journal')).length).toBe(before);
  });
});

describe('simulating a policy', () => {
  const evidence = (value: unknown) => [
    { fact: EMAIL_AGE, source: world.source, status: 'available', value, observedAt: ago(60_000) },
  ];
  const scenarios = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}`, evidence: evidence(index) }));
  const simulate = (body: object) => call(world.client, simulatePolicy, { body });

  test('evaluates each scenario, saves nothing and sends no events', async () => {
    const before = (await everyRow('risk')).length + (await everyRow('journal')).length;

    const answer = await simulate({
      definition: aDefinition(world.source),
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

  test('checks applicability and reports it for each scenario', async () => {
    const covered = { all: [{ input: EMAIL_AGE, operator: 'lt', value: 30 }] };

    const answer = await simulate({
      definition: aDefinition(world.source, { applicability: [covered] }),
      scenarios: [
        { name: 'young', evidence: evidence(3) },
        { name: 'old', evidence: evidence(300) },
        { name: 'nothing', evidence: [] },
      ],
    });

    expect(answer.body.results).toMatchObject([
      { applicability: { status: 'applicable', reasons: [] }, evaluation: { score: 40 } },
      {
        applicability: { status: 'not_matched', reasons: [{ key: EMAIL_AGE }] },
        evaluation: null,
      },
      { applicability: { status: 'unknown', reasons: [{ key: EMAIL_AGE }] }, evaluation: null },
    ]);
  });

  test('accepts a stored version, draft or published', async () => {
    const { id } = (await create(aDefinition(world.source))).body;

    const answer = await simulate({ policyVersionId: id, scenarios: scenarios(1) });

    expect(answer.body.results).toMatchObject([{ evaluation: { score: 40 } }]);
  });

  test.each([
    [1, 200],
    [50, 200],
    [51, 400],
    [0, 400],
  ])('of %i scenarios: %i', async (count, status) => {
    const definition = aDefinition(world.source);

    expect((await simulate({ definition, scenarios: scenarios(count) })).status).toBe(status);
  });

  test.each([
    ['neither policy nor version', () => ({}), 400],
    ['both', () => ({ definition: aDefinition(world.source), policyVersionId: randomUUID() }), 400],
    ['an unknown version', () => ({ policyVersionId: randomUUID() }), 404],
    ['a broken definition', () => ({ definition: { inputs: [] } }), 422],
    ['more than 64 KiB', () => ({ definition: ofBytes(66_000, 'x', 'a') }), 413],
  ])('with %s is refused', async (_case, policy, status) => {
    expect((await simulate({ ...policy(), scenarios: scenarios(1) })).status).toBe(status);
  });

  test('refuses a repeated fact of a source', async () => {
    const twice = [...evidence(1), ...evidence(2)];

    const answer = await simulate({
      definition: aDefinition(world.source),
      scenarios: [{ name: 'x', evidence: twice }],
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('refuses results above the response limit of a function', async () => {
    // Every rule matches and has its say about band, decision and reason.
    const rules = Array.from({ length: 200 }, (_, index) => ({
      key: `r${index}${'k'.repeat(70)}`,
      reason: '€'.repeat(10),
      forceBand: 'high',
      all: [{ input: EMAIL_AGE, operator: 'gt', value: 1 }],
      effect: { decision: 'review' },
    }));
    const definition = aDefinition(world.source, { rules });
    const all = scenarios(50).map(({ name }) => ({ name, evidence: evidence(1e9) }));

    const answer = await simulate({ definition, scenarios: all });

    expect(answer).toMatchObject({ status: 413, body: { code: 'simulation_too_large' } });
    expect((await simulate({ definition, scenarios: all.slice(40) })).status).toBe(200);
  });
});

test('policy format: is described by a JSON Schema', async () => {
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
      'inputs',
      'applicability',
      'factors',
      'aggregation',
      'floor',
      'ceiling',
      'bands',
      'rules',
      'missingEvidence',
      'reviewAfterSeconds',
    ]),
  );
});
