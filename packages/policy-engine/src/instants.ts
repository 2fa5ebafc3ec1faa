/** Instants are text in the interface and milliseconds inside. Invalid text becomes NaN. */
export function millisecondsOf(instant: string): number {
  const milliseconds = instant.length === CANONICAL_CHARACTERS ? canonicalMs(instant) : undefined;
  return milliseconds ?? Date.parse(instant);
}

/** As in `2026-03-14T09:26:53.589Z`. */
const CANONICAL_CHARACTERS = 24;
const [ZERO, DASH, COLON, POINT, T, Z] = [48, 45, 58, 46, 84, 90];
const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1000, 60_000, 3_600_000, 86_400_000];
/** Every month has as many, so that no calendar is needed to tell that a day exists. */
const SURE_DAYS = 28;
/** Days before a month of a year that begins with March, so that the day which only some years have comes last. */
const BEFORE_MONTH = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275];
/** From 0000-03-01 until 1970-01-01. */
const BEFORE_EPOCH = 719_468;

/**
 * Stored instants have one form, and reading it digit by digit takes a fraction of the time of `Date.parse`, which
 * reads everything else. Undefined if the text has another form, or may name a day that does not exist.
 */
function canonicalMs(text: string): number | undefined {
  const year = numberAt(text, 0, 4, DASH);
  const month = numberAt(text, 5, 7, DASH);
  const day = numberAt(text, 8, 10, T);
  const hour = numberAt(text, 11, 13, COLON);
  const minute = numberAt(text, 14, 16, COLON);
  const second = numberAt(text, 17, 19, POINT);
  const millisecond = numberAt(text, 20, 23, Z);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > SURE_DAYS) return undefined;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || millisecond < 0)
    return undefined;
  const sinceMarch = month < 3 ? year - 1 : year;
  const leapDays = Math.floor(sinceMarch / 4) - Math.floor(sinceMarch / 100) + Math.floor(sinceMarch / 400);
  const days = sinceMarch * 365 + leapDays + (BEFORE_MONTH[month - 1] ?? 0) + day - 1 - BEFORE_EPOCH;
  return days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond;
}

/** The digits between two places, before the mark that follows them; -1 if there is something else. */
function numberAt(text: string, from: number, to: number, mark: number): number {
  if (text.charCodeAt(to) !== mark) return -1;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

const LAST_MS = 8_640_000_000_000_000;

/** Invalid text counts as the epoch, when no evidence existed. */
export const evaluationMs = (evaluatedAt: string) => millisecondsOf(evaluatedAt) || 0;

export const instantText = (milliseconds: number) => new Date(Math.min(milliseconds, LAST_MS)).toISOString();
