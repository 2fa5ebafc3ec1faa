/** When a schedule is due next. */
export type NextDue = (after: Date) => Date;

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** EventBridge's `rate(5 minutes)` and `cron(0 6 * * ? *)`. */
export function parseSchedule(expression: string): NextDue {
  const [, kind, content = ''] = /^(rate|cron)\((.+)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return parseRate(content);
  if (kind === 'cron') return parseCron(content);
  throw unknownSchedule(expression);
}

function parseRate(content: string): NextDue {
  const [, count, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(content) ?? [];
  const milliseconds = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) throw unknownSchedule(content);
  return (after) => new Date(after.getTime() + milliseconds);
}

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Minutes, hours, day of month, month, day of week, year: each with its range and what reads it.
 */
const FIELDS: { from: number; to: number; names?: string[]; of: (date: Date) => number }[] = [
  { from: 0, to: 59, of: (date) => date.getUTCMinutes() },
  { from: 0, to: 23, of: (date) => date.getUTCHours() },
  { from: 1, to: 31, of: (date) => date.getUTCDate() },
  { from: 1, to: 12, names: MONTHS, of: (date) => date.getUTCMonth() + 1 },
  { from: 1, to: 7, names: DAYS, of: (date) => date.getUTCDay() + 1 },
  { from: 1970, to: 2199, of: (date) => date.getUTCFullYear() },
];

const LONGEST_LOOKAHEAD_MINUTES = 366 * 24 * 60;

function parseCron(content: string): NextDue {
  const parts = content.split(' ');
  if (parts.length !== FIELDS.length) throw unknownSchedule(content);
  const allowed = FIELDS.map(({ from, to, names = [] }, index) =>
    valuesOf(parts[index] ?? '', from, to, names),
  );
  const isDue = (date: Date) => FIELDS.every(({ of }, index) => allowed[index]?.has(of(date)));
  return (after) => {
    const minute = new Date(Math.floor(after.getTime() / 60_000) * 60_000);
    for (let step = 0; step < LONGEST_LOOKAHEAD_MINUTES; step += 1) {
      minute.setTime(minute.getTime() + 60_000);
      if (isDue(minute)) return minute;
    }
    throw new Error(`cron(${content}) is not due within a year.`);
  };
}

/** `*`, `?`, `5`, `1-5`, `MON-FRI`, `0/15` and lists of these. */
function valuesOf(part: string, from: number, to: number, names: string[]): Set<number> {
  const numberOf = (text: string) => {
    const index = names.indexOf(text);
    const value = index < 0 ? Number(text) : index + 1;
    if (!Number.isInteger(value) || value < from || value > to) throw unknownSchedule(part);
    return value;
  };
  const values = part.split(',').flatMap((item) => {
    const [range = '', step] = item.split('/');
    const [first = '', last] = range === '*' || range === '?' ? [] : range.split('-');
    const start = first === '' ? from : numberOf(first);
    const end = first === '' || (step && !last) ? to : numberOf(last ?? first);
    const stride = step === undefined ? 1 : Number(step);
    if (!(stride >= 1)) throw unknownSchedule(part);
    const count = Math.floor((end - start) / stride) + 1;
    return Array.from({ length: count }, (_, index) => start + index * stride);
  });
  return new Set(values);
}

const unknownSchedule = (text: string) =>
  new Error(`The local cloud does not know the schedule ${text}.`);
