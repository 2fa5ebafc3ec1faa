import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  aWorld,
  done,
  EMAIL_AGE,
  newSource,
  readRecord,
  type Source,
  type World,
} from '#test/support/risk-world.ts';

/** Registered sources of a policy are checked by validation and publication, and not before. */
const { createPolicy, publishPolicy, readPolicyScenarios, replacePolicyScenarios, simulatePolicy, validatePolicy } =
  riskRoutes;
const world = preparedForFile(async () => {
  const made = await aWorld();
  const live = await aWorld('live', made.organizationId);
  const source = await newSource(made);
  const [own, inLive, elsewhere] = [await keyOfSource(made, source), 'only_live', 'elsewhere'];
  await newSourceNamed(live, inLive);
  await newSourceNamed(live, own);
  await newSourceNamed(await aWorld(), elsewhere);
  return {
    ...made,
    keys: { own, inLive, elsewhere },
    inLive: live,
    source: source.identity,
    lists: (await newSource(made, [{ key: EMAIL_AGE, type: 'list', itemType: 'string' }])).identity,
    live: (await newSource(live)).identity,
  };
});

const keyOfSource = async (of: World, { id }: Source): Promise<string> =>
  (await readRecord(of, 'sources', id)).body.data.key;
const newSourceNamed = async (of: World, key: string) => {
  const facts = [{ key: EMAIL_AGE, type: 'number' }];
  await done(of.owner, riskRoutes.createSource, { body: { key, facts, apiKeyIds: [of.keyId] } });
};

const input = (changes: object) => ({
  key: EMAIL_AGE,
  type: 'number',
  acceptedSources: [world.source],
  maxAgeSeconds: 60,
  ...changes,
});
const policyWith = (changes: object) => aDefinition(world.source, { inputs: [input(changes)], factors: [] });

test.each<[string, () => object, string]>([
  ['unknown', () => ({ acceptedSources: [`registered:${randomUUID()}`] }), 'unknown_source'],
  ['of another mode', () => ({ acceptedSources: [world.live] }), 'unknown_source'],
  ['without the fact', () => ({ key: 'email.domain' }), 'undeclared_fact'],
  ['with another type of the fact', () => ({ type: 'string' }), 'source_type_mismatch'],
  [
    'with another type of items',
    () => ({ acceptedSources: [world.lists], type: 'list', itemType: 'number' }),
    'source_type_mismatch',
  ],
])('a source %s: validation reports it, a draft may have it, publication refuses', async (_case, changes, code) => {
  const body = { key: aPolicyKey(), definition: policyWith(changes()) };

  const validated = await call(world.client, validatePolicy, { body });
  const draft = await call(world.owner, createPolicy, { body });
  const published = await call(world.owner, publishPolicy, { params: { id: draft.body.id } });

  const path = 'inputs.0.acceptedSources.0';
  expect(validated.body).toMatchObject({
    valid: false,
    normalized: null,
    errors: [{ path, code }],
  });
  expect(draft.status).toBe(201);
  expect(published).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
  expect(published.body.errors).toMatchObject([{ path: `definition.${path}` }]);
  expect((await readRecord(world, 'policies', draft.body.id)).body.data.status).toBe('draft');
});

test('policy sources: a source that declares the fact with this type is accepted, as are other identities', async () => {
  const acceptedSources = [world.source, `user:${randomUUID()}`, `api_key:${randomUUID()}`];
  const body = { key: aPolicyKey(), definition: policyWith({ acceptedSources }) };

  const validated = await call(world.client, validatePolicy, { body });
  const { id } = (await call(world.owner, createPolicy, { body })).body;

  expect(validated.body).toMatchObject({ valid: true, errors: [] });
  expect((await call(world.owner, publishPolicy, { params: { id } })).status).toBe(200);
});

test('policy sources: the error for a malformed source names the accepted forms', async () => {
  const body = { key: 'a', definition: policyWith({ acceptedSources: ['kyc_form'] }) };

  const { errors } = (await call(world.client, validatePolicy, { body })).body;

  expect(errors).toMatchObject([{ code: 'invalid_source' }]);
  for (const form of ['source:', 'registered:', 'api_key:', 'user:', 'verification:', 'service:screening:'])
    expect(errors[0].message).toContain(form);
});

test('policy sources: a key is stored as the id in the mode of the caller, with the same hash', async () => {
  const named = (key: string) => ({
    key: aPolicyKey(),
    definition: policyWith({ acceptedSources: [`source:${key}`] }),
  });
  const byId = { key: aPolicyKey(), definition: policyWith({}) };

  const [first, second] = [
    await done(world.owner, createPolicy, { body: named(world.keys.own) }),
    await done(world.owner, createPolicy, { body: byId }),
  ];
  const live = await done(world.inLive.owner, createPolicy, { body: named(world.keys.own) });
  const { normalized } = await done(world.client, validatePolicy, { body: named(world.keys.own) });

  const accepted = ({ data }: typeof first) => data.definition.inputs[0].acceptedSources;
  expect([accepted(first), normalized.inputs[0].acceptedSources]).toEqual([[world.source], [world.source]]);
  expect(first.data.hash).toBe(second.data.hash);
  expect((await done(world.owner, publishPolicy, { params: { id: first.id } })).data.hash).toBe(second.data.hash);
  expect(accepted(live)[0]).toMatch(/^registered:/);
  expect(accepted(live)).not.toEqual([world.source]);
});

test('policy sources: a scenario names a source by its key, and is stored with its id', async () => {
  const { own } = world.keys;
  const definition = policyWith({ acceptedSources: [`source:${own}`] });
  const observedAt = '2026-03-14T09:00:00Z';
  const statement = (source: string) => ({ fact: EMAIL_AGE, source, status: 'available', value: 3, observedAt });
  const scenarios = [{ name: 'new', evaluatedAt: observedAt, evidence: [statement(`source:${own}`)] }];

  const { results } = await done(world.client, simulatePolicy, { body: { definition, scenarios } });
  const draft = await done(world.owner, createPolicy, { body: { key: aPolicyKey(), definition, scenarios } });
  const params = { id: draft.id };
  const stored = await done(world.client, readPolicyScenarios, { params });
  const wrong = [
    [statement('source:unknown')],
    [statement(`source:${own}`), statement(world.source)],
    [statement(`source:${world.keys.inLive}`)],
  ].map((evidence) =>
    call(world.owner, replacePolicyScenarios, { params, body: { scenarios: [{ name: 'x', evidence }] } }),
  );

  expect(results[0].evaluation).toMatchObject({ outcome: 'complete' });
  expect(stored.scenarios[0]).toMatchObject({ evidence: [{ source: world.source }], actual: { outcome: 'complete' } });
  expect((await Promise.all(wrong)).map(({ status, body }) => [status, body.code, body.errors[0].path])).toEqual([
    [422, 'unknown_source', 'scenarios.0.evidence.0.source'],
    [400, 'invalid_body', 'scenarios.0.evidence'],
    [422, 'unknown_source', 'scenarios.0.evidence.0.source'],
  ]);
});

test.each<[string, () => string[], object]>([
  ['unknown', () => ['source:unknown'], { code: 'unknown_source' }],
  ['of the other mode', () => [`source:${world.keys.inLive}`], { code: 'unknown_source' }],
  ['of another organization', () => [`source:${world.keys.elsewhere}`], { code: 'unknown_source' }],
  ['that is malformed', () => ['source:Not A Key'], { code: 'invalid_source' }],
  ['beside the id of the same source', () => [`source:${world.keys.own}`, world.source], { code: 'duplicate_source' }],
])('a key %s: validation, creation and simulation name it', async (_case, accepted, finding) => {
  const acceptedSources = accepted();
  const body = { key: aPolicyKey(), definition: policyWith({ acceptedSources }) };
  const path = `inputs.0.acceptedSources.${acceptedSources.length - 1}`;

  const validated = await call(world.client, validatePolicy, { body });
  const created = await call(world.owner, createPolicy, { body });
  const scenarios = [{ name: 'x', evidence: [] }];
  const simulated = await call(world.client, simulatePolicy, { body: { definition: body.definition, scenarios } });

  expect(validated.body).toMatchObject({ valid: false, normalized: null, errors: [{ path, ...finding }] });
  for (const refused of [created, simulated])
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_policy',
        errors: [{ path: `definition.${path}`, message: validated.body.errors[0].message }],
      },
    });
});
