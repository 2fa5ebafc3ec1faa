import { Cron } from 'croner';

/** Returns when a schedule is due next. */
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

/** The maximum of each field: minutes, hours, day of month, month, day of week, year. */
const LAST_VALUES = [59, 23, 31, 12, 7, 2199];
const DAY_OF_WEEK = 4;

function parseCron(content: string): NextDue {
  const fields = content.split(' ');
  if (fields.length !== LAST_VALUES.length) throw unknownSchedule(content);
  const pattern = ['0', ...fields.map(toCroner)].join(' ');
  const schedule = cronOf(pattern, content);
  return (after) => {
    const due = schedule.nextRun(after);
    if (!due) throw new Error(`cron(${content}) is never due.`);
    return due;
  };
}

function cronOf(pattern: string, content: string): Cron {
  try {
    return new Cron(pattern, { paused: true, timezone: 'UTC' });
  } catch {
    throw unknownSchedule(content);
  }
}

/**
 * EventBridge uses `?` for any value, allows a step without a range (`0/15`) and counts Sunday as
 * 1.
 */
function toCroner(field: string, index: number): string {
  const ranged = field.replaceAll('?', '*').replaceAll(/(^|,)(\w+)\/(\d+)/g, `$1$2-${LAST_VALUES[index]}/$3`);
  return index === DAY_OF_WEEK ? ranged.replaceAll(/(?<![\w/])\d/g, (day) => String(Number(day) - 1)) : ranged;
}

const unknownSchedule = (text: string) => new Error(`The local cloud does not support the schedule ${text}.`);
