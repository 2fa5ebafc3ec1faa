import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContextRecord, MembershipRecord } from '#shared/risk/context.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  aWorld,
  done,
  eventTypes,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  type World,
} from '#test/support/risk-world.ts';

const { createContext, addContextSubject, listContextSubjects } = riskRoutes;
const { readContextPolicies, replaceContextPolicies, createPolicy } = riskRoutes;
let world: World;
let identity: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  identity = (await newSource(world)).identity;
});

const aContext = (changes: object = {}) => ({ kind: 'application', externalId: randomUUID(), ...changes });
const open = async (on = world): Promise<string> => (await done(on.client, createContext, { body: aContext() })).id;
const join = (id: string, body: object, as = world.client) => call(as, addContextSubject, { params: { id }, body });
const pin = (id: string, expectedRevision: number, policyVersionIds: string[], as = world.owner) =>
  call(as, replaceContextPolicies, {
    params: { id },
    body: { expectedRevision, policyVersionIds },
  });
const pinsOf = (id: string) => done(world.client, readContextPolicies, { params: { id } });
const strangers: [string, () => Promise<World>][] = [
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
];

test('contexts of a subject: every context it was attached to is listed, and no other', async () => {
  const [subjectId, otherId] = [await newSubject(world), await newSubject(world)];
  const [first, second, third] = [await open(), await open(), await open()];
  await join(second, { subjectId, role: 'applicant' });
  await join(first, { subjectId });
  await join(third, { subjectId: otherId });
  const idsOf = async (query: Record<string, string>, on = world) =>
    (await list(on, 'contexts', query)).body.items.map(({ id }: { id: string }) => id);

  expect(await idsOf({ subjectId })).toEqual([first, second]);
  expect(await idsOf({ subjectId, order: 'newest' })).toEqual([second, first]);
  for (const [, stranger] of strangers) expect(await idsOf({ subjectId }, await stranger())).toEqual([]);
  const combined = { subjectId, search: 'app' };
  expect(await list(world, 'contexts', combined)).toMatchObject({
    status: 400,
    body: { code: 'invalid_query', errors: [{ path: 'subjectId' }] },
  });
});

describe('a context', () => {
  test('is created and can be read', async () => {
    const body = aContext({ label: 'Credit line' });

    const opened = await call(world.client, createContext, { body });

    expect(opened.status).toBe(201);
    expect(ContextRecord.parse(opened.body).data).toMatchObject(body);
    expect((await readRecord(world, 'contexts', opened.body.id)).body).toEqual(opened.body);
  });

  test('is unique by kind and external id', async () => {
    const body = aContext();
    const first = await done(world.client, createContext, { body });

    const second = await call(world.client, createContext, { body });
    const otherKind = await call(world.client, createContext, { body: { ...body, kind: 'loan' } });

    expect(second).toMatchObject({
      status: 409,
      body: { code: 'context_exists', existingId: first.id },
    });
    expect(otherKind.status).toBe(201);
  });

  test.each([
    ['no kind', { kind: undefined }],
    ['no external id', { externalId: undefined }],
    ['201 characters', { externalId: '\u{1f600}'.repeat(201) }],
    ['a policy', { policyVersionIds: [] }],
  ])('with %s is refused', async (_case, changes) => {
    const response = await call(world.client, createContext, { body: aContext(changes) });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });
});

describe('a membership', () => {
  test('attaches a subject and is listed in the order of creation', async () => {
    const [id, one, other] = [await open(), await newSubject(world), await newSubject(world)];

    const first = await join(id, { subjectId: one, role: 'applicant' });
    const second = await join(id, { subjectId: other });
    const page = await done(world.client, listContextSubjects, { params: { id } });

    expect(first.status).toBe(201);
    expect(MembershipRecord.parse(first.body).data).toMatchObject({ contextId: id, subjectId: one, role: 'applicant' });
    expect(second.body.data.role).toBeNull();
    expect(page).toEqual({ items: [first.body, second.body], nextOffset: null });
    expect(await eventTypes(world, id)).toEqual([
      'risk.context.created',
      'risk.context.subject_added',
      'risk.context.subject_added',
    ]);
  });

  test('is unique per subject, whatever the role', async () => {
    const [id, subjectId] = [await open(), await newSubject(world)];
    const first = await join(id, { subjectId });

    const again = await join(id, { subjectId, role: 'guarantor' });
    const elsewhere = await join(await open(), { subjectId });

    expect(again).toMatchObject({
      status: 409,
      body: { code: 'already_member', existingId: first.body.id },
    });
    expect(elsewhere.status).toBe(201);
  });

  test.each(strangers)('refuses subjects and contexts of another %s', async (_case, other) => {
    const stranger = await other();
    const [id, subjectId] = [await open(), await newSubject(world)];

    const theirSubject = await join(id, { subjectId: await newSubject(stranger) });
    const theirContext = await join(await open(stranger), { subjectId });
    const asked = await call(stranger.client, listContextSubjects, { params: { id } });

    for (const answer of [theirSubject, theirContext, asked])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('is listed in pages of 100', { tags: 'full' }, async () => {
    const id = await open();
    const subjects: string[] = [];
    for (let count = 0; count < 103; count += 1) {
      const subjectId = await newSubject(world);
      subjects.push(subjectId);
      await join(id, { subjectId });
    }
    await sleep(1_100);

    const { items, pageBytes } = await everyItem((offset) =>
      call(world.client, listContextSubjects, { params: { id }, query: { offset } }),
    );

    expect(items.map(({ data }) => data.subjectId)).toEqual(subjects);
    expect(pageBytes).toHaveLength(2);
  });
});

describe('pinned policies', () => {
  test('are empty at revision 0, then the last ones pinned', async () => {
    const id = await open();
    const policies = [await newPolicy(world, aDefinition(identity)), await newPolicy(world, aDefinition(identity))];

    const before = await pinsOf(id);
    const pinned = await pin(id, 0, policies);
    const replaced = await pin(id, 1, policies.slice(1));
    const emptied = await pin(id, 2, []);

    expect(before).toEqual({ contextId: id, revision: 0, policyVersionIds: [] });
    expect(pinned).toMatchObject({
      status: 200,
      body: { contextId: id, revision: 1, policyVersionIds: policies },
    });
    expect(replaced.body.policyVersionIds).toEqual(policies.slice(1));
    expect(emptied.body).toEqual(await pinsOf(id));
    expect(emptied.body).toMatchObject({ revision: 3, policyVersionIds: [] });
  });

  test('are recorded in the history at every revision', async () => {
    const id = await open();
    const policyId = await newPolicy(world, aDefinition(identity));
    await pin(id, 0, [policyId]);
    await pin(id, 1, []);

    const { items } = (await list(world, 'events', { resourceId: id })).body;

    expect(items.slice(1).map(({ data }: { data: object }) => data)).toMatchObject([
      {
        type: 'risk.context.policies_replaced',
        details: { revision: 1, policyVersionIds: [policyId] },
      },
      { type: 'risk.context.policies_replaced', details: { revision: 2, policyVersionIds: [] } },
    ]);
  });

  test.each([0, 2])('refuse the stale revision %i at revision 1', async (expectedRevision) => {
    const id = await open();
    await pin(id, 0, []);

    const stale = await pin(id, expectedRevision, []);

    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision' } });
  });

  test('are replaced by one of two concurrent requests', async () => {
    const id = await open();

    const answers = await Promise.all([pin(id, 0, []), pin(id, 0, [])]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('must be published versions of this organization and mode', async () => {
    const id = await open();
    const stranger = await aWorld('live', world.organizationId);
    const body = { key: `p${randomUUID()}`, definition: aDefinition(identity) };
    const draft = (await done(world.owner, createPolicy, { body })).id;
    const theirs = await newPolicy(stranger, aDefinition((await newSource(stranger)).identity));

    for (const [other, status, code] of [
      [draft, 422, 'policy_not_published'],
      [theirs, 404, 'not_found'],
      [randomUUID(), 404, 'not_found'],
    ] as const) {
      const answer = await pin(id, 0, [other]);
      expect(answer).toMatchObject({ status, body: { code } });
      expect(answer.body.errors).toMatchObject([{ path: 'policyVersionIds.0' }]);
    }
  });

  test('are distinct and limited to 20', async () => {
    const id = await open();
    const key = `p${randomUUID()}`;
    const policies: string[] = [];
    while (policies.length < 20) policies.push(await newPolicy(world, aDefinition(identity), key));

    const [first = ''] = policies;
    expect((await pin(id, 0, [...policies, randomUUID()])).status).toBe(400);
    expect((await pin(id, 0, [first, first])).status).toBe(400);
    expect((await pin(id, 0, policies)).status).toBe(200);
  });

  test.each(['client', 'member'] as const)('cannot be replaced by a %s', async (who) => {
    const answer = await pin(await open(), 0, [], world[who]);

    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test.each(strangers)('are not found by another %s', async (_case, other) => {
    const [id, stranger] = [await open(), await other()];

    expect((await pin(id, 0, [], stranger.owner)).status).toBe(404);
    expect((await call(stranger.client, readContextPolicies, { params: { id } })).status).toBe(404);
  });

  test('create no assessments', async () => {
    const [id, subjectId] = [await open(), await newSubject(world)];
    await join(id, { subjectId });

    await pin(id, 0, [await newPolicy(world, aDefinition(identity))]);

    expect((await list(world, 'assessments', { subjectId })).body.items).toEqual([]);
  });
});
