import { describe, expect, test } from 'vitest';
import { missingFor, progressOf } from '../../src/fields/completion.ts';
import { fillField } from '../../src/fields/fill-field.ts';
import type { NewField } from '../../src/fields/new-field.ts';
import { signingDatesOf } from '../../src/fields/signing-date.ts';
import { ANNA, aField, aSigner, BEN, findingsOf, pathsOf } from './builders.ts';

const NOW = new Date('2026-03-04T23:59:59.999Z');
const aDate = (parts = {}) => aField(1, { fieldType: 'date', label: 'Date', signingDate: true, ...parts });
const written = (parts = {}, language: string | null = null, now = NOW) =>
  signingDatesOf([aDate(parts)], { signerId: ANNA, now, language })[0]?.value;

describe('a signing date', () => {
  test.each<[string, Partial<NewField>]>([
    ['value', { value: '04.03.2026' }],
    ['sharedFill', { sharedFill: true }],
    ['maxLength', { maxLength: 10 }],
    ['validationPattern', { validationPattern: '.+' }],
    ['requiredWhenFieldId', { requiredWhenFieldId: aField(2).id, required: false }],
  ])('does not have %s', (path, parts) => {
    expect(pathsOf({ fieldType: 'date', signingDate: true, ...parts }, { fields: [aField(2)] })).toContain(path);
  });

  test('is a date, in a format of its own if wanted', () => {
    expect(findingsOf({ fieldType: 'text', signingDate: true })).toEqual([
      { path: 'signingDate', message: 'This is for date fields, not for text.' },
    ]);
    expect(pathsOf({ fieldType: 'date', signingDate: true, dateFormat: 'DD.MM.YYYY' })).toEqual([]);
  });

  test('decides no condition of another field', () => {
    const depends = { requiredWhenFieldId: aDate().id, required: false };

    expect(pathsOf(depends, { fields: [aDate()] })).toEqual(['requiredWhenFieldId']);
  });

  test('is not required from the signer, and cannot be filled', () => {
    const [field, signer] = [aDate(), aSigner()];

    expect(missingFor(signer, [field])).toEqual([]);
    expect(progressOf(signer, [field])).toEqual({ filled: 0, total: 0 });
    expect(fillField({ field, value: '2020-01-01', signer, signers: [signer], fields: [field] })).toEqual({
      findings: [
        {
          path: 'field',
          message: 'The service writes this date when its signer finishes. It cannot be entered.',
        },
      ],
    });
  });

  test.each([
    [{ dateFormat: 'DD.MM.YYYY' }, null, '04.03.2026'],
    [{ dateFormat: 'M/D/YY' }, 'de', '3/4/26'],
    [{ label: 'Date (yyyy/mm/dd)' }, 'de', '2026/03/04'],
    [{}, null, '2026-03-04'],
    [{}, 'en', 'Mar 4, 2026'],
    [{}, 'de', '04.03.2026'],
    [{}, 'ja', '2026/03/04'],
    [{}, 'zh', '2026年3月4日'],
    // Latin digits and the Gregorian calendar, so that the other party reads the same day.
    [{}, 'ar', '04/03/2026'],
    [{}, 'fa', '4 مارس 2026'],
  ])('%j in the language %s is written %s', (parts, language, value) => {
    expect(written(parts, language)).toBe(value);
  });

  test('is the day of UTC', () => {
    expect(written()).toBe('2026-03-04');
    expect(written({}, null, new Date('2026-03-05T00:00:00.000Z'))).toBe('2026-03-05');
  });

  test('belongs to one signer', () => {
    const others = [aDate({ signerId: BEN }), aField(2, { fieldType: 'date' })];

    expect(signingDatesOf(others, { signerId: ANNA, now: NOW, language: null })).toEqual([]);
  });
});
