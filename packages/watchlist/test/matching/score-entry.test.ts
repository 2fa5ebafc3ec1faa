import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_REVIEW_SCORE, MAX_SCORE } from '../../src/limits.ts';
import { FACTORS } from '../../src/matching/factor.ts';
import { FIRM_FROM, NAME_POINTS, someTokensPoints } from '../../src/matching/name-factors.ts';
import { FIRM_NAME_FLOOR, SCORER_VERSION } from '../../src/matching/score-entry.ts';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import { anEntry, bornOn, codesOf, DEFAULT_POLICY, score } from './builders.ts';
import { DAY, listed, PASSPORT, WALLET } from './known-person.ts';

/**
 * The numbers of each version. A change of a number needs a new version and a new line here; the lines of released
 * versions stay, so that a number cannot be changed under an old version.
 */
const NUMBERS: Record<string, string> = {
  'screening-score-v7': 'cf3ac14cb64cc7223b9e3f174215496239790a31218de5f65b5c7b8fcceb9e8b',
  'screening-score-v8': '8218b4eb36fc19c2dba296d6f80b3e361a590b6fdf8ea4418174b910101f803a',
};

test('scorer version: a change of any points, floor or cap needs a new version', () => {
  const points = Object.entries(FACTORS).map(([code, factor]) => [code, factor.points]);
  const someTokens = [1, 2, 3, 4].flatMap((matched) =>
    [1, 2, 3, 4, 5, 6].map((words) => someTokensPoints(matched, words, matched + 1)),
  );
  const numbers = { points, NAME_POINTS, FIRM_FROM, FIRM_NAME_FLOOR, DEFAULT_REVIEW_SCORE, MAX_SCORE, someTokens };

  expect(SCORER_VERSION).toMatch(/^screening-score-v[0-9]+$/);
  expect(hash('sha256', JSON.stringify(numbers))).toBe(NUMBERS[SCORER_VERSION]);
});

describe('a name alone', () => {
  test.each([
    ['the same name', 'Viktor Semyonov', ['name_same'], 85],
    ['in another order', 'SEMYONOV, Viktor', ['name_same'], 85],
    ['in another script', 'Виктор Семёнов', ['name_same'], 85],
    ['part of the listed name', 'Semyonov', ['all_subject_tokens'], 75],
    ['more than the listed name', 'Viktor Pavlovich Semyonov', ['all_listed_tokens'], 75],
    ['some of its words', 'Viktor Orlov', ['some_tokens'], 30],
    ['nothing of it', 'Anna Schmidt', [], 0],
  ])('%s', (_case, name, codes, points) => {
    const result = score(name, listed);

    expect(codesOf(result)).toEqual(codes);
    expect(result.score).toBe(points);
  });

  test.each([
    [70, 90],
    [1, 2],
    [50, 60],
    [84, 85],
    [99, 100],
  ])('stays below match and reaches review where it can: %i and %i', (reviewScore, matchScore) => {
    const result = score('Viktor Semyonov', listed, { reviewScore, matchScore });

    expect(result.score).toBe(Math.min(85, matchScore - 1));
  });

  test('the cap is a factor of its own', () => {
    const result = score({ name: 'Viktor Semyonov', nationalities: ['RU'] }, listed);

    expect(result.factors).toEqual([
      { code: 'name_same', points: 85, detail: 'viktor semyonov' },
      { code: 'nationality_same', points: 5, detail: 'RU' },
      { code: 'name_alone_cap', points: -1, detail: '89' },
    ]);
    expect(result.score).toBe(89);
  });
});

describe('a match needs something decisive beside a name that agrees exactly', () => {
  const decisive: [string, Partial<SubjectRequest>][] = [
    ['the same day of birth', { datesOfBirth: [DAY] }],
    ['the same wallet', { identifiers: [WALLET] }],
    ['the same document of the same country', { identifiers: [PASSPORT] }],
  ];
  test.each(decisive)('%s', (_case, evidence) => {
    for (const name of ['Viktor Semyonov', 'Semyonov', 'Viktor Pavlovich Semyonov'])
      for (const matchScore of [90, 100])
        expect(
          score({ name, ...evidence }, listed, { reviewScore: 70, matchScore }).score,
          name,
        ).toBeGreaterThanOrEqual(matchScore);
  });

  test.each([
    ['the same year of birth', { datesOfBirth: ['1961'] }],
    ['a nationality', { nationalities: ['RU'] }],
    ['a document without its country', { identifiers: [{ ...PASSPORT, country: null }] }],
  ])('%s is not decisive', (_case, evidence) => {
    const result = score({ name: 'Viktor Semyonov', ...evidence }, listed);

    expect(result.score).toBe(DEFAULT_POLICY.matchScore - 1);
    expect(codesOf(result)).toContain('name_alone_cap');
  });

  test('another day of the same year counts neither way', () => {
    const result = score({ name: 'Viktor Semyonov', datesOfBirth: ['1961-07-30'] }, listed);

    expect(codesOf(result)).toEqual(['name_same', 'dob_near']);
    expect(result.score).toBe(85);
  });

  test('a document of another country is another document', () => {
    const identifiers = [{ ...PASSPORT, country: 'DE' }];

    expect(score({ name: 'Viktor Semyonov', identifiers }, listed).score).toBe(85);
  });

  test.each([
    ['HK', 'CN'],
    ['CN', 'HK'],
    ['MO', 'CN'],
  ])('a passport and a nationality of %s are of %s too', (stated, listedCountry) => {
    const entry = anEntry('Edwina Lau', {
      countries: [listedCountry],
      identifiers: [{ ...PASSPORT, country: listedCountry }],
    });
    const identifiers = [{ ...PASSPORT, country: stated }];

    expect(codesOf(score({ name: 'Edwina Lau', nationalities: [stated] }, entry))).toContain('nationality_same');
    expect(score({ name: 'Edwina Lau', identifiers }, entry).score).toBe(100);
  });

  test('Taiwan is not China', () => {
    const entry = anEntry('Edwina Lau', { countries: ['TW'] });

    expect(codesOf(score({ name: 'Edwina Lau', nationalities: ['CN'] }, entry))).toContain('nationality_other');
  });

  test.each([
    ['is reason to look, whatever the name', 'Anna Schmidt', 70],
    ['and never decisive', 'Viktor Semyonov', 89],
  ])('a document that is likely of the same country %s', (_what, name, points) => {
    const entry = anEntry('Viktor Semyonov', { countries: ['FR'], identifiers: [{ ...PASSPORT, country: null }] });

    const result = score({ name, identifiers: [PASSPORT] }, entry);

    expect(codesOf(result)).toContain('document_likely_country');
    expect(result.score).toBe(points);
    expect(codesOf(score({ name, identifiers: [{ ...PASSPORT, country: 'DE' }] }, entry))).toContain(
      'document_same_number',
    );
  });

  test.each([
    ['under another name and flag', 'Gulf Horizon', 70],
    ['under its name, which is not decisive', 'Adrian Darya', 89],
  ])('the number of a ship finds it %s', (_what, name, points) => {
    const number = { kind: 'registration_number', value: '9116412' } as const;
    const ship = anEntry('Adrian Darya', { kind: 'entity', identifiers: [{ ...number, country: 'RU' }] });

    const result = score({ name, identifiers: [{ ...number, country: 'PA' }] }, ship);

    expect(codesOf(result)).toContain('ship_same_number');
    expect(result.score).toBe(points);
  });

  test.each(['passport', 'national_id', 'registration_number', 'tax_id'] as const)(
    'the same number of the same country counts whatever its kind: %s',
    (kind) => {
      const entry = anEntry('Viktor Semyonov', { identifiers: [PASSPORT] });
      const scoreOf = (changes: object, listed = entry) =>
        score({ name: 'Viktor Semyonov', identifiers: [{ ...PASSPORT, kind, ...changes }] }, listed).score;

      expect(scoreOf({})).toBe(100);
      expect(scoreOf({ country: null })).toBe(89);
      expect(scoreOf({ country: 'DE' })).toBe(85);
    },
  );

  test('a short number, and the number of a ship, are compared with their own kind only', () => {
    const scoreOf = (value: string, kind: 'passport' | 'registration_number') => {
      const listed = { kind: 'registration_number', value, country: 'IR' } as const;
      const entry = anEntry('Viktor Semyonov', { identifiers: [listed] });
      return score({ name: 'Viktor Semyonov', identifiers: [{ ...listed, kind }] }, entry).score;
    };

    expect(scoreOf('12345', 'registration_number')).toBe(100);
    expect(scoreOf('12345', 'passport')).toBe(85);
    expect(scoreOf('9116412', 'passport')).toBe(85);
  });

  test.each([
    ['lei', '253400T8G8SXRUHTL526', 'global_same_number'],
    ['bic', 'RFCBRUMMXXX', 'global_same_number'],
    ['email', 'info@example.com', 'contact_same'],
    ['website', 'www.example.com', 'contact_same'],
    ['imo', '9116412', 'ship_same_number'],
  ] as const)('the same %s finds an entry of another name, and is no match', (kind, value, code) => {
    const identifiers = [{ kind, value, country: null }];
    const entry = anEntry('Inkwell Holding', { kind: 'entity', identifiers });
    const result = score({ name: 'Paper Trading', identifiers }, entry);

    expect(codesOf(result)).toContain(code);
    expect(result.score).toBe(70);
    expect(score({ name: 'Inkwell Holding', identifiers }, entry).score).toBe(89);
  });

  test('a document number alone lifts a name of one word', () => {
    const entry = anEntry('Semyonov', { identifiers: [{ ...PASSPORT, country: null }] });
    const subject = { name: 'Viktor Semyonov', identifiers: [{ ...PASSPORT, country: null }] };

    expect(codesOf(score('Viktor Semyonov', entry))).toContain('single_word_listed_name');
    expect(codesOf(score(subject, entry))).not.toContain('single_word_listed_name');
  });

  test.each([
    ['some words of the name', 'Viktor Orlov'],
    ['an initial', 'V Semyonov'],
    ['another name', 'Anna Schmidt'],
  ])('beside %s all of it together is a possible match at most', (_case, name) => {
    const everything = { name, datesOfBirth: [DAY], nationalities: ['RU'], identifiers: [PASSPORT, WALLET] };

    expect(score(everything, listed).score).toBe(DEFAULT_POLICY.matchScore - 1);
  });

  test('a weak alias counts, and the match names it', () => {
    const entry = anEntry(['Viktor Semyonov', "'Vitya Rok'"], bornOn(DAY));

    const result = score({ name: 'Vitya Rok', datesOfBirth: [DAY] }, entry);

    expect(result.score).toBe(100);
    expect(result.nameAt).toBe(1);
    expect(result.factors).toContainEqual({ code: 'weak_alias', points: 0, detail: 'vitya rok' });
  });

  test('of two names that agree alike, the strong one is named', () => {
    const result = score('Vitya Rok', anEntry(["'Vitya Rok'", 'Rok Vitya']));

    expect(result.nameAt).toBe(1);
    expect(codesOf(result)).not.toContain('weak_alias');
  });
});

describe('a name one letter off', () => {
  const forms: [string, string][] = [
    ['changed', 'Viktor Semyanov'],
    ['added', 'Viktor Semyoonov'],
    ['dropped', 'Viktor Semynov'],
    ['swapped', 'Viktor Semoynov'],
  ];
  test.each(forms)('a letter %s: found, named, and below review alone', (_case, name) => {
    const result = score(name, listed);

    expect(result.factors).toContainEqual({ code: 'fuzzy_token', points: -20, detail: 'semyonov' });
    expect(result.score).toBe(65);
  });

  test.each([
    ['the year of birth', { datesOfBirth: ['1961'] }],
    ['the day of birth', { datesOfBirth: [DAY] }],
    ['a nationality', { nationalities: ['RU'] }],
    ['a document number', { identifiers: [PASSPORT] }],
    ['all of them', { datesOfBirth: [DAY], nationalities: ['RU'], identifiers: [PASSPORT] }],
  ])('with %s it reaches review and never match', (_case, evidence) => {
    for (const matchScore of [71, 90, 100]) {
      const result = score({ name: 'Viktor Semyanov', ...evidence }, listed, { reviewScore: 70, matchScore });

      expect(result.score).toBeGreaterThanOrEqual(70);
      expect(result.score).toBeLessThan(matchScore);
    }
  });

  test.each([
    ['the listed name has more words', 'Viktor Semyanov', 'Viktor Pavlovich Semyonov', 65],
    ['the listed name has more words, but none agrees', 'Semyanov', 'Viktor Pavlovich Semyonov', 55],
    ['the listed name has fewer words', 'Viktor Pavlovich Semyanov', 'Viktor Semyonov', 55],
  ])('%s', (_case, name, listedName, points) => {
    const entry = anEntry(listedName, { ...bornOn(DAY), countries: ['RU'] });

    expect(score(name, entry).score).toBe(points);
    expect(score({ name, nationalities: ['RU'] }, entry).score).toBe(points + 5);
    expect(score({ name, datesOfBirth: [DAY] }, entry).score).toBe(Math.min(points + 25, 89));
  });

  test('a wallet stays decisive', () => {
    const result = score({ name: 'Viktor Semyanov', identifiers: [WALLET] }, listed);

    expect(result.score).toBe(100);
  });

  test('a second word one letter off is not found', () => {
    const result = score('Viktxr Semyanov', listed);

    expect(codesOf(result)).toEqual(['some_tokens', 'fuzzy_token']);
    expect(result.score).toBeLessThan(30);
  });

  test('two letters off in a word are not found', () => {
    expect(score('Semyamov Orlov', anEntry('Semyonov Petrov')).factors).toEqual([]);
  });

  test('words under five letters are compared exactly', () => {
    expect(score('Ivar', anEntry('Ivan')).factors).toEqual([]);
    expect(score('Ivanx', anEntry('Ivan')).factors).toEqual([]);
  });

  test.each([
    ['a letter added to a word of four', 'Friedrich Mertz', 'Friedrich Merz', 'person'],
    ['a short word beside two others', 'Arif Ali Zardari', 'Asif Ali Zardari', 'person'],
    ['no syllable of an East Asian name', 'Sson Mun San', 'Son Mun San', 'person'],
    ['a number beside three words', 'Goldman Mortgage Trust 4', 'Goldman Mortgage Trust 5', 'entity'],
    ['a scanner’s rn for m', 'Sarner Haddad', 'Samer Haddad', 'person'],
    ['a scanner’s m for rn', 'Bemard Haddad', 'Bernard Haddad', 'person'],
    ['a scanner’s vv for w', 'Stevvart Haddad', 'Stewart Haddad', 'person'],
    ['a scanner’s cl for d', 'Eclward Lindqvist', 'Edward Lindqvist', 'person'],
  ] as const)('%s is one letter off', (_case, name, listedName, kind) => {
    const entry = anEntry(listedName, { kind, ...bornOn(DAY) });

    expect(codesOf(score(name, entry))).toEqual(['name_same', 'fuzzy_token']);
    expect(score(name, entry).score).toBe(65);
    expect(score({ name, datesOfBirth: [DAY] }, entry).score).toBe(89);
  });

  test.each([
    ['a short word of two', 'Tom Cook', 'Tim Cook', 'person'],
    ['a syllable of an East Asian name', 'Kim Yong Nam', 'Kim Jong Nam', 'person'],
    ['a number beside two words', 'Sea Star 1', 'Sea Star 2', 'entity'],
    ['a short word, and a word that the other lacks', 'Arif Ali Zardari Khan', 'Asif Ali Zardari', 'person'],
    ['two errors of a scanner', 'Sarner Harnza', 'Samer Hamza', 'person'],
  ] as const)('%s is another word', (_case, name, listedName, kind) => {
    expect(codesOf(score(name, anEntry(listedName, { kind })))).not.toContain('name_same');
    expect(score(name, anEntry(listedName, { kind })).score).toBeLessThan(65);
  });
});

describe('a name of which each side lacks a word', () => {
  const quintero = anEntry('Jose Guadalupe Tapia Quintero', {
    ...bornOn(DAY),
    countries: ['MX'],
    identifiers: [PASSPORT],
  });
  const subject = { name: 'Jose Luis Tapia Quintero', datesOfBirth: [DAY], nationalities: ['MX'] };

  test.each([1, 30, 50, 69, 70, 89])('scores 69 at most, with a review score of %i too', (reviewScore) => {
    const result = score(subject, quintero, { reviewScore, matchScore: 90 });

    expect(result.score).toBe(69);
    expect(result.factors.at(-1)).toEqual({ code: 'partial_name_cap', points: -6, detail: '69' });
  });

  test('is not capped beside an identifier', () => {
    expect(score({ ...subject, identifiers: [PASSPORT] }, quintero).score).toBe(89);
  });
});

describe('two letters off', () => {
  const three = anEntry('Oleg Vladimirovich Semyonov', { ...bornOn(DAY), countries: ['RU'] });
  const evidence = { datesOfBirth: [DAY], nationalities: ['RU'] };

  test.each([
    ['in one word', 'Oleg Vladimirovich Semzanov'],
    ['one letter in each of two words', 'Oleg Vladimirovzch Semyonok'],
    ['in a word of two', 'Oleg Semzanov'],
  ])('%s is not found, whatever else agrees', (_case, name) => {
    const result = score({ name, ...evidence }, three);

    expect(result.score).toBeLessThan(DEFAULT_POLICY.reviewScore);
  });

  test('is found by an identifier', () => {
    const entry = { ...three, identifiers: [PASSPORT] };
    const subject = { name: 'Oleg Vladimirovich Semzanov', identifiers: [PASSPORT] };

    expect(score(subject, entry).score).toBe(DEFAULT_POLICY.matchScore - 1);
  });
});

describe('contradictions', () => {
  test.each([
    ['another date of birth', 'Viktor Semyonov', { datesOfBirth: ['1975-09-30'] }, 55],
    ['another nationality', 'Viktor', { nationalities: ['BR'] }, 55],
    ['both', 'Viktor Semyonov', { datesOfBirth: ['1975-09-30'], nationalities: ['BR'] }, 35],
  ])('%s keeps a name below review', (_case, name, evidence, points) => {
    expect(score({ name, ...evidence }, listed).score).toBe(points);
  });

  test('another kind of entity scores 0 by its name', () => {
    const result = score({ name: 'Viktor Semyonov', entityType: 'entity' }, listed);

    expect(result.score).toBe(0);
    expect(codesOf(result)).toContain('other_kind');
  });

  test.each([
    ['a wallet', 'Anna Schmidt', [WALLET], 89],
    ['a wallet beside the name', 'Viktor Semyonov', [WALLET], 100],
    ['a document', 'Anna Schmidt', [PASSPORT], 70],
  ])('the other kind does not discard %s', (_case, name, identifiers, points) => {
    const result = score({ name, entityType: 'entity', identifiers }, listed);

    expect(codesOf(result)).toContain('other_kind_identified');
    expect(codesOf(result)).not.toContain('other_kind');
    expect(result.score).toBe(points);
  });

  test('a fact that one side does not state is no contradiction', () => {
    expect(score({ name: 'Nemo', datesOfBirth: [DAY], nationalities: ['FR'] }, anEntry('Nemo')).score).toBe(85);
  });
});

describe('one-word listed names', () => {
  const emma = anEntry('EMMA', { ...bornOn('1990-04-15'), countries: ['GB'] });

  test('inside a longer name they stay below the default review score, and a factor says so', () => {
    const result = score('Emma Watson', emma);

    expect(codesOf(result)).toEqual(['all_listed_tokens', 'single_word_listed_name']);
    expect(result.score).toBe(60);
  });

  test.each([
    ['a day of birth', { datesOfBirth: ['1990-04-15'] }, 100],
    ['a year of birth', { datesOfBirth: ['1990'] }, 85],
  ])('with %s that agrees they count in full', (_case, evidence, points) => {
    const result = score({ name: 'Emma Watson', ...evidence }, emma);

    expect(codesOf(result)).not.toContain('single_word_listed_name');
    expect(result.score).toBe(points);
  });

  test('a nationality that agrees is shared by too many people', () => {
    const result = score({ name: 'Emma Watson', nationalities: ['GB'] }, emma);

    expect(codesOf(result)).toContain('single_word_listed_name');
    expect(result.score).toBe(65);
  });

  test('a subject of that one word counts in full', () => {
    expect(score('Emma', emma).score).toBe(85);
  });

  test.each([
    ['Testkomplekt', 'Testkomplekt Group'],
    ['Rosneft', 'Rosneft Deutschland GmbH'],
    ['Hamas', 'Hamas movement'],
    ['OOO Stroygazmontazh', 'Stroygazmontazh Moscow'],
  ])('a company listed as %s is found in %s, since the word is rare', (listedName, name) => {
    const result = score(name, anEntry(listedName, { kind: 'entity' }));

    expect(codesOf(result)).toEqual(['all_listed_tokens']);
    expect(result.score).toBe(75);
  });

  test.each([
    ['a common noun', 'Orion', 'Orion Travel GmbH'],
    ['a given name', 'Margarita', 'Margarita Foods'],
    ['a place', 'Kazan', 'Kazan Catering'],
    ['an abbreviation', 'ETA', 'ETA Logistics'],
  ])('a company listed as %s is not found in a longer name by it alone', (_case, listedName, name) => {
    expect(score(name, anEntry(listedName, { kind: 'entity' })).score).toBe(60);
  });

  test('a company listed as a common word is found beside its country', () => {
    const orion = anEntry('Orion', { kind: 'entity', countries: ['SY'] });

    expect(score({ name: 'Orion Travel', nationalities: ['SY'] }, orion).score).toBe(80);
  });

  test('a person with a rare name is not found by it alone', () => {
    expect(score('Guadalupe Perez', anEntry('Guadalupe')).score).toBe(60);
    expect(score('Zubeidat Perez', anEntry('Zubeidat')).score).toBe(60);
  });
});

describe('dates of birth are compared as precisely as both sides state them', () => {
  test.each([
    ['1961-04-12', bornOn('1961-04-12'), ['dob_same_day']],
    ['1961', bornOn('1961-04-12'), ['dob_same_year']],
    ['1961-04', bornOn('1961-04-12'), ['dob_same_year']],
    ['1961-04-12', bornOn('1961-01-01', '1961-12-31'), ['dob_same_year']],
    ['1961-04-12', bornOn('1961-04-12', '1961-04-12', true), ['dob_same_year']],
    ['1961-04-12', bornOn('1960-01-01', '1965-12-31'), ['dob_in_range']],
    ['1961-04-12', bornOn('1963-01-01', '1963-12-31', true), []],
    ['1961-04-12', bornOn('1964-01-01', '1964-12-31', true), ['dob_other_year']],
    ['1961-04-12', bornOn('1963-05-13'), ['dob_other_year']],
    ['1961-04-12', bornOn('1962-05-12'), ['dob_other_year']],
    ['1961', bornOn('1963-04-12'), ['dob_other_year']],
    ['1961-04', bornOn('1962-05-12'), ['dob_other_year']],
    ['1961-04-12', bornOn('1962-01-01', '1965-12-31'), ['dob_other_year']],
  ])('%s and %o', (date, births, codes) => {
    const result = score({ name: 'Nemo', datesOfBirth: [date] }, anEntry('Nemo', births));

    expect(codesOf(result).filter((code) => code.startsWith('dob'))).toEqual(codes);
  });

  test.each([
    ['the year one off', '1962-04-12', bornOn('1961-04-12')],
    ['one digit of the year changed', '1981-04-12', bornOn('1961-04-12')],
    ['the same day and month within ten years', '1951-04-12', bornOn('1961-04-12')],
    ['one digit of the year changed, far apart', '1991-04-12', bornOn('1961-04-12')],
    ['1 January of the next year', '1962-01-01', bornOn('1961-01-01')],
    ['day and month swapped', '1961-12-04', bornOn('1961-04-12')],
    ['one digit of the day changed', '1961-04-22', bornOn('1961-04-12')],
    ['one digit of the month changed', '1961-01-12', bornOn('1961-04-12')],
    ['another month, no day stated', '1960-03', bornOn('1960-09-07')],
    ['the year one off, only the year stated', '1962', bornOn('1961-04-12')],
    ['the year one off, the month stated', '1962-04', bornOn('1961-04-12')],
    ['the year one off, only the year listed', '1962-04-12', bornOn('1961-01-01', '1961-12-31')],
  ])('differing as typing errors do, they count neither way: %s', (_case, date, births) => {
    const result = score({ name: 'Nemo', datesOfBirth: [date] }, anEntry('Nemo', births));

    expect(codesOf(result)).toEqual(['name_same', 'dob_near']);
    expect(result.score).toBe(85);
  });

  test.each([
    ['the same day and month, more than ten years apart', '1947-04-12', bornOn('1961-04-12')],
    ['1 January, which stands for an unknown day', '1965-01-01', bornOn('1961-01-01')],
    ['1 January with one digit changed', '1981-01-01', bornOn('1961-01-01')],
  ])('are of another year: %s', (_case, date, births) => {
    const result = score({ name: 'Nemo', datesOfBirth: [date] }, anEntry('Nemo', births));

    expect(codesOf(result)).toEqual(['name_same', 'dob_other_year']);
  });

  test('the best of several dates counts', () => {
    const subject = { name: 'Nemo', datesOfBirth: ['1950', '1961-04-12'] };

    expect(codesOf(score(subject, anEntry('Nemo', bornOn('1961-04-12'))))).toContain('dob_same_day');
  });
});

describe('initials', () => {
  const pavlovich = anEntry('Viktor Pavlovich Semyonov', { ...bornOn(DAY), countries: ['RU'] });

  test.each([
    ['a middle initial', 'Viktor P. Semyonov'],
    ['without its dot', 'Viktor P Semyonov'],
    ['in another order', 'Semyonov, Viktor P.'],
  ])('count neither way beside two full words: %s', (_case, name) => {
    const result = score(name, pavlovich);

    expect(result.factors).toEqual([
      { code: 'all_subject_tokens', points: 75, detail: 'viktor pavlovich semyonov' },
      { code: 'initial_token', points: 0, detail: 'p' },
    ]);
    expect(score({ name, datesOfBirth: [DAY] }, pavlovich).score).toBe(100);
  });

  test('that are listed count neither way beside two full words', () => {
    const result = score('Viktor Pavlovich Semyonov', anEntry('Viktor P. Semyonov'));

    expect(codesOf(result)).toEqual(['all_listed_tokens', 'initial_token']);
    expect(result.score).toBe(75);
  });

  test('that disagree are words that the other name lacks', () => {
    const result = score('Viktor K. Semyonov', pavlovich);

    expect(codesOf(result)).toEqual(['some_tokens']);
  });

  test.each([
    ['a first initial', 'V. Semyonov', pavlovich],
    ['two initials', 'V. P. Semyonov', pavlovich],
    ['a first initial of a name of two words', 'V. Semyonov', listed],
    ['two initials together', 'VP Semyonov', pavlovich],
  ])('for names agree at half, and reach review with what agrees: %s', (_case, name, entry) => {
    const alone = score(name, entry);
    const with_ = (rest: Partial<SubjectRequest>) => score({ name, ...rest }, entry).score;

    expect(codesOf(alone)).toContain('initial_for_name');
    expect(alone.score).toBe(65);
    expect(with_({ nationalities: ['RU'] })).toBe(70);
    if (entry.births.length > 0) expect(with_({ datesOfBirth: [DAY] })).toBe(89);
  });

  test.each([
    ['the whole listed name', 'Viktor Semyonov', 'V. Semyonov'],
    ['a listed name with another word', 'Khalid Alharbi', 'Khaled A. Al-Fauwaz'],
  ])('of the list reach review with more than a nationality: %s', (_case, name, listedName) => {
    const entry = anEntry(listedName, { ...bornOn(DAY), countries: ['SA'] });

    expect(score(name, entry).score).toBeLessThan(65);
    expect(score({ name, nationalities: ['SA'] }, entry).score).toBeLessThan(70);
    expect(score({ name, datesOfBirth: ['1961'] }, entry).score).toBeGreaterThanOrEqual(70);
  });

  test('do not count by themselves', () => {
    expect(score('V. S.', listed).factors).toEqual([]);
  });
});
