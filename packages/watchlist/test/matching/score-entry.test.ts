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
