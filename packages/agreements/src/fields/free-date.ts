import { isRealDay } from './date-format.ts';
import { FREE_DATE_CHARACTERS } from './limits.ts';

/**
 * A date without a known format: the signing page inserts today's date in the browser's locale, and
 * signers type their own. It is accepted when its day, month and year form a real day in one of the
 * usual orders. Digits may be of any script, and months may be names in the languages of the
 * signing page.
 */
export function isFreeDate(value: string): boolean {
  if ([...value].length > FREE_DATE_CHARACTERS) return false;
  const parts = partsOf(value);
  if (!parts) return false;
  const [first, second, third] = parts;
  const isNamed = parts.some(({ isMonth }) => isMonth);
  const orders = [
    [third, second, first],
    [third, first, second],
    [first, second, third],
  ] as const;
  return orders.some(
    ([year, month, day]) =>
      year.text.length !== 3 &&
      (!isNamed || month.isMonth) &&
      !year.isMonth &&
      !day.isMonth &&
      isDay({ year: fullYear(year), month: month.number, day: day.number }),
  );
}

interface Part {
  text: string;
  number: number;
  isMonth: boolean;
}

const PART = /\d{1,4}|[\p{L}\p{M}]+/gu;
/** Separators between and after the parts: `2026. 3. 14.`, `14/3/2026`, `2026年3月14日`. */
const BETWEEN = /^[\s\-/.,،\u200e\u200f\u061c]*$/u;
/** Words that are part of a date in some language: day, month, year, "of", ordinal suffixes. */
const FILLERS = new Set([
  '年',
  '月',
  '日',
  '년',
  '월',
  '일',
  'г',
  'r',
  'de',
  'del',
  'of',
  'the',
  'st',
  'nd',
  'rd',
  'th',
  'er',
]);

function partsOf(value: string): [Part, Part, Part] | undefined {
  const latin = withLatinDigits(value);
  if (!BETWEEN.test(latin.replace(PART, ''))) return undefined;
  const parts: Part[] = [];
  for (const [text] of latin.match(PART)?.map((one) => [one] as const) ?? []) {
    const word = text.toLocaleLowerCase('und');
    if (/^\d/.test(text)) parts.push({ text, number: Number(text), isMonth: false });
    else if (monthNames().has(word)) parts.push({ text, number: monthNames().get(word) ?? 0, isMonth: true });
    else if (!FILLERS.has(word)) return undefined;
  }
  const [first, second, third, ...more] = parts;
  return first && second && third && more.length === 0 ? [first, second, third] : undefined;
}

/** The ten digits of every script are consecutive code points. */
const withLatinDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
    return String(code - zero);
  });

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'pl', 'ar', 'it', 'nl', 'sv', 'da', 'nb', 'fi'];
let known: Map<string, number> | undefined;

function monthNames(): ReadonlyMap<string, number> {
  if (known) return known;
  known = new Map();
  // Next to a day, a month name may be inflected: `marca`, not `marzec`.
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const day of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, ...day, timeZone: 'UTC' });
        for (let month = 0; month < 12; month += 1)
          for (const { type, value } of format.formatToParts(Date.UTC(2026, month, 1)))
            if (type === 'month') known.set(value.replace('.', '').toLocaleLowerCase('und'), month + 1);
      }
  return known;
}

/** As in POSIX, two-digit years up to 68 are 2000 to 2068. */
const fullYear = ({ text, number }: Part) => (text.length > 2 ? number : number + (number < 69 ? 2000 : 1900));

/**
 * Years of the Persian and Islamic calendars, which browsers write without an era. Their months
 * have up to 31 days.
 */
const OTHER_CALENDARS = { from: 1300, to: 1499 };

function isDay(date: { year: number; month: number; day: number }): boolean {
  const { year, month, day } = date;
  if (isRealDay(date)) return true;
  const isOther = year >= OTHER_CALENDARS.from && year <= OTHER_CALENDARS.to;
  return isOther && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
