import type { BirthSpan } from '../listed-entry.ts';
import { LONGEST_TEXT_CHARS } from './reading/file-limits.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EARLIEST_YEAR = 1600;
const LATEST_YEAR = 2100;

type Span = Pick<BirthSpan, 'from' | 'to'>;

/**
 * Parses a date of birth as lists write it: `17 Apr 1993`, `Mar 1958`, `1984`, `circa 1960`, `1951
 * to 1953`, `dd/mm/1945`, `00/03/1962`, `1962-02-26`. Null if no year can be read.
 */
export function birthSpan(text: string): BirthSpan | null {
  if (text.length > LONGEST_TEXT_CHARS) return null;
  const isCirca = /\b(?:circa|approx\w*|about)\b|^c\./i.test(text);
  const stated = text
    .replace(/\((?:approximative|approximately)\)|\b(?:circa|approximately|approx|about)\b\.?|^c\./gi, '')
    .replace(/^[\s.:]+|[\s.,]+$/g, '');
  const [first, last = first] = rangeOf(stated);
  const from = dateSpan(first);
  const to = dateSpan(last);
  return from && to && from.from <= to.to ? { from: from.from, to: to.to, isCirca } : null;
}

/**
 * The span of a partial date: a day without a month is ignored, and without a year there is no
 * span.
 */
export function knownSpan(year: number, month = 0, day = 0): Span | null {
  if (!Number.isInteger(year) || year < EARLIEST_YEAR || year > LATEST_YEAR) return null;
  if (!month) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (month > 12) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > lastDay) return null;
  return { from: isoDay(year, month, day || 1), to: isoDay(year, month, day || lastDay) };
}

function rangeOf(text: string): [string, string?] {
  const years = /^(\d{4})\s*[-–/]\s*(\d{4})$/.exec(text);
  if (years) return [years[1] ?? '', years[2] ?? ''];
  const [first = '', last] = text.split(/\s+(?:to|and|-|–)\s+/i);
  return last ? [first.replace(/^between\s+/i, ''), last] : [first];
}

function dateSpan(text: string | undefined): Span | null {
  const part = text?.trim().toLowerCase() ?? '';
  const iso = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(part);
  if (iso) return knownSpan(Number(iso[1]), Number(iso[2] ?? 0), Number(iso[3] ?? 0));

  const written = /^(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+(\d{4})$/.exec(part);
  if (written) {
    const month = MONTHS.indexOf(written[2] ?? '') + 1;
    return month ? knownSpan(Number(written[3]), month, Number(written[1] ?? 0)) : null;
  }

  const slashed = /^(?:(\d{1,2}|dd)\/)?(\d{1,2}|mm)\/(\d{4})$/.exec(part);
  return slashed ? knownSpan(Number(slashed[3]), digits(slashed[2]), digits(slashed[1])) : null;
}

const digits = (text: string | undefined) => (/^\d+$/.test(text ?? '') ? Number(text) : 0);

const isoDay = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');

const twoDigits = (value: number) => String(value).padStart(2, '0');
