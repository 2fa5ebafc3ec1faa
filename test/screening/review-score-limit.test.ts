import { describe, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { done, newSubject, type World } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  newScreeningWorkflow,
  screenedByStream,
  screeningStep,
} from '#test/support/screened-sessions.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';
import { aStep, saveWorkflow } from '#test/support/verification-world.ts';

/** The highest review score of an organization: a control on who may find less. */
const { readSettings, updateSettings, proposeSettings } = routes.organization;
const TOO_HIGH = { status: 422, body: { code: 'review_score_too_high' } };

const shared = preparedForFile(aScreeningWorld);

/** Lists are shared; each test has an organization of its own. */
async function limited(highestReviewScore: number | null, rules: Record<string, boolean> = {}) {
  const world: World = await aScreeningWorld();
  await done(world.owner, updateSettings, { body: { highestReviewScore, fourEyes: rules, expectedRevision: 0 } });
  return world;
}

const update = (as: World['owner'], highestReviewScore: number | null, more: Record<string, unknown> = {}) =>
  call(as, updateSettings, { body: { highestReviewScore, expectedRevision: 1, ...more } });
const limitOf = async (world: World) => (await done(world.owner, readSettings)).highestReviewScore;

describe('screenings', () => {
  test('without a limit any review score is accepted', async () => {
    expect((await screen(shared, { name: 'Somebody Else' }, { reviewScore: 99, matchScore: 100 })).status).toBe(201);
  });

  test('above the limit a run and a search are refused and nothing is stored; at the limit they are not', async () => {
    const world = await limited(70);
    const body = { name: 'Ambrose Quillfeather', sources: ['eu_fsf'] };
    const search = (reviewScore: number) =>
      call(world.client, routes.screening.searchScreeningEntries, { body: { ...body, reviewScore } });

    expect(await screen(world, { name: body.name }, { reviewScore: 71 })).toMatchObject({
      status: 422,
      body: { code: 'review_score_too_high', errors: [{ path: 'reviewScore', message: 'Must be at most 70.' }] },
    });
    expect(await search(71)).toMatchObject(TOO_HIGH);
    expect((await done(world.client, routes.screening.listScreeningRuns)).items).toEqual([]);
    expect((await screen(world, { name: body.name }, { reviewScore: 70 })).body.status).toBe('possible_match');
    expect((await search(70)).status).toBe(200);
  });

  test('a workflow above the limit is refused at save, and one that was saved before ends in an error', async () => {
    const world = await limited(null);
    const step = screeningStep({ sources: ['eu_fsf'], reviewScore: 85 });
    const attempt = await begun(world, await newScreeningWorkflow(world, step), await newSubject(world));
    await done(world.owner, updateSettings, { body: { highestReviewScore: 70, expectedRevision: 1 } });

    await identify(world, attempt, { full_name: 'Ambrose Quillfeather' });
    await screenedByStream(attempt.runId);

    const [check] = await checksOf(world, attempt.sessionId);
    expect(check.data).toMatchObject({ status: 'error', providerRef: null });
    const document = aStep('extract', { outputs: [{ key: 'full_name', type: 'string' }] });
    expect(await saveWorkflow(world, [document, step])).toMatchObject({
      status: 422,
      body: { code: 'review_score_too_high', errors: [{ path: 'steps.1.config.providerConfig.reviewScore' }] },
    });
  });
});

describe('the limit', () => {
  test('is changed by owners only, and the change is in the history', async () => {
    const world = await limited(70);

    expect(await update(world.admin, 65)).toMatchObject({ status: 403 });
    expect(await update(world.owner, 80)).toMatchObject({ status: 200, body: { highestReviewScore: 80 } });

    const { items } = await done(world.owner, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { type: 'organization.settings.changed' },
    });
    expect(items.at(-1).data.details).toMatchObject({
      changed: ['highestReviewScore'],
      highestReviewScore: { from: 70, to: 80 },
    });
  });

  test.each([[80], [null]])('is raised to %j by two people where decisions on matches take two', async (raised) => {
    const world = await limited(70, { matches: true });
    const second = await userOf(world.organizationId, 'owner');
    const propose = (as: World['owner'], highestReviewScore: number | null) =>
      call(as, proposeSettings, { body: { highestReviewScore, reason: 'Too many alerts.' } });
    const accept = { reason: 'Agreed.' };

    expect(await update(world.owner, raised)).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    expect(await propose(world.owner, 70)).toMatchObject({ status: 409, body: { code: 'rule_not_on' } });
    const { body: proposal } = await propose(world.owner, raised);
    const proposalId = proposal.id;
    expect(await update(world.owner, raised, { ...accept, proposalId })).toMatchObject({
      status: 409,
      body: { code: 'second_person_required' },
    });
    expect(await update(second, 99, { ...accept, proposalId })).toMatchObject({
      status: 409,
      body: { code: 'proposal_differs' },
    });
    expect(await limitOf(world)).toBe(70);
    expect(await update(second, raised, { ...accept, proposalId })).toMatchObject({ status: 200 });
    expect(await limitOf(world)).toBe(raised);
  });

  test('is lowered by one owner, which ends an open proposal to raise it', async () => {
    const world = await limited(70, { matches: true });
    const second = await userOf(world.organizationId, 'owner');
    const body = { highestReviewScore: 80, reason: 'Too many alerts.' };
    const { id: proposalId } = await done(world.owner, proposeSettings, { body });

    expect((await update(second, 65)).status).toBe(200);

    expect(await update(second, 80, { expectedRevision: 2, proposalId, reason: 'Agreed.' })).toMatchObject({
      status: 409,
      body: { code: 'proposal_not_open' },
    });
  });
});
