import { describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

const DAY = '1971-02-19';
const births = [{ from: DAY, to: DAY, isCirca: false }];
const listed = (id: string, text: string, countries: string[]) =>
  anEntry({ id, names: [{ text, isWeak: false }], births, countries });

const world = preparedForFile(async () => {
  await loadList('ofac_sdn', [
    listed('1', 'Ambrosio Guadalupe QUILL FEATHER', ['MX']),
    listed('2', 'Otto Leonidovich BLOTTER', ['RU']),
  ]);
  return aWorld();
});

const screen = (subject: Record<string, unknown>, scores: Record<string, number> = {}) =>
  call(world.client, screeningRoutes.createScreeningRun, {
    body: { subject, sources: ['ofac_sdn'], ...scores },
  });

describe('the review score of a run', () => {
  const partly = { name: 'Ambrosio Luis Quill Feather', datesOfBirth: [DAY], nationalities: ['MX'] };

  test.each([
    [99, 'clear'],
    [70, 'clear'],
    [69, 'possible_match'],
    [50, 'possible_match'],
    [30, 'possible_match'],
    [1, 'possible_match'],
  ])('runs: at %i the top score is the same, and the status is %s', async (reviewScore, status) => {
    const { body } = await screen(partly, { reviewScore, matchScore: 100 });

    expect(body).toMatchObject({ status, topScore: 69 });
    expect(body.matches.map(({ score }: { score: number }) => score)).toEqual(status === 'clear' ? [] : [69]);
  });

  test('runs: a second nationality does not clear a name without its patronymic', async () => {
    const name = 'Otto Blotter';

    const { body } = await screen({ name, nationalities: ['IL'] });
    const { body: born } = await screen({ name, nationalities: ['IL'], datesOfBirth: ['1990'] });

    expect(body).toMatchObject({ status: 'possible_match', topScore: 70 });
    expect(body.policy.scorerVersion).toBe('screening-score-v8');
    expect(born).toMatchObject({ status: 'clear', topScore: 25 });
  });
});
