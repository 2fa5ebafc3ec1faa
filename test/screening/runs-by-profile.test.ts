import { describe, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  DOCUMENT,
  identify,
  newScreeningWorkflow,
  screenedByStream,
  screeningStep,
} from '#test/support/screened-sessions.ts';
import { aProfile } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { saveWorkflow } from '#test/support/verification-world.ts';

/** Runs, searches and workflow steps that name a profile. */
const { createScreeningRun, readScreeningRun, saveScreeningProfile, searchScreeningEntries, listScreeningRuns } =
  routes.screening;
const { updateSettings } = routes.organization;

const shared = preparedForFile(aScreeningWorld);
/** One letter off a listed person: 65 by the name alone. */
const MISTYPED = 'Ambrose Quilfeather';
const LISTS = ['eu_fsf', 'uk_sanctions'];

const save = (world: World, key: string, changes: Record<string, unknown> = {}) =>
  done(world.owner, saveScreeningProfile, { params: { key }, body: aProfile(changes) });
const run = (world: World, body: Record<string, unknown>, name = MISTYPED) =>
  call(world.client, createScreeningRun, { body: { subject: { name }, ...body } });
const search = (world: World, body: Record<string, unknown>, name = MISTYPED) =>
  call(world.client, searchScreeningEntries, { body: { name, ...body } });

describe('runs', () => {
  test('without a profile have the defaults and name none', async () => {
    const { body } = await run(shared, { sources: LISTS });

    expect(body).toMatchObject({ status: 'clear', policy: { reviewScore: 70, matchScore: 90 } });
    expect(body).not.toHaveProperty('profile');
  });

  test('by `thorough` find one wrong letter by the name alone, by `standard` they do not', async () => {
    const thorough = await run(shared, { profileKey: 'thorough', sources: LISTS });
    const standard = await run(shared, { profileKey: 'standard', sources: LISTS });

    expect(thorough.body).toMatchObject({
      status: 'possible_match',
      topScore: 65,
      profile: { key: 'thorough', version: 1 },
      policy: { reviewScore: 65, matchScore: 90, pepLookbackMonths: null },
      riskSource: 'service:screening:eu_fsf+uk_sanctions:r65:m90',
    });
    expect(standard.body).toMatchObject({ status: 'clear', profile: { key: 'standard', version: 1 } });
  });

  test('have the lists and scores of the profile, and keep its version when it changes', async () => {
    const world = await aWorld();
    await save(world, 'mine', { sources: ['eu_fsf', 'service_pep'], matchScore: 95, pepLookbackMonths: 24 });
    const first = await run(world, { profileKey: 'mine' });
    await save(world, 'mine', { reviewScore: 80 });
    const second = await run(world, { profileKey: 'mine' });

    expect(first).toMatchObject({
      status: 201,
      body: {
        status: 'possible_match',
        profile: { key: 'mine', version: 1 },
        policy: { reviewScore: 65, matchScore: 95, pepLookbackMonths: 24 },
      },
    });
    expect(first.body.sources.map(({ key }: { key: string }) => key)).toEqual(['eu_fsf', 'service_pep']);
    expect(second.body).toMatchObject({ status: 'clear', profile: { version: 2 }, policy: { reviewScore: 80 } });
    const { id } = first.body;
    expect(await done(world.client, readScreeningRun, { params: { id } })).toEqual(first.body);
  });

  test('by a profile record the fact of its lists and scores, as runs with the same of their own', async () => {
    const world = await aWorld();
    await save(world, 'mine', { sources: ['eu_fsf'] });
    const riskSubjectId = await newSubject(world);

    const { body } = await run(world, { profileKey: 'mine', riskSubjectId });

    expect(body.riskSources).toMatchObject([
      { fact: 'screening.sanctions', source: 'service:screening:eu_fsf:r65:m90' },
    ]);
  });
});

describe.each([
  ['a run', run],
  ['a search', search],
])('%s', (_what, ask) => {
  test('by an unknown profile is refused with the known keys', async () => {
    const world = await aWorld();
    await save(world, 'mine');

    expect(await ask(world, { profileKey: 'theirs' })).toMatchObject({
      status: 422,
      body: {
        code: 'unknown_profile',
        detail: 'There is no profile `theirs`. The known profiles are `standard`, `thorough`, `mine`.',
        errors: [{ path: 'profileKey' }],
      },
    });
  });

  test('by a profile of another organization or mode is refused', async () => {
    const world = await aWorld();
    await save(world, 'mine');
    const live = await aWorld('live', world.organizationId);

    for (const other of [await aWorld(), live])
      expect(await ask(other, { profileKey: 'mine' })).toMatchObject({
        status: 422,
        body: { code: 'unknown_profile', detail: expect.stringContaining('are `standard`, `thorough`.') },
      });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ reviewScore: 65 }, 'reviewScore'],
    [{ reviewScore: 99 }, 'reviewScore'],
    [{ matchScore: 99 }, 'matchScore'],
    [{ pepLookbackMonths: 24 }, 'pepLookbackMonths'],
    [{ sources: LISTS }, 'sources'],
  ])('by a profile together with %j is refused', async (own, path) => {
    const world = await aWorld();
    await save(world, 'mine');

    expect(await ask(world, { profileKey: 'mine', ...own })).toMatchObject({
      status: 422,
      body: { code: 'set_by_profile', errors: [{ path, message: 'Is set by the profile.' }] },
    });
    expect((await done(world.client, listScreeningRuns)).items).toEqual([]);
  });

  test('by a built-in profile needs lists, and takes no scores', async () => {
    expect(await ask(shared, { profileKey: 'thorough' })).toMatchObject({
      status: 422,
      body: { code: 'lists_required', errors: [{ path: 'sources' }] },
    });
    expect(await ask(shared, { profileKey: 'thorough', sources: LISTS, reviewScore: 70 })).toMatchObject({
      status: 422,
      body: { code: 'set_by_profile' },
    });
  });

  test('with neither lists nor a profile is refused', async () => {
    for (const none of [{}, { profileKey: null }])
      expect(await ask(shared, none)).toMatchObject({
        status: 400,
        body: { code: 'invalid_body', errors: [{ path: 'sources' }] },
      });
  });

  test('by a profile that was saved before the limit, and is above it, is refused', async () => {
    const world = await aWorld();
    await save(world, 'mine', { reviewScore: 80 });
    await done(world.owner, updateSettings, { body: { highestReviewScore: 68, expectedRevision: 0 } });

    for (const asked of [{ profileKey: 'mine' }, { profileKey: 'standard', sources: LISTS }])
      expect(await ask(world, asked)).toMatchObject({
        status: 422,
        body: { code: 'review_score_too_high', errors: [{ path: 'profileKey' }] },
      });
    expect((await ask(world, { profileKey: 'thorough', sources: LISTS })).status).toBeLessThan(300);
  });
});

test('searches by profile: find what a run finds, and name the profile', async () => {
  const { body } = await search(shared, { profileKey: 'thorough', sources: LISTS });

  expect(body).toMatchObject({ total: 1, items: [{ score: 65 }], profile: { key: 'thorough', version: 1 } });
  expect((await search(shared, { sources: LISTS })).body).not.toHaveProperty('profile');
});

describe('screening steps of workflows', () => {
  const step = (providerConfig: Record<string, unknown>) => screeningStep({ sources: undefined, ...providerConfig });
  const tryToSave = (world: World, providerConfig: Record<string, unknown>) =>
    saveWorkflow(world, [DOCUMENT, step(providerConfig)]);

  test('screen by the version that is the latest when they run', async () => {
    const world = await aWorld();
    await save(world, 'mine', { sources: ['eu_fsf'] });
    const workflow = await newScreeningWorkflow(world, step({ profileKey: 'mine' }));
    await save(world, 'mine', { sources: ['eu_fsf'], reviewScore: 60 });
    const attempt = await begun(world, workflow, await newSubject(world));

    await identify(world, attempt, { full_name: MISTYPED });
    await screenedByStream(attempt.runId);

    const [check] = await checksOf(world, attempt.sessionId);
    expect(check.data).toMatchObject({ status: 'review_required', outcome: 'review' });
    const { items } = await done(world.client, listScreeningRuns);
    expect(items).toMatchObject([{ profile: { key: 'mine', version: 2 }, policy: { reviewScore: 60 } }]);
  });

  test('are saved as they were sent', async () => {
    const world = await aWorld();
    const byProfile = { profileKey: 'thorough', sources: ['eu_fsf'] };

    const { status, body } = await tryToSave(world, byProfile);

    expect(status).toBe(201);
    expect(body.data.steps[1].config.providerConfig).toEqual(byProfile);
  });

  test.each<[string, string, Record<string, unknown>, string]>([
    ['an unknown profile', 'unknown_profile', { profileKey: 'theirs' }, 'profileKey'],
    ['scores beside it', 'set_by_profile', { profileKey: 'mine', reviewScore: 60 }, 'reviewScore'],
    ['lists beside it', 'set_by_profile', { profileKey: 'mine', sources: ['eu_fsf'] }, 'sources'],
    ['no lists for a built-in one', 'lists_required', { profileKey: 'thorough' }, 'sources'],
    ['neither lists nor profile', 'invalid_workflow', {}, 'sources'],
    [
      'scores that are not below each other',
      'invalid_workflow',
      { sources: ['eu_fsf'], reviewScore: 90 },
      'reviewScore',
    ],
  ])('with %s are refused when the workflow is saved', async (_what, code, config, member) => {
    const world = await aWorld();
    await save(world, 'mine');

    expect(await tryToSave(world, config)).toMatchObject({
      status: 422,
      body: { code, errors: [{ path: `steps.1.config.providerConfig.${member}` }] },
    });
  });

  test('end in an error if their profile is above a limit that came later', async () => {
    const world = await aWorld();
    await save(world, 'mine', { sources: ['eu_fsf'], reviewScore: 80 });
    const attempt = await begun(
      world,
      await newScreeningWorkflow(world, step({ profileKey: 'mine' })),
      await newSubject(world),
    );
    await done(world.owner, updateSettings, { body: { highestReviewScore: 70, expectedRevision: 0 } });

    await identify(world, attempt, { full_name: MISTYPED });
    await screenedByStream(attempt.runId);

    const [check] = await checksOf(world, attempt.sessionId);
    expect(check.data).toMatchObject({ status: 'error', providerRef: null });
  });
});
