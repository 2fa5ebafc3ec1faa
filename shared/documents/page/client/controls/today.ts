const TOKENS = /YYYY|YY|MM|M|DD|D/g;
/** Marks that some locales write around separators; in a printed form they are noise. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

/**
 * The date of today where the signer is, in the format of the field. Without one it has the order and
 * separators of the browser's locale, always in the Gregorian calendar and in Latin digits: the other
 * party must read the same day.
 */
export function today(format: string | null, now = new Date(), locale?: string): string {
  if (format === null)
    return new Intl.DateTimeFormat(locale, { calendar: 'gregory', numberingSystem: 'latn' })
      .format(now)
      .replace(DIRECTION_MARKS, '');
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(String);
  const parts: Record<string, string | undefined> = {
    YYYY: year?.padStart(4, '0'),
    YY: year?.slice(-2),
    MM: month?.padStart(2, '0'),
    M: month,
    DD: day?.padStart(2, '0'),
    D: day,
  };
  return format.replace(TOKENS, (token) => parts[token] ?? token);
}
