import { describe, expect, test } from 'vitest';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import { anEntry, bornOn, codesOf, score } from './builders.ts';
import { DAY, listed } from './known-person.ts';

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
