import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIST_FILTERS, type ListFilter, RESOURCES } from '#shared/risk/resource.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { Response } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { anActivity, anOutcome } from '#test/support/risk-examples.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { createContext, createOverride, createSubject, createSource, createPolicy } = riskRoutes;
const { startInvestigation, reportActivity, recordOutcome, withdrawOutcome } = riskRoutes;
const FILTERS: ListFilter[] = ['search', 'subjectId', 'resourceId', 'investigationId'];
let world: World;
let risky: Awaited<ReturnType<typeof riskySubject>>;
let overrideId: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  risky = await riskySubject(world);
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const made = await done(world.owner, createOverride, {
    params: { id: risky.assessment.id },
    body: { decision: 'none', reason: 'x', expiresAt },
  });
  overrideId = made.id;
  await withdrawnOutcome(world, (await riskySubject(world)).subjectId);
});

async function withdrawnOutcome({ client }: World, subjectId: string): Promise<Response['body']> {
  const { id } = await done(client, recordOutcome, { params: { id: subjectId }, body: anOutcome() });
  return done(client, withdrawOutcome, { params: { id }, body: { reason: 'x' } });
}

test('records: reading a record returns its properties in the order of creation', async () => {
  const world = await aWorld();
  const { assessment: overridden } = await riskySubject(world);
  const subjectId = await newSubject(world);
  const source = await newSource(world);
  const policyVersionId = await newPolicy(world, aDefinition(source.identity));
  const body = { kind: 'application', externalId: randomUUID() };
  const assessment = await assessed(world, subjectId, policyVersionId);
  const made: Response['body'][] = [
    await done(world.client, createSubject, { body: { externalId: randomUUID(), kind: 'person' } }),
    await done(world.client, createContext, { body }),
    await done(world.owner, createSource, {
      body: { apiKeyIds: [world.keyId], facts: [{ type: 'string', key: 'a' }], key: `s${randomUUID()}` },
    }),
    await done(world.owner, createPolicy, {
      body: { key: `p${randomUUID()}`, definition: aDefinition(source.identity) },
    }),
    await stated(source, subjectId),
    assessment,
    await assessed(world, subjectId, policyVersionId),
    await done(world.client, startInvestigation, {
      params: { id: subjectId },
      body: { question: 'Why?' },
    }),
    await done(world.owner, createOverride, {
      params: { id: overridden.id },
      body: { expiresAt: new Date(Date.now() + 60_000), reason: 'x', decision: 'none' },
    }),
    await done(world.client, reportActivity, { params: { id: subjectId }, body: anActivity() }),
    await withdrawnOutcome(world, subjectId),
    await done(world.client, recordOutcome, { params: { id: subjectId }, body: anOutcome() }),
  ];

  for (const { id, resource, ...rest } of made) {
    const read = await readRecord(world, resource, id);
    expect(JSON.stringify(read.body), resource).toBe(JSON.stringify({ id, resource, ...rest }));
  }
});

describe.each(RESOURCES)('%s', (resource) => {
  test('are listed as they are read by id', async () => {
    const { status, body } = await list(world, resource);

    expect(status).toBe(200);
    for (const item of body.items.slice(0, 3)) expect((await readRecord(world, resource, item.id)).body).toEqual(item);
    if (!resource.startsWith('investigation') && resource !== 'contexts') expect(body.items.length).toBeGreaterThan(0);
  });

  test.each(FILTERS)('accept the parameter %s', async (name) => {
    const value = name === 'search' ? 'abc' : randomUUID();

    const response = await list(world, resource, { [name]: value });

    const isTheirs = LIST_FILTERS[resource].includes(name);
    expect(response.status).toBe(isTheirs ? 200 : 400);
    if (!isTheirs) expect(response.body).toMatchObject({ code: 'invalid_query', errors: [{ path: name }] });
  });

  test.each([
    ['offset', 'x'],
    ['offset', '-1'],
    ['offset', '1.5'],
    ['limit', '10'],
  ])('refuse %s=%s', async (name, value) => {
    expect((await list(world, resource, { [name]: value })).status).toBe(400);
  });

  test('contain nothing of another organization or mode', async () => {
    const { body } = await list(world, resource);
    const [item] = body.items;

    for (const stranger of [await aWorld(), await aWorld('live', world.organizationId)]) {
      expect((await list(stranger, resource)).body.items).toEqual([]);
      if (item) expect((await readRecord(stranger, resource, item.id)).status).toBe(404);
    }
  });

  test('with an unknown or malformed id are not found', async () => {
    expect((await readRecord(world, resource, randomUUID())).status).toBe(404);
    expect((await readRecord(world, resource, 'x')).status).toBe(400);
  });
});

test('records: each resource accepts its parameters', () => {
  const knowing = (name: ListFilter) => RESOURCES.filter((resource) => LIST_FILTERS[resource].includes(name));

  expect(knowing('subjectId')).toEqual([
    'contexts', // for the page of a subject
    'evidence',
    'assessments',
    'overrides',
    'actions',
    'events',
    'outcomes',
  ]);
  expect(knowing('search')).toEqual(['contexts', 'subjects', 'policies']);
  expect(knowing('resourceId')).toEqual(['events']);
  expect(knowing('investigationId')).toEqual(['investigation-reviews']);
});

test('records: an unknown resource is refused', async () => {
  expect((await list(world, 'people')).status).toBe(400);
  expect((await readRecord(world, 'people', randomUUID())).status).toBe(400);
});

test('records: subjectId filters by subject', async () => {
  const { subjectId, assessment } = risky;
  const idsOf = async (resource: string) =>
    (await list(world, resource, { subjectId })).body.items.map(({ id }: { id: string }) => id);

  expect(await idsOf('assessments')).toEqual([assessment.id]);
  expect(await idsOf('actions')).toEqual(assessment.data.actionIds);
  expect(await idsOf('overrides')).toEqual([overrideId]);
  expect(await idsOf('evidence')).toEqual([assessment.data.evidence[0].id]);
  const { items } = (await list(world, 'events', { subjectId })).body;
  expect(items.map(({ data }: { data: { type: string } }) => data.type)).toEqual([
    'risk.subject.created',
    'risk.evidence.recorded',
    'risk.assessment.created',
    'risk.action.requested',
    'risk.override.created',
  ]);
});

test('records: resourceId filters the history by record', async () => {
  const { subjectId, assessment, policyId } = risky;
  const typesOf = async (resourceId: string) =>
    (await list(world, 'events', { resourceId })).body.items.map(({ data }: { data: { type: string } }) => data.type);

  expect(await typesOf(subjectId)).toEqual(['risk.subject.created']);
  expect(await typesOf(assessment.id)).toEqual(['risk.assessment.created']);
  expect(await typesOf(assessment.data.actionIds[0])).toEqual(['risk.action.requested']);
  expect(await typesOf(policyId)).toEqual(['risk.policy.created', 'risk.policy.published']);
});

test('records: resourceId and subjectId apply together', async () => {
  const { subjectId, assessment } = risky;
  const other = await newSubject(world);
  const count = async (query: Record<string, string>) => (await list(world, 'events', query)).body.items.length;

  expect(await count({ resourceId: assessment.id, subjectId })).toBe(1);
  expect(await count({ resourceId: assessment.id, subjectId: other })).toBe(0);
});

test.each([
  ['subjects', 'externalId'],
  ['contexts', 'externalId'],
  ['policies', 'key'],
])('%s are searched by %s, literally and ignoring case', async (resource, member) => {
  const own = await aWorld();
  const make = async (name: string): Promise<string> => {
    if (resource === 'subjects') return newSubject(own, name);
    if (resource === 'policies') return newPolicy(own, aDefinition((await newSource(own)).identity), name);
    const body = { kind: 'application', externalId: name };
    return (await done(own.client, createContext, { body })).id;
  };
  const ids = [await make('alpha.one'), await make('alphaxone'), await make('beta-one')];

  const found = async (search: string) => {
    const { body } = await list(own, resource, { search });
    for (const { data } of body.items) expect(data[member]).toBeDefined();
    return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
  };

  expect(await found('ALPHA')).toEqual([0, 1]);
  expect(await found('a.o')).toEqual([0]);
  expect(await found('one')).toEqual([0, 1, 2]);
  expect(await found('%')).toEqual([]);
});

test.each([
  ['ΟΔΟΣΑ', ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Σ', 'ς']],
  ['οδός-1', ['ΟΔΌΣ', 'οδός-', 'οδόσ']],
  ['Straße', ['STRASSE', 'straße', 'STRAẞE']],
])('a subject %s is found by every part of it, in capitals or not: %j', async (name, parts) => {
  const own = await aWorld();
  const id = await newSubject(own, name);

  for (const search of parts) expect((await list(own, 'subjects', { search })).body.items).toMatchObject([{ id }]);
});

test('records: lists have pages of up to 100 in order of creation, which do not divide a batch that fits', async () => {
  const own = await aWorld();
  const facts = Array.from({ length: 70 }, (_, index) => ({ key: `f${index}`, type: 'number' }));
  const [source, subjectId] = [await newSource(own, facts), await newSubject(own)];
  const made: string[] = [];
  const items = facts.map(({ key }) => ({
    fact: key,
    status: 'available',
    value: 1,
    observedAt: '2026-01-01T00:00:00Z',
  }));
  for (let count = 0; count < 3; count += 1) {
    made.push((await stated(source, subjectId, { fact: 'f1' })).id);
    const batch = await done(source.speaks, riskRoutes.submitEvidenceBatch, {
      params: { id: subjectId },
      body: { sourceRegistrationId: source.id, items },
    });
    made.push(...batch.items.map(({ id }: { id: string }) => id));
  }
  await sleep(1_100);

  for (const query of [{}, { subjectId }]) {
    const pages: number[] = [];
    const all = await everyItem(async (offset) => {
      const page = await list(own, 'evidence', { ...query, offset });
      pages.push(page.body.items.length);
      return page;
    });

    expect(all.items.map(({ id }) => id)).toEqual(made);
    expect(pages).toEqual([72, 71, 70]);
  }
});
