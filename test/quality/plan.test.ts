import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { isWeaker, type PlanContent, STREAMS } from '#shared/quality/plan.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aPlan } from '#test/support/quality-examples.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { aPerson } from './history.ts';

beforeAll(prepareEngine);
afterAll(async () => expect(await audit()).toEqual([]));

const put = (as: World['owner'], body: object) =>
  call(as, qualityRoutes.changeQualityPlan, { body: { ...aPlan(), ...body } });

describe('quality plan', () => {
  test('owners change it, with the version that they have read', async () => {
    const world = await aWorld();
    expect(await done(world.client, qualityRoutes.readQualityPlan)).toMatchObject({ version: 0, streams: [] });
    for (const as of [world.admin, world.member, world.client]) expect((await put(as, {})).status).toBe(403);
    expect((await put(world.owner, {})).body).toMatchObject({
      version: 1,
      percent: 5,
      perAnalystPerWeek: null,
      blind: true,
    });
    expect((await put(world.owner, {})).body.code).toBe('stale_version');
    // The same plan again is no new version.
    expect((await put(world.owner, { expectedVersion: 1 })).body.version).toBe(1);
    expect((await put(world.owner, { expectedVersion: 1, percent: null })).body.code).toBe('invalid_body');
    expect((await put(world.owner, { expectedVersion: 1, perAnalystPerWeek: 3 })).body.code).toBe('invalid_body');
    const ended = await put(world.owner, { expectedVersion: 1, streams: [] });
    expect(ended.body).toMatchObject({ version: 2, streams: [], percent: null });
    const live = await aWorld('live', world.organizationId);
    expect(await done(live.client, qualityRoutes.readQualityPlan)).toMatchObject({ version: 0 });
  });

  test('while a two-person rule is on, a weaker plan accepts the proposal of another person', async () => {
    const world = await aWorld();
    const fourEyes = { matches: true };
    await done(world.owner, organizationRoutes.updateSettings, { body: { fourEyes, expectedRevision: 0 } });
    expect((await put(world.owner, {})).status).toBe(200);
    expect((await put(world.owner, { percent: 10, expectedVersion: 1 })).status).toBe(200);
    const weaker = { percent: 1, expectedVersion: 2 };
    expect((await put(world.owner, weaker)).body.code).toBe('second_person_required');

    const propose = (as: World['owner'], percent: number) => {
      const { expectedVersion: _, ...body } = { ...aPlan(), percent };
      return call(as, qualityRoutes.proposeQualityPlan, { body });
    };
    const own = await propose(world.owner, 1);
    expect((await put(world.owner, { ...weaker, proposalId: own.body.id })).body.code).toBe('second_person_required');
    const { as } = await aPerson(world, 'admin');
    const { body: proposal } = await propose(as, 1);
    const accepted = { ...weaker, proposalId: proposal.id };
    expect((await put(world.owner, { ...accepted, percent: 0.5 })).body.code).toBe('proposal_differs');
    expect((await put(world.owner, accepted)).body).toMatchObject({ version: 3, proposedBy: proposal.proposedBy });
    const { items } = await done(world.admin, qualityRoutes.listQualityPlanProposals);
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'superseded']);
    expect((await propose(as, 1)).body.code).toBe('plan_unchanged');
  });

  test('a plan is weaker if any decision is less likely to be reviewed, or the review says less', () => {
    const content: PlanContent = { streams: [...STREAMS], percent: 5, perAnalystPerWeek: null, blind: true };
    const weaker: Partial<PlanContent>[] = [
      { percent: 4.9 },
      { streams: ['overrides', 'actions.completed'] },
      { blind: false },
      { percent: null, perAnalystPerWeek: 100 },
      { streams: [], percent: null },
    ];
    for (const change of weaker) expect(isWeaker(content, { ...content, ...change })).toBe(true);
    expect(isWeaker(content, { ...content, percent: 6 })).toBe(false);
    expect(isWeaker({ ...content, streams: [] }, { ...content, percent: 1, blind: false })).toBe(false);
  });
});
