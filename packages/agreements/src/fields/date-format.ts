/** A calendar day without time or time zone. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

const DATE_FORMAT = /^(DD?|MM?|YY(?:YY)?)([-/.])(DD?|MM?|YY(?:YY)?)\2(DD?|MM?|YY(?:YY)?)$/;

/** Day, month and year, once each in any order, with the same separator between them. */
function partsOf(format: string): { tokens: readonly string[]; separator: string } | null {
  const [, first, separator, second, third] = DATE_FORMAT.exec(format) ?? [];
  if (!first || !separator || !second || !third) return null;
  const tokens = [first, second, third];
  return new Set(tokens.map((token) => token.charAt(0))).size === 3 ? { tokens, separator } : null;
}

export const isDateFormat = (format: string) => partsOf(format) !== null;

export function formatDate(format: string, { year, month, day }: CalendarDate): string {
  const written: Record<string, string> = {
    D: String(day),
    DD: String(day).padStart(2, '0'),
    M: String(month),
    MM: String(month).padStart(2, '0'),
    YY: String(year % 100).padStart(2, '0'),
    YYYY: String(year).padStart(4, '0'),
  };
  return format.replace(/D+|M+|Y+/g, (token) => written[token] ?? token);
}

/** Parses a date in exactly this format; null for another format or a day that does not exist. */
export function parseDate(format: string, text: string): CalendarDate | null {
  const date = readNumbers(format, text);
  if (!date || !isRealDay(date)) return null;
  return formatDate(format, date) === text ? date : null;
}

function readNumbers(format: string, text: string): CalendarDate | null {
  const parts = partsOf(format);
  if (!parts) return null;
  const numbers = text.split(parts.separator);
  if (numbers.length !== 3 || !numbers.every((each) => /^\d{1,4}$/.test(each))) return null;
  const numberOf = (letter: string) => Number(numbers[parts.tokens.findIndex((token) => token.startsWith(letter))]);
  const year = numberOf('Y');
  return {
    year: parts.tokens.includes('YY') ? fullYear(year) : year,
    month: numberOf('M'),
    day: numberOf('D'),
  };
}

/** As in POSIX: 69 to 99 are 1969 to 1999. */
const fullYear = (year: number) => (year > 99 ? year : year < 69 ? 2000 + year : 1900 + year);

export const isRealDay = ({ year, month, day }: CalendarDate) =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
