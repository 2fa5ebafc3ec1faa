import { isRealDay } from './date-format.ts';
import { FREE_DATE_CHARACTERS } from './limits.ts';

/**
 * A date of which no format is known: the signing page writes the date of today in the browser's locale, and
 * signers type their own. It is accepted when its day, month and year name a real day in one of the orders
 * people use. Digits may be of any script, and months may be names in the languages of the signing page.
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
/** What may stand between or behind the parts: `2026. 3. 14.`, `14/3/2026`, `2026年3月14日`. */
const BETWEEN = /^[\s\-/.,،\u200e\u200f\u061c]*$/u;
/** Words that belong to a date in some language: day, month, year, "of", ordinal endings. */
const FILLERS = new Set([
  ...[
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
  ],
]);

function partsOf(value: string): [Part, Part, Part] | undefined {
  const latin = withLatinDigits(value);
  if (!BETWEEN.test(latin.replace(PART, ''))) return undefined;
  const parts: Part[] = [];
  for (const [text] of latin.match(PART)?.map((one) => [one] as const) ?? []) {
    const word = text.toLocaleLowerCase('und');
    if (/^\d/.test(text)) parts.push({ text, number: Number(text), isMonth: false });
    else if (monthNames().has(word))
      parts.push({ text, number: monthNames().get(word) ?? 0, isMonth: true });
    else if (!FILLERS.has(word)) return undefined;
  }
  const [first, second, third, ...more] = parts;
  return first && second && third && more.length === 0 ? [first, second, third] : undefined;
}

/** Every script has its ten digits in a row. */
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
  // With a day beside it, a month may be in another case: `marca`, not `marzec`.
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const day of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, ...day, timeZone: 'UTC' });
        for (let month = 0; month < 12; month += 1)
          for (const { type, value } of format.formatToParts(Date.UTC(2026, month, 1)))
            if (type === 'month')
              known.set(value.replace('.', '').toLocaleLowerCase('und'), month + 1);
      }
  return known;
}

/** Two digits are of this century up to 68, as POSIX reads them. */
const fullYear = ({ text, number }: Part) =>
  text.length > 2 ? number : number + (number < 69 ? 2000 : 1900);

/** Years of the Persian and Islamic calendars, which browsers write unmarked: their months have up to 31 days. */
const OTHER_CALENDARS = { from: 1300, to: 1499 };

function isDay(date: { year: number; month: number; day: number }): boolean {
  const { year, month, day } = date;
  if (isRealDay(date)) return true;
  const isOther = year >= OTHER_CALENDARS.from && year <= OTHER_CALENDARS.to;
  return isOther && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
