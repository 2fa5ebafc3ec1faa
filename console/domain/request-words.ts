import { DAY, shortDuration } from '../parts/duration.ts';

export const KINDS = { information: 'Need information', escalation: 'Escalate' } as const;

const ROLES: Readonly<Record<string, string>> = {
  member: 'any member',
  admin: 'an owner or admin',
  owner: 'an owner',
};

export const isRole = (to: string) => Object.hasOwn(ROLES, to);

/** Whom a request is for, in the middle of a sentence. `nameOf` takes `user:<id>`. */
export const addresseeInWords = (to: string, nameOf: (actor: string) => string) =>
  ROLES[to] ?? inSentence(nameOf(`user:${to}`));

export const inSentence = (name: string) => (name === 'You' ? 'you' : name);

/** The day of a time in words, in the zone of the person. */
type DayOf = (at: string) => string;

/** When an answer is needed: `due tomorrow`, `overdue by 3 h`. */
export function dueInWords(dueAt: string, now: number, dayOf: DayOf): string {
  const seconds = (Date.parse(dueAt) - now) / 1000;
  if (seconds <= 0) return `overdue by ${shortDuration(seconds).replace('now', 'less than a minute')}`;
  const dayIn = (days: number) => dayOf(new Date(now + days * DAY * 1000).toISOString());
  const day = dayOf(dueAt);
  if (day === dayIn(0)) return 'due today';
  if (day === dayIn(1)) return 'due tomorrow';
  return seconds < 7 * DAY ? `due in ${shortDuration(seconds)}` : `due ${day}`;
}

interface Waiting {
  to: string;
  createdAt?: string | undefined;
  dueAt: string | null;
}

/** `Waits for Mia since 2 h, due tomorrow`. */
export function waitingInWords(
  { to, createdAt, dueAt }: Waiting,
  { nameOf, now, dayOf }: { nameOf: (actor: string) => string; now: number; dayOf: DayOf },
): string {
  const age = createdAt === undefined ? 'now' : shortDuration((now - Date.parse(createdAt)) / 1000);
  const since = age === 'now' ? '' : ` since ${age}`;
  const due = dueAt === null ? '' : `, ${dueInWords(dueAt, now, dayOf)}`;
  return `Waits for ${addresseeInWords(to, nameOf)}${since}${due}`;
}
