const TOKENS = /YYYY|YY|MM|M|DD|D/g;
/** Direction marks that some locales write around separators; not wanted in print. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

/**
 * Today's date in the signer's time zone and in the format of the field. Without a format it has
 * the order and separators of the browser's locale, but always the Gregorian calendar and Latin
 * digits, so that the other party reads the same day.
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
