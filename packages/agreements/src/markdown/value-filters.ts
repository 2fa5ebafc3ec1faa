import { formatDate, isDateFormat, parseDate } from '../fields/date-format.ts';
import { decimalsOf, isDecimal, plainDigits } from './decimals.ts';
import { isKnownLanguage } from './languages.ts';

/** Filters that print a value by the rules of a language. */
const VALUE_FILTERS = ['money', 'number', 'date'] as const;
export type ValueFilter = (typeof VALUE_FILTERS)[number];

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isValueFilter = (name: string): name is ValueFilter => VALUE_FILTERS.some((one) => one === name);

/** Why an argument is not valid for a filter; undefined if it is. */
export function argumentFault(filter: ValueFilter, argument: unknown): string | undefined {
  if (filter === 'money') return typeof argument === 'string' && CURRENCIES.has(argument) ? undefined : NEEDS_CURRENCY;
  if (argument === undefined) return undefined;
  if (filter === 'number') return isDecimalCount(argument) ? undefined : NEEDS_DECIMALS;
  const isFormat = typeof argument === 'string' && (isStyle(argument) || isDateFormat(argument));
  return isFormat ? undefined : NEEDS_FORMAT;
}

export const languageFault = (language: unknown): string | undefined =>
  typeof language === 'string' && isKnownLanguage(language) ? undefined : NEEDS_LANGUAGE;

const NEEDS_CURRENCY = 'The filter money takes a currency by its ISO 4217 code: money: "EUR".';
const NEEDS_DECIMALS = 'The filter number takes the number of decimals, from 0 to 20: number: 2.';
const NEEDS_FORMAT =
  'The filter date takes "full", "long", "medium", "short", or a format of D or DD, M or MM, YY or YYYY: date: "DD.MM.YYYY".';
const NEEDS_LANGUAGE = 'A language is a BCP 47 tag such as "en" or "de-AT".';

export interface Formatting {
  argument: unknown;
  language: string;
}

/** The printed text, or what is wrong with the value, as the rest of a sentence that begins with its name. */
export type Formatted = { text: string } | { fault: string };

export function formatValue(filter: ValueFilter, value: unknown, { argument, language }: Formatting): Formatted {
  if (filter === 'date') return formattedDate(value, argument === undefined ? 'long' : String(argument), language);
  const decimal = typeof value === 'number' ? plainDigits(value) : value;
  if (decimal === undefined) return { fault: INEXACT };
  if (typeof decimal !== 'string' || !isDecimal(decimal)) return { fault: NOT_DECIMAL };
  return filter === 'money'
    ? formattedMoney(decimal, String(argument), language)
    : formattedNumber(decimal, argument, language);
}

export const INEXACT = 'is a number that cannot be printed exactly. Round it, or send it as a string.';
const NOT_DECIMAL = 'is not a decimal number. Send a number, or a string such as "1234.50".';
const NOT_A_DATE = 'is not a date. Send it as YYYY-MM-DD.';

function formattedMoney(decimal: string, currency: string, language: string): Formatted {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions();
  if (decimalsOf(decimal) > decimals) return { fault: tooManyDecimals(decimal, decimals, currency) };
  return { text: format.format(exactly(decimal)) };
}

function formattedNumber(decimal: string, argument: unknown, language: string): Formatted {
  const given = (decimal.split('.')[1] ?? '').length;
  const decimals = argument === undefined ? given : Number(argument);
  if (decimalsOf(decimal) > decimals) return { fault: tooManyDecimals(decimal, decimals, 'The filter') };
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return { text: new Intl.NumberFormat(language, digits).format(exactly(decimal)) };
}

const tooManyDecimals = (decimal: string, decimals: number, allowedBy: string) =>
  `is ${decimal}. ${allowedBy} allows ${decimals} decimals, and amounts are not rounded here.`;

/** Intl reads decimal text digit by digit; `-0.00` would print a sign. */
const exactly = (decimal: string) =>
  (/[1-9]/.test(decimal) ? decimal : decimal.replace('-', '')) as Intl.StringNumericLiteral;

function formattedDate(value: unknown, format: string, language: string): Formatted {
  const date = typeof value === 'string' ? parseDate('YYYY-MM-DD', value) : null;
  if (!date) return { fault: NOT_A_DATE };
  if (!isStyle(format)) return { text: formatDate(format, date) };
  const day = new Date(0);
  day.setUTCFullYear(date.year, date.month - 1, date.day);
  // The other party reads the same day: the Gregorian calendar in every language.
  const style = { dateStyle: format, calendar: 'gregory', timeZone: 'UTC' } as const;
  return { text: new Intl.DateTimeFormat(language, style).format(day) };
}

const STYLES = ['full', 'long', 'medium', 'short'] as const;
const isStyle = (text: string): text is (typeof STYLES)[number] => STYLES.some((one) => one === text);

const isDecimalCount = (argument: unknown) =>
  Number.isInteger(argument) && Number(argument) >= 0 && Number(argument) <= 20;
