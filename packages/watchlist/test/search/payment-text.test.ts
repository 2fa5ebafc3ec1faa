import { describe, expect, test } from 'vitest';
import { anEntry } from '../matching/builders.ts';
import { aList, screenFor } from './index-support.ts';

const company = (name: string) => anEntry(name, { kind: 'entity' });
const codes = (factors: readonly { code: string }[] = []) => factors.map(({ code }) => code);

describe('a name cut at the end of a field', () => {
  const listed = 'Nuclear Power Production and Khorramabad Company of Iran';
  const cut = listed.slice(0, 35);

  test('is found by the beginning of its last word', async () => {
    const { matches } = await screenFor([await aList([company(listed), company('Nuclear Power Plant')])], cut);

    expect(matches).toMatchObject([{ score: 75, matchedName: listed }]);
    expect(matches[0]?.factors).toContainEqual({ code: 'cut_token', points: 0, detail: 'khorramabad' });
  });

  test('is a review at most, with the same document too', async () => {
    const identifiers = [{ kind: 'registration_number' as const, value: '10861677542', country: 'IR' }];
    const lists = [await aList([{ ...company(listed), identifiers }])];

    const { matches, status } = await screenFor(lists, { name: cut, identifiers });

    expect(status).toBe('possible_match');
    expect(codes(matches[0]?.factors)).toContain('cut_cap');
  });

  test('is not found by a name without a word that begins so', async () => {
    const lists = [await aList([company('Nuclear Power Production and Research Company of Iran')])];

    expect(await screenFor(lists, cut)).toMatchObject({ status: 'clear' });
  });

  test('and of another length is not read as cut', async () => {
    const lists = [await aList([company(listed)])];

    expect(await screenFor(lists, listed.slice(0, 33))).toMatchObject({ status: 'clear' });
  });

  test('within a legal form agrees without it', async () => {
    const lists = [await aList([company('Tactical Missiles Corp Joint Stock Company')])];
    const name = 'Tactical Missiles Corp Joint Stock C';

    expect(await screenFor(lists, name.slice(0, 34))).toMatchObject({ topScore: 85 });
  });
});

test.each([' ', '\n'])('a word broken by the end of a line (%j) is found', async (between) => {
  const listed = 'Nuclear Power Production and Development Company of Iran';
  const lists = [await aList([company(listed)])];

  expect(await screenFor(lists, listed.slice(0, 35) + between + listed.slice(35))).toMatchObject({ topScore: 85 });
});

describe('abbreviated words of companies', () => {
  test.each([
    ['BK MELLAT', 'Bank Mellat'],
    ['Islamic Rep. of Iran Shipping Lines', 'Islamic Republic of Iran Shipping Lines'],
    ['SHAHID MEISAMI GRP', 'Shahid Meisami Group'],
    ['First Bank Int’l', 'First International Bank'],
    ['Green Pine Trdg', 'Green Pine Trading'],
    ['Green Pine Trading', 'Green Pine TRDG'],
    ['Agriculture Bank', 'Agricultural Bank'],
  ])('%s finds %s', async (name, listed) => {
    const { matches } = await screenFor([await aList([company(listed)])], name);

    expect(matches).toMatchObject([{ score: 85 }]);
    expect(codes(matches[0]?.factors)).toContain('equivalent_token');
  });

  test('are not read in the names of people', async () => {
    const lists = [await aList([anEntry('General Suzuki')])];

    const { matches } = await screenFor(lists, { name: 'Gen Suzuki', entityType: 'person' });

    expect(codes(matches[0]?.factors)).not.toContain('equivalent_token');
  });
});

describe('particles of companies', () => {
  test('do not make a name of one word the same', async () => {
    const lists = [await aList([company('OJSC AF BANK')])];

    expect(await screenFor(lists, 'Bank')).toMatchObject({ topScore: 75 });
    expect(await screenFor(lists, 'AF Bank')).toMatchObject({ topScore: 85 });
  });

  test('count in a name of two words whose kind is not stated', async () => {
    expect(await screenFor([await aList([company('It-Triq li Tiddi')])], 'Li Bin')).toMatchObject({ status: 'clear' });
  });
});

describe('names with lost letters', () => {
  const lists = aList([anEntry('Igor Sechin'), anEntry('José Guadalupe Tapia')]);

  test.each(['Igor Sech\ufffdn', 'Igor Sech?n'])('%s is never clear', async (name) => {
    expect(await screenFor([await lists], name)).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['subject_unreadable'],
    });
  });

  test('in an alias make a run incomplete too', async () => {
    const subject = { name: 'Anna Schmidt', aliases: ['Ann? Schmidt', 'An?a Schmidt'] };

    expect(await screenFor([await lists], subject)).toMatchObject({ incompleteReasons: ['subject_unreadable'] });
  });

  test('that were only read in the wrong encoding are put right', async () => {
    expect(await screenFor([await lists], 'JosÃ© Guadalupe Tapia')).toMatchObject({
      incompleteReasons: [],
      topScore: 85,
    });
  });
});

test('a Japanese name is not read in Mandarin, and an honorific is no part of it', async () => {
  const pep = { positions: [], relatedTo: [] };
  const lists = [await aList([anEntry('竹下 亘君', { countries: ['JP'], pep })])];

  expect(await screenFor(lists, { name: 'Zhu Jun', entityType: 'person' })).toMatchObject({ status: 'clear' });
});
