import { describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

const NAME = 'Ambrose Quillfeather';
const MANY = 60;
const named = (text: string, id: string) =>
  anEntry({ id, names: [{ text, isWeak: false }], births: [], countries: [] });

const world = preparedForFile(async () => {
  await loadList('eu_fsf', [named(NAME, '7512'), named('Otto Blotter', '7513')]);
  await loadList(
    'uk_sanctions',
    Array.from({ length: MANY }, (_, at) => named('Cornelius Inkpot', `INK${at}`)),
  );
  return aWorld();
});

const search = (body: Record<string, unknown>, options: Partial<Parameters<typeof call>[2]> = {}) =>
  call(world.client, screeningRoutes.searchScreeningEntries, { body, ...options });

describe('search', () => {
  test('search: an entry has the score and factors of a match of a run', async () => {
    const sources = ['eu_fsf'];

    const { status, body } = await search({ name: NAME, sources });

    const run = await call(world.client, screeningRoutes.createScreeningRun, {
      body: { subject: { name: NAME }, sources },
    });
    const { id: _id, decision: _decision, group: _group, ...match } = run.body.matches[0];
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 1, incomplete: false, errorCode: null });
    expect(body.items).toEqual([match]);
    expect(body.sources).toEqual(run.body.sources);
    expect(body.attributions).toEqual(run.body.attributions);
    expect(body.scorerVersion).toBe(run.body.policy.scorerVersion);
  });

  test('search: near misses are the highest entries below the review score, and change nothing else', async () => {
    const asked = { name: 'Ambrose Quilfeather', sources: ['eu_fsf'] };

    const { body } = await search({ ...asked, nearMisses: true });

    const { nearMisses, ...rest } = body;
    expect(rest).toEqual((await search(asked)).body);
    expect(rest).toMatchObject({ items: [], total: 0, incomplete: false, reviewScore: 70, matchScore: 90 });
    const [thorough] = (await search({ ...asked, profileKey: 'thorough' })).body.items;
    expect(thorough.score).toBeLessThan(70);
    expect(nearMisses).toEqual([thorough]);
  });

  test('search: at most 10 near misses are returned, and no match is among them', async () => {
    const asked = { name: 'Cornelius Inkpott', sources: ['uk_sanctions'] };

    const { body } = await search({ ...asked, nearMisses: true });
    const lower = await search({ ...asked, profileKey: 'thorough', nearMisses: true });

    expect({ items: body.items.length, near: body.nearMisses.length }).toEqual({ items: 0, near: 10 });
    expect(lower.body).toMatchObject({ total: MANY, nearMisses: [] });
  });

  test('search: a name without a letter has no near misses', async () => {
    const { body } = await search({ name: '—', sources: ['eu_fsf'], nearMisses: true });

    expect(body).toMatchObject({ nearMisses: [], errorCode: 'missing_name' });
  });

  test('search: a run takes no `nearMisses`, so none is stored', async () => {
    const { status, body } = await call(world.client, screeningRoutes.createScreeningRun, {
      body: { subject: { name: NAME }, sources: ['eu_fsf'], nearMisses: true },
    });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
  });

  test('search: nothing is stored', async () => {
    const runs = () => call(world.client, screeningRoutes.listScreeningRuns, { query: {} });
    const before = await runs();

    await search({ name: NAME, sources: ['eu_fsf'], nearMisses: true });

    expect((await runs()).body).toEqual(before.body);
  });

  test('search: at most 50 entries are returned, and all are counted', async () => {
    const { body } = await search({ name: 'Cornelius Inkpot', sources: ['uk_sanctions'] });

    expect(body.items).toHaveLength(50);
    expect(body.total).toBe(MANY);
  });

  test('search: an unknown list is refused, and the known ones are named', async () => {
    const { status, body } = await search({ name: NAME, sources: ['eu_fsf', 'no_list'] });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'unknown_list',
      detail: expect.stringContaining('`ofac_sdn`'),
      errors: [{ path: 'sources.1', message: '`no_list` is not the key of a list.' }],
    });
  });

  test('search: a name without a letter is an error and not a clear result', async () => {
    const { body } = await search({ name: '—', sources: ['eu_fsf'] });

    expect(body).toMatchObject({ items: [], incomplete: true, errorCode: 'missing_name' });
  });

  test.each([
    ['no name', { sources: ['eu_fsf'] }, 'name'],
    ['no list', { name: NAME, sources: [] }, 'sources'],
    ['`nearMisses` that is no boolean', { name: NAME, sources: ['eu_fsf'], nearMisses: 10 }, 'nearMisses'],
    ['a list twice', { name: NAME, sources: ['eu_fsf', 'eu_fsf'] }, 'sources'],
    ['a name of 13 words', { name: 'a '.repeat(13), sources: ['eu_fsf'] }, 'name'],
    ['an unknown property', { name: NAME, sources: ['eu_fsf'], riskSubjectId: null }, ''],
    [
      'a `reviewScore` that is not below `matchScore`',
      { name: NAME, sources: ['eu_fsf'], reviewScore: 90, matchScore: 90 },
      'reviewScore',
    ],
    [
      '`pepLookbackMonths` without the PEP list',
      { name: NAME, sources: ['eu_fsf'], pepLookbackMonths: 24 },
      'pepLookbackMonths',
    ],
  ])('search: %s is refused', async (_case, refused, property) => {
    const { status, body } = await search(refused);

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
    expect(JSON.stringify(body.errors)).toContain(property);
  });
});
