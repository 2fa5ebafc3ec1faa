import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDate, isDateFormat, isRealDay, parseDate } from '../../src/fields/date-format.ts';
import { COMMON_FORMATS, resolveDateFormat } from '../../src/fields/resolve-date-format.ts';

const DAYS = ['D', 'DD'];
const MONTHS = ['M', 'MM'];
const YEARS = ['YY', 'YYYY'];
const ORDERS = [
  [DAYS, MONTHS, YEARS],
  [DAYS, YEARS, MONTHS],
  [MONTHS, DAYS, YEARS],
  [MONTHS, YEARS, DAYS],
  [YEARS, MONTHS, DAYS],
  [YEARS, DAYS, MONTHS],
] as const;
const ALL_FORMATS = ORDERS.flatMap(([first, second, third]) =>
  first.flatMap((a) => second.flatMap((b) => third.flatMap((c) => ['-', '/', '.'].map((by) => [a, b, c].join(by))))),
);

describe('date formats', () => {
  test('are day, month and year in any order and width with one separator: 144 of them', () => {
    expect(new Set(ALL_FORMATS).size).toBe(144);
    expect(ALL_FORMATS.filter((format) => !isDateFormat(format))).toEqual([]);
    expect(COMMON_FORMATS.filter((format) => !ALL_FORMATS.includes(format))).toEqual([]);
  });

  test('exclude everything else', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'DMY-/. dmyH'), maxLength: 12 });
    fc.assert(fc.property(letters, (format) => isDateFormat(format) === ALL_FORMATS.includes(format)));
  });

  test.each(['DD/MM/YYY', 'DD/MM/Y', 'DDD/MM/YYYY', ' DD/MM/YYYY', 'DD/MM/YYYY/DD', '', 'YYYY'])(
    'exclude %j',
    (format) => {
      expect(isDateFormat(format)).toBe(false);
      expect(parseDate(format, '01/02/2026')).toBeNull();
    },
  );
});

describe('days of a date format', () => {
  test.each([
    ['DD/MM/YYYY', '29/02/2024'],
    ['DD/MM/YYYY', '29/02/2000'],
    ['D.M.YY', '29.2.24'],
    ['YYYY-MM-DD', '2026-12-31'],
    ['M/D/YYYY', '4/30/2026'],
  ])('in %s, %s is a day', (format, text) => {
    expect(parseDate(format, text)).not.toBeNull();
  });

  test.each([
    ['DD/MM/YYYY', '29/02/2025', 'not a leap year'],
    ['DD/MM/YYYY', '29/02/1900', 'not a leap year either'],
    ['DD/MM/YYYY', '31/04/2026', 'April has 30 days'],
    ['DD/MM/YYYY', '00/01/2026', 'no day zero'],
    ['MM/DD/YYYY', '13/01/2026', 'no thirteenth month'],
    ['YYYY-MM-DD', '0000-01-01', 'no year zero'],
    ['DD/MM/YYYY', '1/01/2026', 'two digits are asked for'],
    ['D/M/YYYY', '01/1/2026', 'no leading zero is asked for'],
    ['DD/MM/YY', '01/01/2026', 'two digits of the year'],
    ['DD/MM/YYYY', '01-01-2026', 'another separator'],
    ['DD/MM/YYYY', '01/01/2026 ', 'something more'],
    ['DD/MM/YYYY', '٠١/٠١/٢٠٢٦', 'other digits'],
  ])('in %s, %s is not a day: %s', (format, text) => {
    expect(parseDate(format, text)).toBeNull();
  });

  test('a formatted date is parsed back, in every format, for every day of 1969 to 2068', () => {
    const day = fc.record({
      year: fc.integer({ min: 1969, max: 2068 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...ALL_FORMATS), day.filter(isRealDay), (format, date) => {
        expect(parseDate(format, formatDate(format, date))).toEqual(date);
      }),
      { numRuns: 1000 },
    );
  });

  test('a day is real exactly when the platform’s calendar has it', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1000, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(isRealDay({ year, month, day })).toBe(isSame);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('date format of a field', () => {
  const told = { dateFormat: null, label: null, validationPattern: null };
  const iso = '\\d{4}-\\d{2}-\\d{2}';

  test('is its dateFormat, else from its label, else from its pattern, else open', () => {
    const label = 'Signed on (D.M.YYYY)';
    const all = { dateFormat: 'DD-MM-YY', label, validationPattern: iso };

    expect(resolveDateFormat(all)).toBe('DD-MM-YY');
    expect(resolveDateFormat({ ...all, dateFormat: null })).toBe('D.M.YYYY');
    expect(resolveDateFormat({ ...told, validationPattern: iso })).toBe('YYYY-MM-DD');
    expect(resolveDateFormat(told)).toBeNull();
  });

  test.each([
    ['Date (DD/MM/YYYY)', 'DD/MM/YYYY'],
    ['MM-DD-YY', 'MM-DD-YY'],
    ['Date of birth, dd.mm.yyyy.', 'DD.MM.YYYY'],
    ['Datum: D.M.YY!', 'D.M.YY'],
    ['Date', null],
    ['Time (HH:MM)', null],
    ['DD/MM', null],
    ['DD/MM/YYYY/HH', null],
    ['XDD/MM/YYYY', null],
    ['DD/MM-YYYY', null],
    ['M/D/M or DD/MM/YYYY', 'DD/MM/YYYY'],
  ])('from the label %j is %s', (label, format) => {
    expect(resolveDateFormat({ ...told, label })).toBe(format);
  });

  test.each([
    ['\\d{4}-\\d{2}-\\d{2}', 'YYYY-MM-DD'],
    ['^\\d{2}\\.\\d{2}\\.\\d{4}$', 'DD.MM.YYYY'],
    ['^(0[1-9]|[12]\\d|3[01])/(0[1-9]|1[0-2])/\\d{4}$', 'DD/MM/YYYY'],
    ['^(0[1-9]|1[0-2])/(0[1-9]|[12]\\d|3[01])/\\d{4}$', 'MM/DD/YYYY'],
    ['\\d{2}/\\d{2}/\\d{4}', 'MM/DD/YYYY'],
    ['[1-9]\\d?\\.[1-9]\\d?\\.20\\d\\d', 'D.M.YYYY'],
    ['(0[1-9]|[12]\\d|3[01])-(0[1-9]|1[0-2])-19\\d\\d', 'DD-MM-YYYY'],
    ['\\d\\d/\\d\\d/\\d\\d', 'MM/DD/YY'],
    ['.+', null],
    ['[\\d/.-]+', null],
    ['\\d{8}', null],
    ['2026-03-14', null],
    ['[', null],
  ])('from the pattern %s is %s', (validationPattern, format) => {
    expect(resolveDateFormat({ ...told, validationPattern })).toBe(format);
  });
});
