import { describe, expect, test } from 'vitest';
import { type DayMonthOrder, readDocumentDate } from '#shared/verification/document-date.ts';
import { randomFrom } from '#test/support/random.ts';

const TODAY = '2026-11-16';
const read = (text: string, order: DayMonthOrder | null = null) => readDocumentDate(text, { today: TODAY, order });

const SEP_7 = ['1960-09-07'];

describe('document dates: forms with one reading', () => {
  test.each([
    // As the API takes them.
    ['1960-09-07', SEP_7],
    ['1960-09', ['1960-09']],
    ['1960', ['1960']],
    [' 1960-09-07 ', SEP_7],
    ['1960-09-07T00:00:00Z', SEP_7],
    ['1960-09-07T00:00:00.000+02:00', SEP_7],
    ['1960-09-07 00:00:00', SEP_7],
    // Year first.
    ['1960/09/07', SEP_7],
    ['1960.09.07', SEP_7],
    ['1960. 9. 7.', SEP_7],
    ['1960 09 07', SEP_7],
    ['19600907', SEP_7],
    ['1960/09', ['1960-09']],
    // Day first, with dots.
    ['07.09.1960', SEP_7],
    ['7.9.1960', SEP_7],
    ['07. 09. 1960', SEP_7],
    ['07.09.60', SEP_7],
    ['09.1960', ['1960-09']],
    ['09/1960', ['1960-09']],
    // A day that is no month.
    ['27/09/1960', ['1960-09-27']],
    ['09/27/1960', ['1960-09-27']],
    ['27-09-1960', ['1960-09-27']],
    ['27 09 1960', ['1960-09-27']],
    ['27091960', ['1960-09-27']],
    ['09271960', ['1960-09-27']],
    ['07/07/1960', ['1960-07-07']],
    // English month names.
    ['7 SEP 1960', SEP_7],
    ['07 SEP 1960', SEP_7],
    ['7 Sep 1960', SEP_7],
    ['7 September 1960', SEP_7],
    ['07SEP1960', SEP_7],
    ['07-Sep-1960', SEP_7],
    ['07/SEP/1960', SEP_7],
    ['07.Sep.1960', SEP_7],
    ['Sep 7, 1960', SEP_7],
    ['September 7th, 1960', SEP_7],
    ['the 7th of September 1960', SEP_7],
    ['1960 SEP 07', SEP_7],
    ['1960-SEP-07', SEP_7],
    ['SEP 1960', ['1960-09']],
    ['07 SEP 60', SEP_7],
    // Two languages, as passports print them.
    ['07 SEP/SEPT 1960', SEP_7],
    ['07 SEP / SEPT 60', SEP_7],
    ['07 FEB/FÉV 1960', ['1960-02-07']],
    ['07 AUG/AOÛT 1960', ['1960-08-07']],
    ['07 APR/AVR 1960', ['1960-04-07']],
    ['07 ВЕР/SEP 1960', SEP_7],
    ['07 EYL/SEP 1960', SEP_7],
    ['07 LIP/JUN 1960', ['1960-06-07']],
    ['07 9月/SEP 1960', SEP_7],
    // Other languages.
    ['7. September 1960', SEP_7],
    ['7 de septiembre de 1960', SEP_7],
    ['7 de setembro de 1960', SEP_7],
    ['7 settembre 1960', SEP_7],
    ['1er janvier 1960', ['1960-01-01']],
    ['7 août 1960', ['1960-08-07']],
    ['7. März 1960', ['1960-03-07']],
    ['7. Jänner 1960', ['1960-01-07']],
    ['7 mei 1960', ['1960-05-07']],
    ['7 września 1960', SEP_7],
    ['7 września 1960 r.', SEP_7],
    ['7. září 1960', SEP_7],
    ['7 сентября 1960 г.', SEP_7],
    ['7 сентября 1960 года', SEP_7],
    ['7 вересня 1960 року', SEP_7],
    ['7 септември 1960', SEP_7],
    ['7 Σεπτεμβρίου 1960', SEP_7],
    ['7 Eylül 1960', SEP_7],
    ['7 KASIM 1960', ['1960-11-07']],
    ['7 Ağustos 1960', ['1960-08-07']],
    ['1960. szeptember 7.', SEP_7],
    ['7. syyskuuta 1960', SEP_7],
    ['7 septembrie 1960', SEP_7],
    ['٧ سبتمبر ١٩٦٠', SEP_7],
    ['7 أيلول 1960', SEP_7],
    ['7 ספטמבר 1960', SEP_7],
    ['7 IX 1960', SEP_7],
    ['7.IX.1960', SEP_7],
    ['7 X 1960', ['1960-10-07']],
    ['1960年9月7日', SEP_7],
    ['1960 年 9 月 7 日', SEP_7],
    ['1960년 9월 7일', SEP_7],
    // Digits of other scripts.
    ['１９６０－０９－０７', SEP_7],
    ['１９６０/０９/０７', SEP_7],
    ['١٩٦٠/٠٩/٠٧', SEP_7],
    ['۱۹۶۰/۰۹/۰۷', SEP_7],
    ['०७.०९.१९६०', SEP_7],
    ['๐๗.๐๙.๑๙๖๐', SEP_7],
    // The machine-readable zone.
    ['600907', SEP_7],
    ['6009072', SEP_7],
    ['600907<', SEP_7],
    ['6009<<', ['1960-09']],
    ['60<<<<', ['1960']],
    ['991231', ['1999-12-31']],
    // Unknown parts.
    ['00.00.1960', ['1960']],
    ['XX.XX.1960', ['1960']],
    ['xx/09/1960', ['1960-09']],
    ['00 SEP 1960', ['1960-09']],
    ['--.--.1960', ['1960']],
  ] as const)('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('document dates: several readings are all compared', () => {
  test.each<[string, string[]]>([
    ['09/07/1960', ['1960-07-09', '1960-09-07']],
    ['09-07-1960', ['1960-07-09', '1960-09-07']],
    ['09 07 1960', ['1960-07-09', '1960-09-07']],
    ['07091960', ['1960-09-07', '1960-07-09']],
    ['09/07/60', ['1960-07-09', '1960-09-07']],
    ['150907', ['1915-09-07', '2015-09-07']],
    ['07 SEP 15', ['1915-09-07', '2015-09-07']],
    ['261116', ['1926-11-16', '2026-11-16']],
    ['7 listopada 1960', ['1960-10-07', '1960-11-07']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('a century in the future is not a reading', () => {
    expect(read('261117')).toEqual(['1926-11-17']);
    expect(read('060101')).toEqual(['1906-01-01', '2006-01-01']);
    expect(read('050101')).toEqual(['2005-01-01']);
  });
});

describe('document dates: the issuing country decides on the order', () => {
  test.each<[string, DayMonthOrder, string[]]>([
    ['09/07/1960', 'day_first', ['1960-07-09']],
    ['09/07/1960', 'month_first', SEP_7],
    ['27/09/1960', 'month_first', ['1960-09-27']],
    ['09/27/1960', 'day_first', ['1960-09-27']],
    ['07091960', 'day_first', SEP_7],
    ['09.07.1960', 'day_first', ['1960-07-09']],
    ['09.07.1960', 'month_first', ['1960-07-09', '1960-09-07']],
    ['1960/09/07', 'day_first', SEP_7],
  ])('%s, %s', (text, order, expected) => {
    expect(read(text, order)).toEqual(expected);
  });
});

describe('document dates: unreadable', () => {
  test.each([
    '',
    ' ',
    'unknown',
    'n/a',
    '-',
    '<<<<<<',
    'ABC',
    '7',
    '07.09',
    'SEP 7',
    'SEP',
    '31.02.1960',
    '29.02.1961',
    '32.01.1960',
    '13.13.1960',
    '1960-13-01',
    '1960-00-07',
    '1960/27/09',
    '07.00.1960',
    '7 בספטמבר 1960',
    '310960',
    '6009073',
    '60<<07',
    '600900',
    '12345',
    '123456789',
    // In the future, or older than anybody.
    '2026-11-17',
    '2027',
    '1905-12-31',
    '1850-01-01',
    '07.09.1800',
    '0960-09-07',
    // Other calendars.
    '07.09.2503',
    '7 ก.ย. 2503',
    '1339/06/16',
    '1380-03-16',
    '昭和35年9月7日',
    'S35.9.7',
    '民國49年9月7日',
    '16 شهریور 1339',
    '15 Rabi al-awwal 1380',
    // Two dates, contradicting months, and what no date has.
    '07.09.1960 / 08.09.1960',
    '7 SEP/OCT 1960',
    'born 7 SEP 1960',
    '7 SEP 1960?',
    '07.O9.1960',
    '10.09.08',
    '1960-09-07T25',
    '7 SEP 960',
    `7 SEP 1960${' '.repeat(100)}x`,
  ])('%j', (text) => {
    expect(read(text)).toEqual([]);
  });
});

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const two = (part: number) => String(part).padStart(2, '0');
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

type Print = (year: number, month: number, day: number) => string;
const UNAMBIGUOUS: Record<string, Print> = {
  iso: (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  slashes: (y, m, d) => `${y}/${two(m)}/${two(d)}`,
  compact: (y, m, d) => `${y}${two(m)}${two(d)}`,
  dots: (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  shortDots: (y, m, d) => `${d}.${m}.${y}`,
  named: (y, m, d) => `${two(d)} ${MONTHS[m - 1]} ${y}`,
  american: (y, m, d) => `${MONTHS[m - 1]} ${d}, ${y}`,
  joined: (y, m, d) => `${two(d)}${MONTHS[m - 1]}${y}`,
  chinese: (y, m, d) => `${y}年${m}月${d}日`,
  korean: (y, m, d) => `${y}년 ${m}월 ${d}일`,
  arabicDigits: (y, m, d) => arabic(`${y}/${two(m)}/${two(d)}`),
};
const CLDR = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'fi', 'cs', 'hu', 'ru', 'uk', 'el', 'tr'];

function* someDays(count: number): Generator<[number, number, number]> {
  const random = randomFrom(1960);
  const fromMs = Date.UTC(1907, 0, 1);
  const spanMs = Date.parse(TODAY) - fromMs;
  for (let n = 0; n < count; n += 1) {
    const day = new Date(fromMs + Math.floor(random() * spanMs));
    yield [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  }
}

describe('document dates: every day can be read', () => {
  test.each(Object.entries(UNAMBIGUOUS))('in the form %s', (_form, print) => {
    for (const [year, month, day] of someDays(2_000))
      expect([print(year, month, day), read(print(year, month, day))]).toEqual([
        print(year, month, day),
        [`${year}-${two(month)}-${two(day)}`],
      ]);
  });

  test.each(CLDR)('with the month named in %s', (locale) => {
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
    });
    for (const [year, month, day] of someDays(200)) {
      const printed = format.format(new Date(Date.UTC(year, month - 1, day)));
      expect([printed, read(printed)]).toEqual([printed, [`${year}-${two(month)}-${two(day)}`]]);
    }
  });

  test('in any order of day and month, among the readings', () => {
    for (const [year, month, day] of someDays(2_000)) {
      const date = `${year}-${two(month)}-${two(day)}`;
      const orders = [`${two(day)}/${two(month)}/${year}`, `${two(month)}/${two(day)}/${year}`];
      for (const printed of orders) expect(read(printed)).toContain(date);
      expect(read(orders[0] ?? '', 'day_first')).toContain(date);
      expect(read(orders[1] ?? '', 'month_first')).toContain(date);
    }
  });

  test('in the machine-readable zone, among the readings', () => {
    for (const [year, month, day] of someDays(2_000))
      expect(read(`${two(year % 100)}${two(month)}${two(day)}`)).toContain(`${year}-${two(month)}-${two(day)}`);
  });

  test('every reading is a past calendar day, and there are at most three', () => {
    const random = randomFrom(7);
    const alphabet = '0123456789./- <SEP月年日xX٠';
    for (let n = 0; n < 20_000; n += 1) {
      const length = 4 + Math.floor(random() * 10);
      const text = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
      const dates = read(text);
      expect(dates.length).toBeLessThanOrEqual(3);
      for (const date of dates) {
        const whole = `${date}-01-01`.slice(0, 10);
        expect(new Date(`${whole}T00:00:00Z`).toISOString().slice(0, 10)).toBe(whole);
        expect(date <= TODAY.slice(0, date.length) && date >= '1906').toBe(true);
      }
    }
  });
});
