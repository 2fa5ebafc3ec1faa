import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  ago,
  aStatement,
  aWorld,
  done,
  newSource,
  newSubject,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { readJourney, reportActivity, submitEvidenceBatch, transitionAction } = riskRoutes;
const { createOverride, revokeOverride } = riskRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const journey = (id: string, query: Record<string, string> = {}, as = world.client) =>
  call(as, readJourney, { params: { id }, query });
const report = (id: string, occurredAt = ago(0), title = 'x') =>
  done(world.client, reportActivity, {
    params: { id },
    body: { activityType: 'a', category: 'other', title, occurredAt },
  });
interface Told {
  id: string;
  data: { type: string };
}
const typesIn = (items: Told[]) => items.map(({ data }) => data.type.replace('risk.', ''));

async function everyEvent(id: string, query: Record<string, string> = {}) {
  const events: Told[] = [];
  const pages: number[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const { body } = await journey(id, { ...query, ...(before && { before }) });
    events.push(...body.items);
    pages.push(body.items.length);
    before = body.nextCursor;
  }
  return { events, pages };
}

test('journey: is in order of receipt, latest first, whatever the time of occurrence', async () => {
  const subjectId = await newSubject(world);
  const times = [ago(1_000), '2020-01-01T00:00:00Z', ago(500)];
  const reported: Told[] = [];
  for (const time of times) reported.push(await report(subjectId, time));

  const { body } = await journey(subjectId);

  expect(body.items.slice(0, 3)).toEqual(reported.toReversed());
  expect(typesIn(body.items)[3]).toBe('subject.created');
  expect(body.nextCursor).toBeNull();
});

test('journey: `view=compact` has an activity at its reported time, in order of receipt', async () => {
  const subjectId = await newSubject(world);
  const times = [ago(1_000), '2020-01-01T00:00:00.000Z'];
  for (const time of times) await report(subjectId, time);

  const { body } = await journey(subjectId, { view: 'compact' });

  expect(body.events.slice(1).map(([at]: string[]) => at)).toEqual(times);
});

test('journey: can be filtered by category', async () => {
  const { subjectId, assessment } = await riskySubject(world);
  await report(subjectId);
  const [actionId] = assessment.data.actionIds;
  await done(world.client, transitionAction, {
    params: { id: actionId },
    body: { status: 'failed', expectedRevision: 1, reason: 'x' },
  });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const override = await done(world.owner, createOverride, {
    params: { id: assessment.id },
    body: { decision: 'none', reason: 'x', expiresAt },
  });
  await done(world.owner, revokeOverride, { params: { id: override.id }, body: { reason: 'x' } });

  const of = async (query: Record<string, string>) =>
    typesIn((await journey(subjectId, query)).body.items).toReversed();

  expect(await of({ category: 'activity' })).toEqual(['activity.reported']);
  expect(await of({ category: 'evidence' })).toEqual(['evidence.recorded']);
  expect(await of({ category: 'assessments' })).toEqual(['assessment.created']);
  expect(await of({ category: 'actions' })).toEqual(['action.requested', 'action.transitioned']);
  expect(await of({ category: 'overrides' })).toEqual(['override.created', 'override.revoked']);
  expect(await of({})).toEqual([
    'subject.created',
    'evidence.recorded',
    'assessment.created',
    'action.requested',
    'activity.reported',
    'action.transitioned',
    'override.created',
    'override.revoked',
  ]);
});

test.each([
  [49, [50]],
  [50, [50, 1]],
  [99, [50, 50]],
])('journey: %i activities are returned in pages of %j', async (count, expected) => {
  const subjectId = await newSubject(world);
  const reported: Told[] = [];
  while (reported.length < count) reported.push(await report(subjectId));

  const { events, pages } = await everyEvent(subjectId);

  expect(pages).toEqual(expected);
  expect(events.slice(0, -1)).toEqual(reported.toReversed());
});

test('journey: pages through a batch of 100 without gaps or duplicates', async () => {
  const facts = Array.from({ length: 100 }, (_, index) => ({ key: `f${index}`, type: 'number' }));
  const [source, subjectId] = [await newSource(world, facts), await newSubject(world)];
  await stated(source, subjectId, { fact: 'f0' });
  const { items } = await done(source.speaks, submitEvidenceBatch, {
    params: { id: subjectId },
    body: {
      sourceRegistrationId: source.id,
      items: facts.map(({ key }) => aStatement({ fact: key })),
    },
  });
  await report(subjectId);

  const all = await everyEvent(subjectId);
  const evidence = await everyEvent(subjectId, { category: 'evidence' });

  expect(all.pages).toEqual([50, 50, 4]);
  expect(new Set(all.events.map(({ id }) => id)).size).toBe(104);
  expect(evidence.events).toHaveLength(102);
  expect(items).toHaveLength(100);
});

test('journey: continues from the given event', async () => {
  const subjectId = await newSubject(world);
  const [first, second] = [await report(subjectId), await report(subjectId)];

  const { body } = await journey(subjectId, { before: second.id });

  expect(body.items.map(({ id }: Told) => id)).toEqual([first.id, expect.any(String)]);
});

test('journey: contains no events of another subject', async () => {
  const [subjectId, other] = [await newSubject(world), await newSubject(world)];
  await report(other);

  expect(typesIn((await journey(subjectId)).body.items)).toEqual(['subject.created']);
});

test.each([
  ['an unknown category', { category: 'monitoring' }],
  ['a cursor that is no id', { before: 'x' }],
  ['a parameter it does not know', { offset: '0' }],
])('journey: refuses %s', async (_case, query) => {
  const response = await journey(await newSubject(world), query as Record<string, string>);

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

test('journey: of an unknown subject, or of another mode, is not found', async () => {
  const live = await aWorld('live', world.organizationId);

  expect((await journey(randomUUID())).status).toBe(404);
  expect((await journey(await newSubject(live))).status).toBe(404);
});
