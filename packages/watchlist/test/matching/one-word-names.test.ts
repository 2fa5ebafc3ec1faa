import { describe, expect, test } from 'vitest';
import { anEntry, bornOn, codesOf, score } from './builders.ts';

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
