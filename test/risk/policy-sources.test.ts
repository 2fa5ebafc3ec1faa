import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aDefinition, aWorld, EMAIL_AGE, newSource, readRecord } from '#test/support/risk-world.ts';

/** Registered sources of a policy are checked by validation and publication, and not before. */
const { createPolicy, publishPolicy, validatePolicy } = riskRoutes;
const world = preparedForFile(async () => {
  const made = await aWorld();
  const live = await aWorld('live', made.organizationId);
  return {
    ...made,
    source: (await newSource(made)).identity,
    lists: (await newSource(made, [{ key: EMAIL_AGE, type: 'list', itemType: 'string' }])).identity,
    live: (await newSource(live)).identity,
  };
});

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
  for (const form of ['registered:', 'api_key:', 'user:', 'verification:', 'service:screening:'])
    expect(errors[0].message).toContain(form);
});
