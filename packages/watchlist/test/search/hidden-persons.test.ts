import { describe, expect, test } from 'vitest';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import { anEntry, bornOn } from '../matching/builders.ts';
import { aList, screenFor } from './index-support.ts';

/** People and companies who do not exist, listed as publishers list them. */
const WALLET = { kind: 'wallet', value: '0x098b716b8aaf21512996dc57eb0615e2383e2f96' } as const;
const PASSPORT = { kind: 'passport', value: 'RT 700112', country: 'RU' } as const;
const ENTRIES = [
  anEntry('Orlan Group', {
    id: 'COMPANY',
    kind: 'entity',
    countries: ['KP'],
    identifiers: [{ ...WALLET, country: null }],
  }),
  anEntry(['Aleksey Leonidovich Tekslov', 'Алексей Леонидович Текслов'], {
    id: 'RUSSIAN',
    countries: ['RU'],
    identifiers: [PASSPORT],
    ...bornOn('1966-10-24'),
  }),
  anEntry('Hasan Qasim Nasrallahi', { id: 'ARAB', countries: ['LB'], ...bornOn('1960-08-31') }),
  anEntry('Jong Un PAK', { id: 'KOREAN', countries: ['KP'] }),
  anEntry('Peleng JSC', { id: 'ONE-WORD', kind: 'entity', countries: ['BY'] }),
];

const found = async (subject: SubjectRequest | string) => {
  const { status, matches } = await screenFor([await aList(ENTRIES)], subject);
  return { status, ids: matches.map(({ entry }) => entry.id) };
};

describe('no listed person is hidden', () => {
  test.each([
    ['a person who pays from the wallet of a company', 'COMPANY', 'person', WALLET],
    ['a company with the passport of a person', 'RUSSIAN', 'entity', PASSPORT],
  ] as const)('by the kind: %s', async (_case, id, entityType, identifier) => {
    const subject = { name: 'John Smith', entityType, identifiers: [identifier] };

    expect(await found(subject)).toEqual({ status: 'possible_match', ids: [id] });
  });

  test.each(['CY', 'PT', 'IL', 'AE'])('by a second nationality: %s', async (country) => {
    const subject = { name: 'Aleksey Leonidovich Tekslov', nationalities: [country] };

    expect(await found(subject)).toEqual({ status: 'possible_match', ids: ['RUSSIAN'] });
  });

  test('by the country of a company whose name is one word and a form', async () => {
    const subject = { name: 'PELENG JSC', entityType: 'entity', nationalities: ['AE'] } as const;

    expect(await found(subject)).toEqual({ status: 'possible_match', ids: ['ONE-WORD'] });
  });

  test.each([
    ['the year one off', '1967-10-24'],
    ['one digit changed', '1986-10-24'],
    ['one digit of the day changed', '1966-10-21'],
    ['another year within ten', '1958-10-24'],
  ])('by a typing error in the date of birth: %s', async (_case, date) => {
    const subject = { name: 'Aleksey Leonidovich Tekslov', datesOfBirth: [date] };

    expect(await found(subject)).toEqual({ status: 'possible_match', ids: ['RUSSIAN'] });
  });

  test('day and month swapped do not hide a person', async () => {
    const entries = [anEntry('Igor Semyonov', bornOn('1960-09-07'))];
    const subject = { name: 'Igor Semyonov', datesOfBirth: ['1960-07-09'] };

    const { status } = await screenFor([await aList(entries)], subject);
    expect(status).toBe('possible_match');
  });

  test.each([
    [{ name: 'Aleksey L. Tekslov' }],
    [{ name: 'Tekslov, Aleksey L' }],
    [{ name: 'A. Tekslov', nationalities: ['RU'] }],
  ])('by an initial: %o', async (subject) => {
    expect(await found(subject)).toEqual({ status: 'possible_match', ids: ['RUSSIAN'] });
  });

  test.each([
    ['Alexei Leonidovitch Teksloff', 'RUSSIAN'],
    ['Aleksej Tekslov', 'RUSSIAN'],
    ['Hassan Kassem Nasrallahi', 'ARAB'],
    ['Hasan Ghasem Nasrallahi', 'ARAB'],
    ['Park Jong Eun', 'KOREAN'],
    ['Pak Jong-eun', 'KOREAN'],
  ])('by another Latin spelling: %s', async (name, id) => {
    expect(await found(name)).toEqual({ status: 'possible_match', ids: [id] });
  });

  test('another Latin spelling is never a match by a date of birth', async () => {
    const subject = { name: 'Hassan Kassem Nasrallahi', datesOfBirth: ['1960-08-31'] };

    expect((await found(subject)).status).toBe('possible_match');
    expect((await found({ ...subject, name: 'Hasan Qasim Nasrallahi' })).status).toBe('match');
  });
});

describe('a difference that is not a romanisation is a typing error', () => {
  test.each([
    'Aleksey Leonidovich Teksqov',
    'Aleksey Leonidovvich Tekslov',
    'Aleksey Leonidovich Tekzlov',
    'Hasan Qasim Nasrallahx',
  ])('%s alone is below review', async (name) => {
    expect((await found(name)).status).toBe('clear');
  });

  test('Marten is not Martin in a name that is neither Arabic nor Slavic', async () => {
    const list = await aList([anEntry('Martin Keller Brandt')]);

    expect((await screenFor([list], 'Marten Keller Brandt')).status).toBe('clear');
    expect((await screenFor([list], 'Martin Kelller Brandt')).status).toBe('clear');
  });
});
