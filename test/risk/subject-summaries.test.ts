import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { statePartition } from '#shared/risk/repository/subject-state.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { Response } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { aWorld, done, list, newSubject, stated, type World } from '#test/support/risk-world.ts';
import { aBench, assessAs, idsIn, worklist } from './work-bench.ts';

const { createSubject, createOverride, assignSubject } = riskRoutes;
const USER = '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55';

beforeAll(prepareEngine);

const summaryIn = async (world: World, id: string) =>
  (await list(world, 'subjects', { view: 'summary' })).body.items.find((one: { id: string }) => one.id === id).summary;

test('subject summaries: have score, decision, open actions and assignee, and follow every change', async () => {
  const own = await aBench();
  const summary = (id: string) => summaryIn(own.world, id);
  const bare = await newSubject(own.world);
  const { id, assessment } = await assessAs(own, 'review');
  expect(await summary(bare)).toEqual({ assessment: null, openActions: 0, assignee: null });
  expect(await summary(id)).toEqual({
    assessment: {
      id: assessment.id,
      policyKey: 'p_review',
      score: assessment.data.score,
      band: 'all',
      decision: 'review',
      effectiveDecision: 'review',
      evaluatedAt: assessment.data.evaluatedAt,
    },
    openActions: 2,
    assignee: null,
  });

  const { assessment: worse } = await assessAs(own, 'reject', id);
  await done(own.world.owner, assignSubject, { params: { id }, body: { assignee: USER, expectedRevision: 0 } });
  expect(await summary(id)).toMatchObject({ assessment: { policyKey: 'p_reject' }, openActions: 4, assignee: USER });

  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { decision: 'none', reason: 'Seen in person.', expiresAt };
  await done(own.world.owner, createOverride, { params: { id: worse.id }, body });
  expect(await summary(id)).toMatchObject({ assessment: { policyKey: 'p_review', effectiveDecision: 'review' } });

  await stated(own.source, id);
  expect(await summary(id)).toMatchObject({
    assessment: { policyKey: 'p_reject', decision: 'reject', effectiveDecision: 'reassessment_required' },
  });
});

test('subject summaries: subjects are filtered by kind, alone, with a search, and in the worklist', async () => {
  const own = await aBench();
  const name = randomUUID();
  const created = async (kind: string, externalId: string) =>
    (await done(own.world.client, createSubject, { body: { kind, externalId } })).id;
  const person = await created('person', `${name}-a`);
  const account = await created('account', `${name}-b`);
  const idsOf = ({ body }: Response): string[] => body.items.map((one: { id: string }) => one.id);

  expect(idsOf(await list(own.world, 'subjects', { kind: 'account' }))).toEqual([account]);
  expect(idsOf(await list(own.world, 'subjects', { kind: 'account', order: 'newest' }))).toEqual([account]);
  expect(idsOf(await list(own.world, 'subjects', { kind: 'person', search: name }))).toEqual([person]);
  expect(idsOf(await list(own.world, 'subjects', { kind: 'business', view: 'summary' }))).toEqual([]);
  const { id } = await assessAs(own, 'review');
  expect(idsIn(await worklist(own, { kind: 'person' }))).toEqual([id]);
  expect(idsIn(await worklist(own, { kind: 'account' }))).toEqual([]);
});

test('subject summaries: read an assessment that was stored without one', async () => {
  const own = await aBench();
  const { id } = await assessAs(own, 'restrict');
  const before = await summaryIn(own.world, id);
  const key = { pk: statePartition(own.world, id), sk: 'latest#p_restrict' };
  await dynamoStore.writeOne({ table: 'risk', update: key, set: {}, unset: ['summary'], when: 'present' });

  expect((await dynamoStore.get('risk', key))?.summary).toBeUndefined();
  expect(before.assessment).toMatchObject({ policyKey: 'p_restrict', effectiveDecision: 'restrict' });
  expect(await summaryIn(own.world, id)).toEqual(before);
});

test('subject summaries: cost three read units more per subject with one policy', async () => {
  const own = await aBench();
  const subjects = 10;
  for (let count = 0; count < subjects; count += 1) await assessAs(own, 'review');
  const costOf = async (query: Record<string, string>) => {
    const units = await unitsOf(() => list(own.world, 'subjects', query));
    // Rows of sessions and settings are remembered for a few seconds, so not every request reads them.
    return units.filter(({ table }) => table === 'risk').reduce((sum, { reads }) => sum + reads, 0);
  };

  expect((await costOf({ view: 'summary' })) - (await costOf({}))).toBe(3 * subjects);
});

test('events: `view=summary` names the subject of each event, and reads each subject once', async () => {
  const own = await aBench();
  const { id } = await assessAs(own, 'review');
  const events = async (view: 'summary' | 'full') => (await list(own.world, 'events', { view })).body.items;
  const { kind, externalId } = (await list(own.world, 'subjects', {})).body.items[0].data;

  const about = (await events('summary')).filter(({ data }: { data: { subjectId: string } }) => data.subjectId === id);
  expect(about.length).toBeGreaterThan(2);
  for (const { data } of about) expect(data.subject).toEqual({ kind, externalId });
  for (const { data } of await events('full')) expect(data).not.toHaveProperty('subject');
  const units = await unitsOf(() => events('summary'));
  expect(units.filter(({ table }) => table === 'risk').reduce((sum, { reads }) => sum + reads, 0)).toBe(1);
});

test.each<[string, (own: World) => Promise<World>]>([
  ['organization', () => aWorld()],
  ['mode', ({ organizationId }) => aWorld('live', organizationId)],
])('subject summaries: are not listed in another %s', async (_case, other) => {
  const own = await aBench();
  await assessAs(own, 'review');
  const stranger = await other(own.world);
  const id = await newSubject(stranger);

  expect((await list(stranger, 'subjects', { view: 'summary' })).body.items).toMatchObject([
    { id, summary: { assessment: null, openActions: 0, assignee: null } },
  ]);
});

test.each<[string, Record<string, string>, string]>([
  ['a kind that subjects do not have', { kind: 'ship' }, 'kind'],
  ['a view that subjects do not have', { view: 'webhook' }, 'view'],
  ['a decision, which the worklist filters by', { decision: 'review' }, 'decision'],
])('subject summaries: %s is refused', async (_case, query, path) => {
  expect(await list(await aWorld(), 'subjects', query)).toMatchObject({
    status: 400,
    body: { errors: [{ path }] },
  });
});
