import { describe, expect, test } from 'vitest';
import { anEntry, bornOn, codesOf, DEFAULT_POLICY, score } from './builders.ts';
import { DAY, listed, PASSPORT, WALLET } from './known-person.ts';

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
