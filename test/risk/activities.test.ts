import { beforeAll, expect, test } from 'vitest';
import { ActivityCategory } from '#shared/risk/activity.ts';
import { EventRecord } from '#shared/risk/event.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  ago,
  aWorld,
  list,
  newSubject,
  readRecord,
  riskySubject,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';

const { reportActivity } = riskRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const anActivity = (changes: object = {}) => ({
  activityType: 'login.failed',
  category: 'authentication',
  title: 'Wrong password',
  summary: 'Three times in a row.',
  occurredAt: '2026-01-02T03:04:05+01:00',
  reference: 'r-1',
  ...changes,
});
const report = (id: string, changes: object = {}, as = world.client) =>
  call(as, reportActivity, { params: { id }, body: anActivity(changes) });

test('activity: is an event with its reporter, and can be read', async () => {
  const subjectId = await newSubject(world);

  const reported = await report(subjectId);
  const read = await readRecord(world, 'events', reported.body.id);

  expect(reported.status).toBe(201);
  expect(EventRecord.parse(reported.body).data).toMatchObject({
    type: 'risk.activity.reported',
    resource: 'events',
    resourceId: reported.body.id,
    subjectId,
    actor: `api_key:${world.keyId}`,
    reason: null,
    details: { ...anActivity(), occurredAt: '2026-01-02T02:04:05.000Z' },
  });
  expect(read.body).toEqual(reported.body);
});

test.each(ActivityCategory.options)('activity: accepts category %s', async (category) => {
  const { body } = await report(await newSubject(world), { category });

  expect(body.data.details.category).toBe(category);
});

test('activity: summary and reference are optional', async () => {
  const { body } = await report(await newSubject(world), { summary: undefined, reference: null });

  expect(body.data.details).toMatchObject({ summary: null, reference: null });
});

test.each([
  ['an unknown category', { category: 'evidence' }],
  ['no type', { activityType: undefined }],
  ['no title', { title: undefined }],
  ['an empty title', { title: '' }],
  ['201 characters of title', { title: '\u{1f600}'.repeat(201) }],
  ['2,001 characters of summary', { summary: 'x'.repeat(2_001) }],
  ['no time', { occurredAt: undefined }],
  ['a time without a zone', { occurredAt: '2026-01-01T00:00:00' }],
  ['an actor', { actor: 'user:somebody' }],
  ['a value', { value: 3 }],
])('activity: with %s is refused', async (_case, changes) => {
  const response = await report(await newSubject(world), changes);

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test('activity: accepts a title of 200 characters', async () => {
  const title = '\u{1f600}'.repeat(200);

  expect((await report(await newSubject(world), { title })).body.data.details.title).toBe(title);
});

test('activity: is not evidence, so assessments stay current', async () => {
  const { subjectId, assessment } = await riskySubject(world);

  await report(subjectId, { occurredAt: ago(0) });

  expect(await stateOf(world, assessment.id)).toMatchObject({ current: true });
  expect((await list(world, 'evidence', { subjectId })).body.items).toHaveLength(1);
});

test.each(['owner', 'admin', 'member', 'client'] as const)('activity: can be reported by a %s', async (who) => {
  const { body } = await report(await newSubject(world), {}, world[who]);

  expect(body.data.actor).toMatch(who === 'client' ? /^api_key:/ : /^user:/);
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('activity: a subject of another %s is not found', async (_case, other) => {
  const stranger = await other();

  expect((await report(await newSubject(stranger))).status).toBe(404);
});
