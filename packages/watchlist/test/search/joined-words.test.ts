import { describe, expect, test } from 'vitest';
import { anEntry, bornOn } from '../matching/builders.ts';
import { aList, screenFor } from './index-support.ts';

describe('names written as one word or as two', () => {
  const PAIRS = [
    ['Xi Jin Ping', 'Xi Jinping'],
    ['Abdul Rahman Khan', 'Abdulrahman Khan'],
    ['Mohamed El Sayed', 'Mohamed Elsayed'],
    ['Juan de la Cruz', 'Juan Delacruz'],
    ['Abd al Rahman Nasser', 'Abdalrahman Nasser'],
    ['Abdul Rahman Abdul Aziz', 'Abdulrahman Abdulaziz'],
    ['Ronald Mc Donald', 'Ronald McDonald'],
    ['Wu Ya Qin', 'Wu Yaqin'],
  ] as const;
  const bothWays = PAIRS.flatMap(([apart, together]) => [
    [apart, together],
    [together, apart],
  ]);

  test.each(bothWays)('%s finds %s with a joined_words factor', async (name, listedName) => {
    const { matches } = await screenFor([await aList([anEntry(listedName)])], name);

    expect(matches).toMatchObject([{ score: 85 }]);
    expect(matches[0]?.factors.map(({ code }) => code)).toContain('name_same');
  });

  test('the factor names the listed spelling', async () => {
    const { matches } = await screenFor([await aList([anEntry('Xi Jin Ping')])], 'Xi Jinping');

    expect(matches[0]?.factors).toContainEqual({ code: 'joined_words', points: 0, detail: 'jin ping' });
  });

  test.each(bothWays)('%s and the day of birth of %s are a match', async (name, listedName) => {
    const lists = [await aList([anEntry(listedName, bornOn('1961-04-12'))])];

    expect(await screenFor(lists, { name, datesOfBirth: ['1961-04-12'] })).toMatchObject({
      status: 'match',
    });
  });

  test.each([
    ['a letter off', 'Jinpinng', 'Jin Ping'],
    ['a letter off, the other way round', 'Jin Pinng', 'Jinping'],
    ['a letter off in a short half', 'Ivarpetrov', 'Ivan Petrov'],
    ['apart in two different ways', 'Jinp Ing', 'Jin Ping'],
    ['words that are no neighbours', 'Xiping', 'Xi Jin Ping'],
    ['a particle that is another', 'Elsayed', 'Al Sayed'],
  ])('%s: %s does not find %s', async (_case, name, listedName) => {
    expect(await screenFor([await aList([anEntry(listedName)])], name)).toMatchObject({
      status: 'clear',
      candidateCount: 0,
    });
  });

  test.each([
    ['in the order of the list', 'VLADIMIRPUTIN', 'Vladimir Putin'],
    ['with the family name first', 'WUYONGHAO', 'Yonghao Wu'],
    ['with capitals inside', 'WuYonghao', 'Yonghao Wu'],
    ['of three words', 'nikolaiplatonovichpatrushev', 'Nikolai Platonovich Patrushev'],
    ['of three words, the last one first', 'PatrushevNikolaiPlatonovich', 'Nikolai Platonovich Patrushev'],
    ['of three words, the first one last', 'platonovichpatrushevnikolai', 'Nikolai Platonovich Patrushev'],
    ['with particles', 'juandelacruzperez', 'Juan de la Cruz Perez'],
    ['in three parts that are one word', 'Nikolai Plat Ono Vich Patrushev', 'Nikolai Platonovich Patrushev'],
  ])('a whole name without spaces is found %s', async (_case, name, listedName) => {
    const { matches } = await screenFor([await aList([anEntry(listedName), anEntry('Oleg Orlov')])], name);

    expect(matches).toMatchObject([{ score: 85, matchedName: listedName }]);
  });

  test('a name without spaces is not hidden by a second nationality', async () => {
    const lists = [await aList([anEntry('Nikolai Platonovich Patrushev', { countries: ['RU'] })])];
    const subject = { name: 'PATRUSHEVNIKOLAIPLATONOVICH', nationalities: ['IL'] };

    expect(await screenFor(lists, subject)).toMatchObject({ status: 'possible_match', topScore: 70 });
  });

  test('a company without spaces is found with its legal form', async () => {
    const lists = [await aList([anEntry('Golden Star Shipping Co., Ltd.', { kind: 'entity' })])];

    expect(await screenFor(lists, 'GOLDENSTARSHIPPINGCOLTD')).toMatchObject({ topScore: 85 });
  });

  test.each([
    ['a letter off', 'Vladimirputim', 'Vladimir Putin'],
    ['words in any other order', 'platonovichnikolaipatrushev', 'Nikolai Platonovich Patrushev'],
  ])('%s is not: %s and %s', async (_case, name, listedName) => {
    const lists = [await aList([anEntry(listedName)])];

    expect(await screenFor(lists, name)).toMatchObject({ status: 'clear', candidateCount: 0 });
  });

  test('a listed name of two words inside a longer name scores the same when joined', async () => {
    const lists = [await aList([anEntry('Abdul Rahman')])];
    const [apart, together] = ['Abdul Rahman Smith', 'Abdulrahman Smith'];

    expect((await screenFor(lists, together)).topScore).toBe((await screenFor(lists, apart)).topScore);
  });
});

describe('a name of two words, one of which is a particle in other names', () => {
  test.each([
    ['Osama bin Laden', 'Bin Laden'],
    ['Bin Laden', 'Usama bin Muhammad bin Laden'],
    ['Isabel dos Santos', 'Dos Santos'],
    ['Dos Santos', 'Isabel dos Santos'],
    ['Wernher von Braun', 'von Braun'],
    ['El Chapo', 'Joaquin El Chapo'],
    ['Al Zawahiri', 'Ayman al-Zawahiri'],
  ])('%s has all words of one name in the other, which is %s', async (name, listedName) => {
    const lists = [await aList([anEntry(listedName, bornOn('1961-04-12'))])];
    const born = { name, datesOfBirth: ['1961-04-12'] };

    expect(await screenFor(lists, name)).toMatchObject({ topScore: 75 });
    expect(await screenFor(lists, born)).toMatchObject({ status: 'match' });
  });

  test.each([
    ['El Zawahiri', 'Al Zawahiri', 'person'],
    ['Wangbin', 'WANG Bin', 'person'],
    ['Bin Wang', 'WANG, Bin', 'person'],
    ['Los Zetas', 'Zetas', 'entity'],
    ['Al Rashid Ltd', 'Rashid Limited', 'entity'],
  ] as const)('%s is %s', async (name, listedName, kind) => {
    const lists = [await aList([anEntry(listedName, { kind })])];

    expect(await screenFor(lists, name)).toMatchObject({ topScore: 85 });
  });
});
