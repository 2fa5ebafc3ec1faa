import { describe, expect, test } from 'vitest';
import { PolicyRecord } from '#shared/risk/policy.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { aPolicyKey, aScreeningPolicy } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aDefinition, aWorld, EMAIL_AGE, eventTypes, newSource, readRecord } from '#test/support/risk-world.ts';

/** Versions of a policy: drafted, published, and whose they are. */
const { createPolicy, publishPolicy } = riskRoutes;
const world = preparedForFile(async () => {
  const made = await aWorld();
  return { ...made, source: (await newSource(made)).identity };
});

const create = (definition: unknown, key = aPolicyKey(), as = world.owner) =>
  call(as, createPolicy, { body: { key, definition } });
const publish = (id: string, as = world.owner) => call(as, publishPolicy, { params: { id } });

describe('a policy version', () => {
  test('starts as a normalized draft and can be read', async () => {
    const created = await create(aDefinition(world.source));
    const read = await readRecord(world, 'policies', created.body.id);

    const { data } = PolicyRecord.parse(created.body);
    expect(created.status).toBe(201);
    expect(data).toMatchObject({ version: 1, status: 'draft', publishedAt: null });
    expect(data.definition).toMatchObject({ applicability: [], rules: [], floor: 0 });
    expect(read).toMatchObject({ status: 200, body: created.body });
  });

  test('gets the next number of its key, starting at 1', async () => {
    const key = aPolicyKey();
    const versions = [];
    for (const name of [key, key, aPolicyKey(), key])
      versions.push((await create(aDefinition(world.source), name)).body.data.version);

    expect(versions).toEqual([1, 2, 1, 3]);
  });

  test('gets its own number when several are created concurrently', async () => {
    const key = aPolicyKey();

    const answers = await Promise.all([1, 2, 3, 4].map(() => create(aDefinition(world.source), key)));

    expect(answers.map(({ body }) => body.data?.version).sort()).toEqual([1, 2, 3, 4]);
  });

  test('stores any number of a condition exactly', async () => {
    const all = [1e308, 5e-324, -0.1, 2 ** 53 + 2, 1e21].map((value) => ({ input: EMAIL_AGE, operator: 'lt', value }));
    const cases = [{ all, points: 0.000001 }];
    const factors = [{ key: 'f', match: 'first', weight: 1, defaultPoints: 0, cases }];

    const { body } = await create(aDefinition(world.source, { factors }));
    const read = await readRecord(world, 'policies', body.id);

    expect(read.body.data.definition.factors[0].cases).toEqual(cases);
  });
});

describe('publication of a policy version', () => {
  test('allows its use and changes nothing else', async () => {
    const draft = (await create(aDefinition(world.source))).body;

    const published = await publish(draft.id);

    expect(published).toMatchObject({ status: 200, body: { id: draft.id } });
    expect(published.body.data).toEqual({
      ...draft.data,
      status: 'published',
      publishedBy: draft.data.createdBy,
      inForce: true,
      publishedAt: published.body.data.publishedAt,
    });
    expect((await readRecord(world, 'policies', draft.id)).body).toEqual(published.body);
    expect(await eventTypes(world, draft.id)).toEqual(['risk.policy.created', 'risk.policy.published']);
  });

  test('is possible once', async () => {
    const { id } = (await create(aDefinition(world.source))).body;

    const answers = await Promise.all([publish(id), publish(id)]);
    const again = await publish(id);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(again).toMatchObject({ status: 409, body: { code: 'already_published' } });
  });

  test('of another version of the key leaves the first unchanged', async () => {
    const key = aPolicyKey();
    const first = (await create(aDefinition(world.source), key)).body;
    const second = (await create(aDefinition(world.source), key)).body;
    const published = (await publish(first.id)).body;
    await publish(second.id);

    const { inForce, ...data } = published.data;
    expect(inForce).toBe(true);
    expect((await readRecord(world, 'policies', first.id)).body).toEqual({ ...published, data });
  });

  test('refuses undocumented screening values, which a draft may contain', async () => {
    const draft = await create(aScreeningPolicy('blocked'));
    const refused = await publish(draft.body.id);
    const documented = await create(aScreeningPolicy('possible_match'));

    expect(draft.status).toBe(201);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
    expect(refused.body.errors).toMatchObject([{ path: 'definition.rules.0.all.0.value' }]);
    expect((await publish(documented.body.id)).status).toBe(200);
    expect((await readRecord(world, 'policies', draft.body.id)).body.data.status).toBe('draft');
  });

  test('accepts no body', async () => {
    const { id } = (await create(aDefinition(world.source))).body;

    expect((await publish(id)).status).toBe(200);
  });
});

test.each(['client', 'member'] as const)('policy: cannot be created or published by a %s', async (who) => {
  const { id } = (await create(aDefinition(world.source))).body;

  const answers = [await create(aDefinition(world.source), aPolicyKey(), world[who]), await publish(id, world[who])];

  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('policy: can be created and published by an admin', async () => {
  const { body, status } = await create(aDefinition(world.source), aPolicyKey(), world.admin);

  expect([status, (await publish(body.id, world.admin)).status]).toEqual([201, 200]);
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('policy: is not found by another %s, whose numbers start at 1', async (_case, other) => {
  const stranger = await other();
  const key = aPolicyKey();
  const { id } = (await create(aDefinition(world.source), key)).body;

  const theirs = await create(aDefinition(world.source), key, stranger.owner);

  expect((await publish(id, stranger.owner)).status).toBe(404);
  expect(theirs.body.data.version).toBe(1);
});

test('policy: an invalid definition is refused with all errors', async () => {
  const broken = aDefinition(world.source, { aggregation: 'average', bands: [] });

  const response = await create({ ...broken, scripts: ['x'] });

  expect(response).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
  const paths = response.body.errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['definition.aggregation', 'definition.bands', 'definition.scripts']));
});

test.each([
  ['no key', { definition: {} }],
  ['a key of 81 characters', { key: `a${'b'.repeat(80)}`, definition: {} }],
  ['a definition that is a list', { key: 'a', definition: [] }],
  ['a status', { key: 'a', definition: {}, status: 'published' }],
])('policy: a request with %s is refused', async (_case, body) => {
  expect(await call(world.owner, createPolicy, { body })).toMatchObject({ status: 400 });
});
