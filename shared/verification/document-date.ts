import { monthsNamed } from './document-months.ts';

/**
 * Reads dates of birth as printed on identity documents. An ambiguous date gives all its readings,
 * because a screening compares with each of them. A date with more readings than a screening
 * accepts, or with none, is unreadable. Years are Gregorian: a Buddhist, Persian, Hijri or era year
 * is either implausible as a year of birth or written with unknown words.
 */
export interface DocumentDateRules {
  /** `YYYY-MM-DD`. Holders are born before this day, at most 120 years ago. */
  today: string;
  /** Order of day and month in the issuing country, if known. */
  order: DayMonthOrder | null;
}
export type DayMonthOrder = 'day_first' | 'month_first';

export const MAX_READINGS = 3;
const MAX_AGE_YEARS = 120;
const MAX_CHARACTERS = 60;

/** All possible dates as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; empty if the text is unreadable. */
export function readDocumentDate(text: string, rules: DocumentDateRules): string[] {
  const folded = fold(text);
  if (folded.length > MAX_CHARACTERS) return [];
  const readings = candidates(folded, rules).filter((parts) => isPossible(parts, rules.today));
  const dates = [...new Set(readings.map(written))];
  return dates.length > MAX_READINGS ? [] : dates;
}

/** A month or day of 0 is unknown. */
interface Parts {
  year: number;
  month: number;
  day: number;
}

function candidates(text: string, rules: DocumentDateRules): Parts[] {
  const compact = compactCandidates(text, rules);
  if (compact) return compact;
  const tokens = tokensOf(text.replace(TIME_OF_DAY, ''));
  if (!tokens) return [];
  return tokens.months.length > 0 ? withMonthName(tokens, rules) : inFigures(tokens, rules);
}

/** Time of day, as in `1960-09-07T00:00:00Z`, which capture clients may report. */
const TIME_OF_DAY = /(?<=^\d{4}-\d{2}-\d{2})[t ]\d{2}:\d{2}(:\d{2}([.]\d+)?)?(z|[+-]\d{2}:?\d{2})?$/;

const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Digits of every script as ASCII, letters in lower case without accents. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((one) => code >= one && code < one + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .normalize('NFC')
    .trim();
}

/** Dates without separators: machine-readable zone, or eight digits. */
function compactCandidates(text: string, rules: DocumentDateRules): Parts[] | undefined {
  const zone = /^(\d\d)(\d\d|<<)(\d\d|<<)([\d<])?$/.exec(text);
  if (zone) return zoneCandidates(zone, rules.today);
  const eight = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!eight) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = eight.slice(1).map(Number);
  const yearFirst = { year: a * 100 + b, month: c, day: d };
  // At most one reading is plausible, because 19 and 20 are not months.
  return [yearFirst, ...ordered(a, b, c * 100 + d, { order: rules.order, isDotted: false })];
}

/**
 * ICAO 9303: two digits each for year, month and day, fillers for unknown parts, optional check
 * digit.
 */
function zoneCandidates(zone: RegExpExecArray, today: string): Parts[] {
  const [, year = '', month = '', day = '', check] = zone;
  const isMisread = check !== undefined && check !== '<' && Number(check) !== checkDigit(year + month + day);
  if (isMisread || (month === '<<' && day !== '<<')) return [];
  const numberOf = (part: string) => (part === '<<' ? 0 : Number(part));
  if (month === '00' || day === '00') return [];
  return yearsEnding(Number(year), today).map((whole) => {
    return { year: whole, month: numberOf(month), day: numberOf(day) };
  });
}

const WEIGHTS = [7, 3, 1];
const checkDigit = (figures: string) =>
  [...figures].reduce((sum, figure, index) => sum + (Number(figure) || 0) * (WEIGHTS[index % 3] ?? 0), 0) % 10;

/** Two-digit years in this century and the last. Implausible ones are dropped later. */
const yearsEnding = (end: number, today: string) => {
  const century = Math.floor(yearOf(today) / 100) * 100;
  return [century - 100 + end, century + end];
};

interface Figures {
  value: number;
  digits: number;
}

interface Tokens {
  figures: Figures[];
  /** Months that all month names of the date have in common. */
  months: readonly number[];
  isDotted: boolean;
}

/** Words in dates without meaning for the date. */
const FILLERS = new Set(
  (
    'de del do da di den der le el al of the st nd rd th er eme ere г год года р року roku r rok ' +
    'anno ano ngay thang thg nam 年 日 号 號 년 일'
  ).split(' '),
);
const UNKNOWN_PART = /^x{1,4}$/;
const MONTH_SIGNS = ['月', '월'];

/**
 * Undefined if the text contains something that does not belong in a date, or its month names
 * contradict each other.
 */
function tokensOf(text: string): Tokens | undefined {
  const figures: Figures[] = [];
  let months: readonly number[] | undefined;
  const parts = text.match(/\d+|\p{L}+|[^\s\d\p{L}]/gu) ?? [];
  for (const part of parts) {
    const named = monthsNamed(part);
    if (/^\d/.test(part)) figures.push({ value: Number(part), digits: part.length });
    else if (MONTH_SIGNS.includes(part)) {
      const month = figures.pop()?.value ?? 0;
      months = agreed(months, [month]);
    } else if (named.length > 0 && !(part.length === 1 && figures.length === 0)) months = agreed(months, named);
    else if (UNKNOWN_PART.test(part)) figures.push({ value: 0, digits: part.length });
    else if (!FILLERS.has(part) && !SEPARATORS.includes(part)) return undefined;
    if (months?.length === 0) return undefined;
  }
  const isDotted = /^\d{1,2}[.] ?\d{1,2}[.] ?\d{2,4}[.]?$/.test(text);
  return { figures, months: months ?? [], isDotted };
}

const SEPARATORS = [..."./,-–—’'()"];

const agreed = (before: readonly number[] | undefined, now: readonly number[]) =>
  before?.filter((month) => now.includes(month)) ?? now;

const isYear = ({ digits }: Figures) => digits === 4;

/**
 * `7 SEP 1960`, `Sep 7, 1960`, `1960 SEP 07`, `SEP 1960`. With a two-digit year, the day comes
 * first.
 */
function withMonthName({ figures, months }: Tokens, { today }: DocumentDateRules): Parts[] {
  const [first, second, ...more] = figures;
  if (!first || more.length > 0) return [];
  const read = (year: number, day: number) => months.map((month) => ({ year, month, day }));
  if (!second) return isYear(first) ? read(first.value, 0) : [];
  const [year, day] = isYear(first) ? [first, second] : [second, first];
  if (day.digits > 2) return [];
  if (isYear(year)) return read(year.value, day.value);
  if (year.digits !== 2) return [];
  return yearsEnding(year.value, today).flatMap((whole) => read(whole, day.value));
}

function inFigures({ figures, isDotted }: Tokens, { order, today }: DocumentDateRules): Parts[] {
  const [a, b, c, ...more] = figures;
  if (!a || more.length > 0) return [];
  if (!b) return isYear(a) ? [{ year: a.value, month: 0, day: 0 }] : [];
  if (!c) return monthAndYear(a, b);
  const isShort = (one: Figures) => one.digits <= 2;
  if (isYear(a) && isShort(b) && isShort(c)) return [{ year: a.value, month: b.value, day: c.value }];
  if (!isShort(a) || !isShort(b)) return [];
  if (isYear(c)) return ordered(a.value, b.value, c.value, { order, isDotted });
  if (c.digits !== 2) return [];
  return [
    ...yearsEnding(c.value, today).flatMap((year) => ordered(a.value, b.value, year, { order, isDotted })),
    // `60.09.07`, as some countries write it.
    ...(a.digits === 2 ? yearsEnding(a.value, today).map((year) => ({ year, month: b.value, day: c.value })) : []),
  ];
}

function monthAndYear(a: Figures, b: Figures): Parts[] {
  const [year, month] = isYear(a) ? [a, b] : [b, a];
  return isYear(year) && month.digits <= 2 && month.value > 0 ? [{ year: year.value, month: month.value, day: 0 }] : [];
}

/**
 * Day and month in either order. Dates with dots have the day first, except in countries that print
 * the month first; other dates follow the country, and without one have both readings. If the order
 * gives no calendar date, the other order is used.
 */
function ordered(
  first: number,
  second: number,
  year: number,
  { order, isDotted }: { order: DayMonthOrder | null; isDotted: boolean },
): Parts[] {
  const dayFirst = { year, month: second, day: first };
  const monthFirst = { year, month: first, day: second };
  if (order === 'month_first' && isDotted) return [dayFirst, monthFirst];
  const preferred = order ?? (isDotted ? 'day_first' : null);
  if (preferred === null) return [dayFirst, monthFirst];
  const [own, other] = preferred === 'day_first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  const isKnown = first > 0 && second > 0;
  return [isOfCalendar(own) || !isKnown ? own : other];
}

const yearOf = (date: string) => Number(date.slice(0, 4));

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function isOfCalendar({ year, month, day }: Parts): boolean {
  if (month === 0) return day === 0;
  const days = month === 2 && !isLeap(year) ? 28 : (DAYS[month - 1] ?? 0);
  return day <= days && days > 0;
}

/** Whether the date is a plausible date of birth of a living person. */
function isPossible(parts: Parts, today: string): boolean {
  if (!isOfCalendar(parts) || parts.year < yearOf(today) - MAX_AGE_YEARS) return false;
  const date = written(parts);
  return date <= today.slice(0, date.length);
}

function written({ year, month, day }: Parts): string {
  const padded = [month, day].filter((part) => part > 0).map((part) => String(part).padStart(2, '0'));
  return [String(year).padStart(4, '0'), ...padded].join('-');
}
