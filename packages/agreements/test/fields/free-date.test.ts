import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFreeDate } from '../../src/fields/free-date.ts';

test.each([
  '2026-03-14',
  '14/03/2026',
  '3/14/2026',
  '14.3.26',
  '2026. 3. 14.',
  '14. 3. 2026.',
  '14.03.2026 г.',
  '١٤/٣/٢٠٢٦',
  '\u200f١٤\u200f/٣\u200f/٢٠٢٦',
  '۱۴۰۵/۲/۳۱',
  '14/3/2569',
  '2026年3月14日',
  '2026년 3월 14일',
  '14 March 2026',
  'March 14, 2026',
  '14. März 2026',
  '14 mars 2026',
  '14 de marzo de 2026',
  '14 marca 2026',
])('date without a format: %s is accepted', (value) => {
  expect(isFreeDate(value)).toBe(true);
});

test.each([
  'x1',
  '1',
  '14/3',
  '30/02/2026',
  '2026-13-01',
  '31.4.2026',
  '0/0/0000',
  '14/3/2026/1',
  '14 Marz 2026x',
  'tomorrow',
  '14-3-2026 12:00',
  '99/99/9999',
  '14 3 202',
  '2026-02-29',
  `${'0'.repeat(41)}`,
  'March March 2026',
])('date without a format: %s is rejected', (value) => {
  expect(isFreeDate(value)).toBe(false);
});

test('date without a format: a browser’s date is accepted in every locale', () => {
  const locales = ['ar', 'ar-EG', 'bg', 'cs', 'de', 'en-US', 'en-GB', 'es', 'fa', 'fi', 'fr', 'he', 'hi'];
  const more = [
    'hr',
    'hu',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'nl',
    'pl',
    'pt-BR',
    'ru',
    'sv',
    'th',
    'tr',
    'uk',
    'vi',
    'zh',
  ];
  const day = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2060-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...locales, ...more), day, (locale, date) => {
      const written = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(date);
      expect([written, isFreeDate(written)]).toEqual([written, true]);
    }),
  );
});
