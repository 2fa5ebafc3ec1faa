import type { Field } from '../field.ts';
import { formatDate } from './date-format.ts';
import { filledBySigner } from './filled-by.ts';
import { resolveDateFormat } from './resolve-date-format.ts';

interface Finishing {
  signerId: string;
  now: Date;
  /** Of the document; null if its sender states none. */
  language: string | null;
}

/**
 * The signing dates of a signer who finishes now. They are shown before and stored with the signature, so one request
 * and one day decide both. The day is that of UTC, like every time in the audit trail.
 */
export const signingDatesOf = <F extends Field>(fields: readonly F[], { signerId, now, language }: Finishing): F[] =>
  fields
    .filter((field) => field.signingDate && field.signerId === signerId)
    .map((field) => ({ ...field, ...filledBySigner(field, writtenDay(field, now, language), now.toISOString()) }));

function writtenDay(field: Field, now: Date, language: string | null): string {
  const format = resolveDateFormat(field);
  if (format === null && language !== null) return dayIn(language).format(now).replace(DIRECTION_MARKS, '');
  return formatDate(format ?? 'YYYY-MM-DD', {
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    day: now.getUTCDate(),
  });
}

/** The other party reads the same day: Gregorian, with Latin digits. The month is a word where a language has one. */
const dayIn = (language: string) =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });

const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
