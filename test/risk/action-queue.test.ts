import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  everyItem,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { listActionQueue, transitionAction } = riskRoutes;
const EXTERNAL_IDS = ['Customer-ALPHA', 'customer-beta', 'a%b_c', 'Straße 7', 'x.y', 'ΟΔΟΣΑ'];
const MOVES = [[], ['acknowledged'], ['failed'], ['acknowledged', 'completed'], ['cancelled'], []];
let world: World;
let source: Source;
let policies: Record<'onboarding' | 'fraud', string>;
/** One per external id, in the order they were asked for. */
let actionIds: string[];

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  source = await newSource(world);
  policies = {
    onboarding: await newPolicy(world, aDefinition(source.identity), 'onboarding'),
    fraud: await newPolicy(world, aDefinition(source.identity), 'fraud'),
  };
  actionIds = [];
  for (const [index, externalId] of EXTERNAL_IDS.entries()) {
    const subjectId = await newSubject(world, externalId);
    await stated(source, subjectId);
    const policy = index % 2 === 0 ? policies.onboarding : policies.fraud;
    const { data } = await assessed(world, subjectId, policy);
    actionIds.push(data.actionIds[0]);
  }
  for (const [index, moves] of MOVES.entries())
    for (const [step, status] of moves.entries())
      await done(world.owner, transitionAction, {
        params: { id: actionIds[index] ?? '' },
        body: { status, expectedRevision: step + 1, reason: 'x' },
      });
});

const queue = (query: Record<string, string | number> = {}, as = world.client) => call(as, listActionQueue, { query });
const foundBy = async (query: Record<string, string | number>) => {
  const { body } = await queue(query);
  return body.items.map(({ id }: { id: string }) => actionIds.indexOf(id));
};

test.each([
  ['open', [0, 1, 2, 5]],
  ['requested', [0, 5]],
  ['acknowledged', [1]],
  ['failed', [2]],
  ['completed', [3]],
  ['cancelled', [4]],
  ['all', [0, 1, 2, 3, 4, 5]],
])('action queue: status %s lists the actions of all subjects, oldest first', async (status, expected) => {
  expect(await foundBy({ status })).toEqual(expected);
});

test('action queue: lists open actions by default', async () => {
  expect(await foundBy({})).toEqual([0, 1, 2, 5]);
});

test.each([
  ['onboarding', [0, 2, 4]],
  ['fraud', [1, 3, 5]],
  ['frau', []],
])('action queue: filters by policy key %s', async (policyKey, expected) => {
  expect(await foundBy({ policyKey, status: 'all' })).toEqual(expected);
});

test.each([
  ['customer-', [0, 1]],
  ['CUSTOMER-B', [1]],
  ['alpha', [0]],
  ['FRAUD', [1, 3, 5]],
  ['%', [2]],
  ['_', [2]],
  ['.', [4]],
  ['straße', [3]],
  ['STRASSE', [3]],
  ['ΟΔΟΣ', [5]],
  ['οδος', [5]],
  ['7fraud', []],
  ['nothing of the kind', []],
])('action queue: search for %s is literal and ignores case', async (search, expected) => {
  expect(await foundBy({ search, status: 'all' })).toEqual(expected);
});

test('action queue: all filters apply together', async () => {
  expect(await foundBy({ search: 'customer', policyKey: 'fraud', status: 'open' })).toEqual([1]);
  expect(await foundBy({ search: 'customer', policyKey: 'fraud', status: 'failed' })).toEqual([]);
});

test('action queue: returns the current action', async () => {
  const { body } = await queue({ status: 'failed' });

  expect(body).toMatchObject({
    items: [{ resource: 'actions', data: { status: 'failed', revision: 2, name: 'manual_review' } }],
    nextOffset: null,
  });
});

test('action queue: pages of 100 have no gaps or duplicates', { tags: 'full' }, async () => {
  const own = await aWorld();
  const speaker = await newSource(own);
  const actions = Array.from({ length: 20 }, (_, index) => `action_${index}`);
  const bands = [{ id: 'all', from: 0, effect: { decision: 'review', actions } }];
  const policy = await newPolicy(own, aDefinition(speaker.identity, { bands }));
  const made: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    const subjectId = await newSubject(own);
    await stated(speaker, subjectId);
    made.push(...(await assessed(own, subjectId, policy)).data.actionIds);
  }
  // What was made within the last second may still be overtaken, so a page would end before it.
  await sleep(1_100);

  const pages: number[] = [];
  const { items } = await everyItem(async (offset) => {
    const page = await queue({ offset }, own.client);
    pages.push(page.body.items.length);
    return page;
  });

  expect(made).toHaveLength(220);
  expect(items.map(({ id }) => id)).toEqual(made);
  expect(pages).toEqual([100, 100, 20]);
});

test('action queue: an action that changes its status during the read is listed once, with its new status', async () => {
  const own = await aWorld();
  const speaker = await newSource(own);
  const policy = await newPolicy(own, aDefinition(speaker.identity));
  const subjectId = await newSubject(own);
  await stated(speaker, subjectId);
  const { data } = await assessed(own, subjectId, policy);
  const [id] = data.actionIds;
  const moved = Promise.withResolvers<void>();
  /** The queue of the acknowledged is read after the move, the others before it. */
  const ofCall = ({ input }: AwsCall) =>
    JSON.stringify(input).includes('#action-queue#acknowledged#') ? { waitsFor: () => moved.promise } : undefined;

  const listing = withFaults({ ofCall }, () => queue({}, own.client));
  await sleep(200);
  await done(own.client, transitionAction, {
    params: { id },
    body: { status: 'acknowledged', expectedRevision: 1, reason: 'x' },
  });
  moved.resolve();
  const { result } = await listing;

  expect(result.body.items).toMatchObject([{ id, data: { status: 'acknowledged', revision: 2 } }]);
});

test.each([
  ['an unknown status', { status: 'new' }],
  ['an empty search', { search: '' }],
  ['201 characters', { search: 'x'.repeat(201) }],
  ['a malformed policy key', { policyKey: 'A B' }],
  ['a negative offset', { offset: -1 }],
  ['a parameter it does not know', { subjectId: randomUUID() }],
])('action queue: refuses %s', async (_case, query) => {
  expect(await queue(query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('action queue: is empty for another %s', async (_case, other) => {
  const stranger = await other();

  expect((await queue({ status: 'all' }, stranger.client)).body).toEqual({ items: [], nextOffset: null });
});
