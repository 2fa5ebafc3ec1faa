import { describe, expect, test } from 'vitest';
import { anEntry, bornOn, codesOf, score } from './builders.ts';

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
