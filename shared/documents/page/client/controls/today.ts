const TOKENS = /YYYY|YY|MM|M|DD|D/g;

/** The date of today where the signer is, as the field wants it or as the browser's language has it. */
export function today(format: string | null, now = new Date(), language?: string): string {
  if (format === null) return new Intl.DateTimeFormat(language).format(now);
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
