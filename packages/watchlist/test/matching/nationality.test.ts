import { describe, expect, test } from 'vitest';
import { anEntry, bornOn, codesOf, score } from './builders.ts';
import { listed } from './known-person.ts';

describe('nationalities', () => {
  const several = anEntry('Viktor Semyonov', { countries: ['RU', 'CY', 'CN'] });

  test.each([
    ['the first country of the entry', ['RU'], 'RU'],
    ['a later country of the entry', ['CY'], 'CY'],
    ['the second of their own', ['BR', 'CY'], 'CY'],
    ['a territory of a listed country', ['HK'], 'HK'],
  ])('agree by %s', (_case, nationalities, common) => {
    const result = score({ name: 'Viktor Semyonov', nationalities }, several);

    expect(result.factors).toContainEqual({ code: 'nationality_same', points: 5, detail: common });
  });

  test('disagree if no country of the entry is among them, and all of it are named', () => {
    const result = score({ name: 'Viktor Semyonov', nationalities: ['BR', 'FR'] }, several);

    expect(result.factors).toContainEqual({ code: 'nationality_other', points: -20, detail: 'RU, CY, CN' });
  });
});

describe('a different nationality', () => {
  const full = { name: 'Viktor Semyonov', nationalities: ['BR'] };

  test('does not hide a full name', () => {
    const result = score(full, listed);

    expect(codesOf(result)).toContain('nationality_other');
    expect(result.score).toBe(70);
  });

  const teksler = anEntry('Aleksey Leonidovich TEKSLER', { ...bornOn('1973-01-19'), countries: ['RU'] });
  const quintero = anEntry('Jose Guadalupe TAPIA QUINTERO', { countries: ['MX'] });

  test.each([
    ['patronymic', 'Aleksey Teksler', teksler],
    ['second surname', 'Jose Guadalupe Tapia', quintero],
    ['second given name and second surname', 'Jose Tapia', quintero],
    ['patronymic in another Latin spelling', 'Alexey Teksler', teksler],
    ['patronymic, beside an initial of it', 'Aleksey L. Teksler', teksler],
    ['patronymic on the list', 'Viktor Pavlovich Semyonov', listed],
  ])('does not hide a name without its %s', (_case, name, entry) => {
    const nationalities = ['IL'];

    expect(score({ name }, entry).score).toBe(75);
    expect(score({ name, nationalities }, entry).score).toBe(70);
    expect(score({ name, nationalities }, entry).factors.at(-1)).toEqual({
      code: 'full_name_floor',
      points: 15,
      detail: '70',
    });
  });

  test('does not hide a name in Arabic script that agrees by consonants in two words', () => {
    const entry = anEntry('Ahmad Hassan', { countries: ['SY'] });
    const named = { name: 'احمد حسن' };

    expect(score(named, entry).score).toBeGreaterThanOrEqual(70);
    expect(score({ ...named, nationalities: ['TR'] }, entry).score).toBe(70);
  });

  test('leaves a name one letter off beside two full words where it is without nationalities', () => {
    const named = { name: 'Aleksey Leonidovich Tekslar' };

    expect(score(named, teksler).score).toBe(65);
    expect(score({ ...named, nationalities: ['IL'] }, teksler).score).toBe(65);
  });

  test('is waived for the better of two names, although the other has more points', () => {
    const entry = anEntry(['Nemo', 'Nemo Orlov Petrov'], { countries: ['FR'] });
    const nationalities = ['BR'];

    expect(score({ name: 'Nemo', nationalities }, entry).score).toBe(65);
    expect(score({ name: 'Nemo', aliases: ['Nemo Orlov'], nationalities }, entry).score).toBe(70);
  });

  test('is waived by a factor of its own', () => {
    expect(score(full, listed).factors.at(-1)).toEqual({ code: 'full_name_floor', points: 5, detail: '70' });
  });

  test.each([
    ['a typing error in the date of birth', { datesOfBirth: ['1961-04-21'] }],
    ['another Latin spelling', { name: 'Victor Semenov' }],
  ])('does not hide a full name beside %s', (_case, evidence) => {
    expect(score({ ...full, ...evidence }, listed).score).toBe(70);
  });

  test.each([
    ['part of the name', { name: 'Semyonov' }],
    ['a longer name of another birth', { name: 'Viktor Pavlovich Semyonov', datesOfBirth: ['1975'] }],
    ['a name of which some words agree', { name: 'Viktor Orlov' }],
    ['a name one letter off', { name: 'Viktor Semyanov' }],
    ['another date of birth', { datesOfBirth: ['1975-09-30'] }],
    ['the other kind', { entityType: 'entity' as const }],
  ])('still clears %s', (_case, evidence) => {
    expect(score({ ...full, ...evidence }, listed).score).toBeLessThan(70);
  });

  test('still clears a name of one word', () => {
    const nemo = anEntry('Nemo', { countries: ['FR'] });

    expect(score({ name: 'Nemo', nationalities: ['BR'] }, nemo).score).toBe(65);
  });
});

describe('a Chinese or Korean name with a syllable more than the other', () => {
  const liMei = anEntry('Li Mei', { ...bornOn('1973-01-19'), countries: ['CN'] });
  const liXiuMei = anEntry('LI, Xiu Mei', { countries: ['CN'] });

  test.each(['Li Xiu Mei', 'Mei Shu Ling Li'])('is another name where the list has less of it: %s', (name) => {
    expect(codesOf(score(name, liMei))).toContain('single_word_listed_name');
    expect(score(name, liMei).score).toBe(60);
    expect(score({ name, nationalities: ['CN'] }, liMei).score).toBe(65);
    expect(score({ name, nationalities: ['SG'] }, liMei).score).toBe(40);
  });

  test('counts in full with the same day of birth', () => {
    expect(score({ name: 'Li Xiu Mei', datesOfBirth: ['1973-01-19'] }, liMei).score).toBe(100);
  });

  test('is found where the customer has less of it, and not hidden by a different nationality', () => {
    expect(score('Li Mei', liXiuMei).score).toBe(75);
    expect(score({ name: 'Li Mei', nationalities: ['SG'] }, liXiuMei).score).toBe(70);
  });

  test.each([
    ['a name of another language beside the syllables', 'Nancy Li Mei', liMei],
    ['the same syllables written as one word', 'Li Xiumei', liXiuMei],
    ['a Vietnamese name without its middle name', 'Nguyen Trong', anEntry('Nguyen Phu Trong', { countries: ['VN'] })],
  ])('says nothing about %s', (_case, name, entry) => {
    expect(score({ name, nationalities: ['US'] }, entry).score).toBe(70);
  });
});
