import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  list,
  newPolicy,
  newSource,
  newSubject,
  stated,
} from '#test/support/risk-world.ts';

const world = preparedForFile(async () => {
  const made = await aWorld();
  return { ...made, source: (await newSource(made)).identity };
});
const { createSubject, createContext, createPolicy } = riskRoutes;

const subject = async (kind: string, externalId: string) =>
  (await done(world.client, createSubject, { body: { kind, externalId } })).id;
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

describe('the externalId filter', () => {
  test('finds exactly the subjects that have it, of any kind', async () => {
    const externalId = `Cust-${randomUUID()}`;
    const person = await subject('person', externalId);
    const account = await subject('account', externalId);
    await subject('person', `${externalId}-2`);

    expect(idsOf(await list(world, 'subjects', { externalId }))).toEqual([person, account]);
    expect(idsOf(await list(world, 'subjects', { externalId, kind: 'account' }))).toEqual([account]);
    expect(idsOf(await list(world, 'subjects', { externalId: externalId.toLowerCase() }))).toEqual([]);
  });

  test('finds nothing of another organization or mode', async () => {
    const externalId = randomUUID();
    await subject('person', externalId);

    for (const other of [await aWorld('test'), await aWorld('live', world.organizationId)])
      expect(idsOf(await list(other, 'subjects', { externalId }))).toEqual([]);
  });

  test('finds a context with its kind, and requires the kind', async () => {
    const externalId = randomUUID();
    const body = { kind: 'application', externalId };
    const { id } = await done(world.client, createContext, { body });

    expect(idsOf(await list(world, 'contexts', body))).toEqual([id]);
    expect(await list(world, 'contexts', { externalId })).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: [{ path: 'externalId' }] },
    });
  });
});

test('list filters: key and status find exactly the versions of a policy', async () => {
  const key = aPolicyKey();
  const definition = aDefinition(world.source);
  const published = await newPolicy(world, definition, key);
  const draft = (await done(world.owner, createPolicy, { body: { key, definition } })).id;
  await newPolicy(world, definition, `${key}.longer`);

  expect(idsOf(await list(world, 'policies', { key }))).toEqual([published, draft]);
  expect(idsOf(await list(world, 'policies', { key, status: 'published' }))).toEqual([published]);
  expect(idsOf(await list(world, 'policies', { key, status: 'draft' }))).toEqual([draft]);
  expect(idsOf(await list(world, 'policies', { status: 'draft' }))).toContain(draft);
  expect(idsOf(await list(world, 'policies', { status: 'draft' }))).not.toContain(published);
});

test.each<[string, string, Record<string, string>, string]>([
  ['a filter of another resource', 'sources', { externalId: 'a' }, 'externalId'],
  ['a status that is none', 'policies', { status: 'live' }, 'status'],
  ['a kind of contexts alone', 'contexts', { kind: 'person' }, 'kind'],
  ['a search beside it', 'policies', { key: 'a', search: 'a' }, 'search'],
])('list filters: %s is refused', async (_case, resource, query, path) => {
  expect(await list(world, resource, query)).toMatchObject({
    status: 400,
    body: { code: 'invalid_query', errors: [{ path }] },
  });
});

test('list filters: the error for an unknown query parameter lists the known ones', async () => {
  const unknown = await list(world, 'subjects', { external_id: 'a' });
  const unsupported = await list(world, 'subjects', { subjectId: randomUUID() });
  const none = await call(world.client, riskRoutes.readPolicySchema, { query: { a: 'b' } });

  expect(unknown.body.errors[0].message).toMatch(/^Unknown parameter.*`externalId`.*`offset`/);
  expect(unsupported.body.errors[0].message).toContain('`search`, `kind`, `externalId`, `view`, `offset`');
  expect(none.body.errors).toEqual([{ path: 'a', message: 'This operation takes no query parameters.' }]);
});

describe('assessments of a policy version', () => {
  /** Two assessments in band high and one in low by one version, one by another version. */
  async function assessments() {
    const source = await newSource(world);
    const [first, second] = [
      await newPolicy(world, aDefinition(source.identity)),
      await newPolicy(world, aDefinition(source.identity)),
    ];
    const made = async (policyId: string, value: number): Promise<string> => {
      const subjectId = await newSubject(world);
      await stated(source, subjectId, { value });
      return (await assessed(world, subjectId, policyId)).id;
    };
    const [high, low, other] = [await made(first, 3), await made(first, 300), await made(second, 3)];
    return { first, second, high, low, other, again: await made(first, 5) };
  }

  test('are found by version, and by its band or decision, in order and in summary', async () => {
    const { first, second, high, low, again, other } = await assessments();
    const found = async (query: Record<string, string>) => idsOf(await list(world, 'assessments', query));

    await expect.poll(() => found({ policyVersionId: first })).toEqual([high, low, again]);
    expect(await found({ policyVersionId: first, order: 'newest' })).toEqual([again, low, high]);
    expect(await found({ policyVersionId: first, band: 'high' })).toEqual([high, again]);
    expect(await found({ policyVersionId: first, band: 'low' })).toEqual([low]);
    expect(await found({ policyVersionId: first, decision: 'review' })).toEqual([high, again]);
    expect(await found({ policyVersionId: first, decision: 'reject' })).toEqual([]);
    expect(await found({ policyVersionId: second })).toEqual([other]);
    const summary = await list(world, 'assessments', { policyVersionId: second, view: 'summary' });
    expect(summary.body.items).toMatchObject([{ data: { policyVersionId: second, band: 'high', version: 1 } }]);
    for (const elsewhere of [await aWorld('test'), await aWorld('live', world.organizationId)])
      expect(idsOf(await list(elsewhere, 'assessments', { policyVersionId: first }))).toEqual([]);
  });

  test.each([
    [{ band: 'high' }, 'band'],
    [{ decision: 'review' }, 'decision'],
    [{ decision: 'maybe', policyVersionId: randomUUID() }, 'decision'],
    [{ band: 'high', decision: 'review', policyVersionId: randomUUID() }, 'band'],
    [{ subjectId: randomUUID(), policyVersionId: randomUUID() }, 'subjectId'],
  ])('cannot be asked for by %j', async (query, path) => {
    expect(await list(world, 'assessments', query)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: [{ path }] },
    });
  });

  test('no other list takes these filters', async () => {
    expect(await list(world, 'evidence', { policyVersionId: randomUUID() })).toMatchObject({ status: 400 });
  });
});
