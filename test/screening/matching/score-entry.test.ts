import { describe, expect, test } from 'vitest';
import type { SubjectRequest } from '#shared/screening/index/prepare-query.ts';
import { SCORER_VERSION } from '#shared/screening/matching/score-entry.ts';
import { anEntry, bornOn, codesOf, DEFAULT_POLICY, score } from './builders.ts';
import { DAY, listed, PASSPORT, WALLET } from './known-person.ts';

test('the version has the documented form', () => {
  expect(SCORER_VERSION).toMatch(/^screening-score-v[0-9]+$/);
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
    ['another day of the same year', { datesOfBirth: ['1961-04-13'] }],
    ['a nationality', { nationalities: ['RU'] }],
    ['a document without its country', { identifiers: [{ ...PASSPORT, country: null }] }],
  ])('%s is not decisive', (_case, evidence) => {
    const result = score({ name: 'Viktor Semyonov', ...evidence }, listed);

    expect(result.score).toBe(DEFAULT_POLICY.matchScore - 1);
    expect(codesOf(result)).toContain('name_alone_cap');
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
      ...{ countries: [listedCountry], identifiers: [{ ...PASSPORT, country: listedCountry }] },
    });
    const identifiers = [{ ...PASSPORT, country: stated }];

    expect(codesOf(score({ name: 'Edwina Lau', nationalities: [stated] }, entry))).toContain(
      'nationality_same',
    );
    expect(score({ name: 'Edwina Lau', identifiers }, entry).score).toBe(100);
  });

  test('Taiwan is not China', () => {
    const entry = anEntry('Edwina Lau', { countries: ['TW'] });

    expect(codesOf(score({ name: 'Edwina Lau', nationalities: ['CN'] }, entry))).toContain(
      'nationality_other',
    );
  });

  test.each([
    ['is reason to look, whatever the name', 'Anna Schmidt', 70],
    ['and never decisive', 'Viktor Semyonov', 89],
  ])('a document that is likely of the same country %s', (_what, name, points) => {
    const entry = anEntry('Viktor Semyonov', {
      ...{ countries: ['FR'], identifiers: [{ ...PASSPORT, country: null }] },
    });

    const result = score({ name, identifiers: [PASSPORT] }, entry);

    expect(codesOf(result)).toContain('document_likely_country');
    expect(result.score).toBe(points);
    expect(
      codesOf(score({ name, identifiers: [{ ...PASSPORT, country: 'DE' }] }, entry)),
    ).toContain('document_same_number');
  });

  test.each([
    ['under another name and flag', 'Gulf Horizon', 70],
    ['under its name, which is not decisive', 'Adrian Darya', 89],
  ])('the number of a ship finds it %s', (_what, name, points) => {
    const number = { kind: 'registration_number', value: '9116412' } as const;
    const ship = anEntry('Adrian Darya', {
      ...{ kind: 'entity', identifiers: [{ ...number, country: 'RU' }] },
    });

    const result = score({ name, identifiers: [{ ...number, country: 'PA' }] }, ship);

    expect(codesOf(result)).toContain('ship_same_number');
    expect(result.score).toBe(points);
  });

  test('a passport and a national id stand for one another, a registration number for neither', () => {
    const entry = anEntry('Viktor Semyonov', { identifiers: [PASSPORT] });
    const as = (kind: 'national_id' | 'registration_number') =>
      score({ name: 'Viktor Semyonov', identifiers: [{ ...PASSPORT, kind }] }, entry).score;

    expect(as('national_id')).toBe(100);
    expect(as('registration_number')).toBe(85);
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
    const everything = {
      ...{ name, datesOfBirth: [DAY], nationalities: ['RU'] },
      identifiers: [PASSPORT, WALLET],
    };

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
      const result = score({ name: 'Viktor Semyanov', ...evidence }, listed, {
        ...{ reviewScore: 70, matchScore },
      });

      expect(result.score).toBeGreaterThanOrEqual(70);
      expect(result.score).toBeLessThan(matchScore);
    }
  });

  test('a wallet stays decisive', () => {
    const result = score({ name: 'Viktor Semyanov', identifiers: [WALLET] }, listed);

    expect(result.score).toBe(100);
  });

  test('a second word one letter off is not found', () => {
    const result = score('Viktar Semyanov', listed);

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
});

describe('contradictions', () => {
  test.each([
    ['another year of birth', { datesOfBirth: ['1975-04-12'] }, 'dob_other_year', 55],
    ['another nationality', { nationalities: ['BR'] }, 'nationality_other', 65],
  ])('%s keeps the same name below review', (_case, evidence, code, points) => {
    const result = score({ name: 'Viktor Semyonov', ...evidence }, listed);

    expect(codesOf(result)).toContain(code);
    expect(result.score).toBe(points);
  });

  test('the other kind scores nothing, whatever agrees', () => {
    const subject = {
      name: 'Viktor Semyonov',
      entityType: 'entity',
      identifiers: [WALLET],
    } as const;

    const result = score(subject, listed);

    expect(result.score).toBe(0);
    expect(codesOf(result)).toContain('other_kind');
  });

  test('what neither side states is no contradiction', () => {
    expect(
      score({ name: 'Nemo', datesOfBirth: [DAY], nationalities: ['FR'] }, anEntry('Nemo')).score,
    ).toBe(85);
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
    ['a nationality', { nationalities: ['GB'] }, 80],
  ])('with %s that agrees they count in full', (_case, evidence, points) => {
    const result = score({ name: 'Emma Watson', ...evidence }, emma);

    expect(codesOf(result)).not.toContain('single_word_listed_name');
    expect(result.score).toBe(points);
  });

  test('a subject of that one word counts in full', () => {
    expect(score('Emma', emma).score).toBe(85);
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
    ['1961-04-12', bornOn('1962-04-12'), ['dob_other_year']],
  ])('%s and %o', (date, births, codes) => {
    const result = score({ name: 'Nemo', datesOfBirth: [date] }, anEntry('Nemo', births));

    expect(codesOf(result).filter((code) => code.startsWith('dob'))).toEqual(codes);
  });

  test('the best of several dates counts', () => {
    const subject = { name: 'Nemo', datesOfBirth: ['1950', '1961-04-12'] };

    expect(codesOf(score(subject, anEntry('Nemo', bornOn('1961-04-12'))))).toContain(
      'dob_same_day',
    );
  });
});

describe('initials', () => {
  test('stand for a word beside another that agrees', () => {
    const result = score('V. Semyonov', listed);

    expect(codesOf(result)).toEqual(['name_same', 'initial_token']);
    expect(result.score).toBe(65);
  });

  test('are nothing by themselves', () => {
    expect(score('V. S.', listed).factors).toEqual([]);
  });
});
