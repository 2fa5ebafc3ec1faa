import type { FieldSettings } from '../field.ts';
import { type CalendarDate, formatDate, isDateFormat } from './date-format.ts';
import { compilePattern } from './pattern.ts';

/**
 * The first format that fits wins. Where a pattern does not tell day from month, slashes mean month
 * first, dots and hyphens day first, which is the usual convention. The signing page shows the
 * resolved format to the signer.
 */
export const COMMON_FORMATS = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'MM.DD.YYYY',
  'M/D/YYYY',
  'D/M/YYYY',
  'D.M.YYYY',
  'D-M-YYYY',
  'M-D-YYYY',
  'YYYY-M-D',
  'YYYY/M/D',
  'MM/DD/YY',
  'DD/MM/YY',
  'DD.MM.YY',
  'DD-MM-YY',
  'MM-DD-YY',
  'YY-MM-DD',
  'M/D/YY',
  'D/M/YY',
  'D.M.YY',
  'D-M-YY',
] as const;

type DateSettings = Pick<FieldSettings, 'dateFormat' | 'label' | 'validationPattern'>;

/** The format in which a date must be written; null leaves it to the locale of the browser. */
export function resolveDateFormat({ dateFormat, label, validationPattern }: DateSettings): string | null {
  return (
    dateFormat ??
    (label === null ? null : formatInLabel(label)) ??
    (validationPattern === null ? null : formatOfPattern(validationPattern))
  );
}

const WORD = String.raw`[\p{L}\p{N}]`;
const TOKEN = new RegExp(String.raw`(?<!${WORD}[-/.]?)[DMY]{1,4}([-/.])[DMY]{1,4}\1[DMY]{1,4}(?![-/.]?${WORD})`, 'giu');

/** Labels such as "Date of birth (dd/mm/yyyy)" name the format in either case. */
function formatInLabel(label: string): string | null {
  for (const [token] of label.matchAll(TOKEN)) if (isDateFormat(token.toUpperCase())) return token.toUpperCase();
  return null;
}

/** Days that tell formats apart: one and two digits, days after the 12th, both ends of the year. */
const DAYS = [
  { month: 1, day: 5 },
  { month: 2, day: 28 },
  { month: 10, day: 3 },
  { month: 12, day: 31 },
];

/** A pattern may accept only years of this century, or only birth years of the last. */
const ERAS: readonly (readonly number[])[] = [
  [2024, 2026, 2029],
  [1961, 1985, 1999],
];

function formatOfPattern(source: string): string | null {
  const pattern = compilePattern(source);
  if ('refusal' in pattern) return null;
  const fits = (format: string) =>
    ERAS.some((years) => datesOf(years).every((date) => pattern.matches(formatDate(format, date))));
  const [first, ...others] = COMMON_FORMATS.filter(fits);
  // A pattern that accepts every format, such as .+, does not determine one.
  return first === undefined || others.length + 1 === COMMON_FORMATS.length ? null : first;
}

const datesOf = (years: readonly number[]): CalendarDate[] =>
  years.flatMap((year) => DAYS.map((day) => ({ year, ...day })));
